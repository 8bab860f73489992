import { hash } from 'node:crypto'
import type { GameItem } from '@muster/contract/game-api'
import { maxCountedMatches } from '@muster/contract/item-checks'
import type { Completion } from '@muster/domain/conditions/matcher'
import { readItemLabel } from '@muster/domain/items/item-label'
import type { StoredHit } from '../../db/schema.ts'

/** Maximum number of stored items for one objective. */
const maxHits = 3
/** Real items have up to 6,000 characters of JSON. */
const longestItem = 20_000

/** Items seen together: of a tab, or of a character. */
export interface SeenItems {
  readonly items: readonly GameItem[]
  readonly place: string
  /** Milliseconds of the event clock. */
  readonly at: number
}

export interface ObjectiveTally {
  readonly objective_id: number
  readonly matches: number
  readonly first_at: number | null
  readonly hits: readonly StoredHit[]
}

interface Counting {
  /** Numbers instead of ids, to use little memory; items without an id are only counted. */
  readonly seen: Set<number>
  matches: number
  first_at: number | null
  readonly hits: StoredHit[]
  readonly names: Set<string>
  isChanged: boolean
}

/** A number for an id of 64 digits: two of a thousand ids agree with a probability of one in 500 million. */
const shorten = (id: string): number => hash('sha256', id, 'buffer').readUIntBE(0, 6)

const newCounting = (): Counting => ({ seen: new Set(), matches: 0, first_at: null, hits: [], names: new Set(), isChanged: true })

/**
 * Counts the different items that match each objective: a tab is sent again with all its items whenever one changes. Memory is
 * bounded by the number of objectives.
 */
export function createTally(objective_ids: Iterable<number>) {
  const counts = new Map([...objective_ids].map((id) => [id, newCounting()]))

  function count(one: Counting, item: GameItem, { place, at }: SeenItems): void {
    if (one.matches >= maxCountedMatches) return
    if (typeof item.id === 'string') {
      const id = shorten(item.id)
      if (one.seen.has(id)) return
      one.seen.add(id)
    }
    one.matches += 1
    one.isChanged = true
    if (one.first_at === null || at < one.first_at) one.first_at = at
    if (one.hits.length === maxHits) return
    const { name, base_type } = readItemLabel(item)
    const key = `${name}\n${base_type}`
    if (one.names.has(key) || JSON.stringify(item).length > longestItem) return
    one.names.add(key)
    one.hits.push({ place, seen_at: new Date(at).toISOString(), item })
  }

  return {
    add(seen: SeenItems, completions: readonly Completion[]): void {
      for (const { item, objective_id } of completions) {
        const one = counts.get(objective_id)
        const found = seen.items[item]
        if (one && found) count(one, found, seen)
      }
    },
    /** Objectives whose counts have changed since the last call; at the first call all. */
    takeChanged(): ObjectiveTally[] {
      const changed: ObjectiveTally[] = []
      for (const [objective_id, one] of counts) {
        if (!one.isChanged) continue
        one.isChanged = false
        changed.push({ objective_id, matches: one.matches, first_at: one.first_at, hits: one.hits })
      }
      return changed
    },
  }
}
export type Tally = ReturnType<typeof createTally>
