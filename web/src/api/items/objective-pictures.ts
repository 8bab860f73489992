import type { ObjectivePicture } from '@muster/contract/item-images'
import type { Objective } from '@muster/contract/objectives'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ItemKind } from '../../ui/marks/item-icon.tsx'
import { eventInput, read } from '../calls/queries.ts'
import { readTree, useEventKey } from '../scores/event.ts'
import { findKindOfObjective } from './item-kind.ts'
import { allowPicture, useItemImages } from './item-picture.tsx'

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

const indexAddresses = (pictures: readonly ObjectivePicture[]): ReadonlyMap<number, string> =>
  new Map(pictures.map(({ objective_id, address }) => [objective_id, address]))

/** An item for display: the game's picture, or Muster's drawing of its kind if there is no address. */
export interface ShownPicture {
  readonly kind: ItemKind
  readonly src: string | null
}
export type PictureOf = (objective_id: number) => ShownPicture | undefined

/**
 * The picture of each objective that asks for an item; undefined for others. Nothing waits for addresses: until they have loaded,
 * and if pictures are off, objectives have drawings of the same size.
 */
export function useObjectivePictures(): PictureOf {
  const key = useEventKey()
  const { objective } = useSuspenseQuery(readTree(key)).data
  const origin = useItemImages()
  const { data: addresses } = useQuery({
    ...read('getObjectivePictures', eventInput(key)),
    enabled: origin !== null,
    select: indexAddresses,
  })
  return useMemo(() => {
    const kinds = objective === null ? none : listKinds(objective)
    return (id) => {
      const kind = kinds.get(id)
      return kind && { kind, src: allowPicture(addresses?.get(id), origin) }
    }
  }, [objective, addresses, origin])
}
