import type { EventId } from '@muster/contract/ids'
import { createCache } from '../cache.ts'
import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'
import { findEvent } from '../features/events/store.ts'
import { Refusal } from '../refusal.ts'

const fresh_ms = 1000
const largestId = 2 ** 31 - 1
const isWord = (text: string) => text === 'current' || text === 'sandbox'

export interface EventLookup {
  /**
   * The event of a path: a number, `current` or `sandbox`.
   * @throws Refusal invalid_event_id, event_not_found
   */
  resolve(text: string): Promise<Row<'events'>>
  /** The event if it is cached; undefined: `resolve` has to load it. */
  peek(text: string): Row<'events'> | undefined
  expire(): void
}

interface Remembered {
  readonly at: number
  readonly row: Promise<Row<'events'> | null>
  /** The value of the promise, once settled. */
  found: Row<'events'> | undefined
}

/** Events by path text, cached for a second, because every call needs one; unknown ids, too. */
export function createEventLookup(ctx: Context, freshness = 1, steadyNow: () => number = () => performance.now()): EventLookup {
  const known = createCache<string, Remembered>('events')

  async function find(text: string): Promise<Row<'events'> | null> {
    if (isWord(text)) return findEvent(ctx.db, text)
    const id = Number(text)
    return id >= 1 && id <= largestId ? findEvent(ctx.db, id as EventId) : null
  }

  function findFresh(text: string) {
    const entry = known.get(text)
    return entry && steadyNow() - entry.at < fresh_ms * freshness ? entry : undefined
  }

  function load(text: string) {
    const entry: Remembered = { at: steadyNow(), row: find(text), found: undefined }
    known.set(text, entry)
    entry.row.then(
      (row) => (entry.found = row ?? undefined),
      () => known.delete(text),
    )
    return entry
  }

  return {
    async resolve(text) {
      if (!isWord(text) && !/^-?\d+$/.test(text)) throw new Refusal('invalid_event_id')
      const event = await (findFresh(text) ?? load(text)).row
      if (!event) throw new Refusal('event_not_found')
      return event
    },
    peek: (text) => findFresh(text)?.found,
    expire: () => known.clear(),
  }
}
