import type { Objective } from '@muster/contract/objectives'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ItemKind } from '../../ui/marks/item-icon.tsx'
import { readTree, useEventKey } from '../scores/event.ts'
import { findKindOfObjective } from './item-kind.ts'

type Kinds = ReadonlyMap<number, ItemKind>
const kindsOf = new WeakMap<Objective, Kinds>()
const none: Kinds = new Map()

function listKinds(root: Objective): Kinds {
  const known = kindsOf.get(root)
  if (known) return known
  const kinds = new Map<number, ItemKind>()
  const waiting = [root]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const kind = findKindOfObjective(next)
    if (kind !== undefined) kinds.set(next.id, kind)
    waiting.push(...next.children)
  }
  kindsOf.set(root, kinds)
  return kinds
}

/**
 * What each objective that asks for an item is drawn as, by its id. Pages of scores know no address of a picture: the game sends one with
 * an item alone, and whose item it was may be a secret.
 */
export function useObjectiveKinds(): Kinds {
  const { objective } = useSuspenseQuery(readTree(useEventKey())).data
  return objective === null ? none : listKinds(objective)
}
