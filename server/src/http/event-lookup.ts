import type { EventId } from '@muster/contract/ids'
import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'
import { findEvent } from '../features/events/store.ts'
import { Refusal } from '../refusal.ts'

const fresh_ms = 1000
/** Unknown ids are remembered too; this bounds what somebody who tries them all can make us hold. */
const most_entries = 500
const largestId = 2 ** 31 - 1

export interface EventLookup {
  /**
   * The event that a path names: a number or `current`.
   * @throws Refusal invalid_event_id, event_not_found
   */
  resolve(text: string): Promise<Row<'events'>>
  expire(): void
}

/** Events by path text, remembered for a second, because every call asks. */
export function createEventLookup(ctx: Context, freshness = 1, wallNow: () => number = Date.now): EventLookup {
  const known = new Map<string, { at: number; row: Promise<Row<'events'> | null> }>()

  async function find(text: string): Promise<Row<'events'> | null> {
    if (text === 'current') return findEvent(ctx.db, 'current')
    const id = Number(text)
    return id >= 1 && id <= largestId ? findEvent(ctx.db, id as EventId) : null
  }

  return {
    async resolve(text) {
      if (text !== 'current' && !/^-?\d+$/.test(text)) throw new Refusal('invalid_event_id')
      const entry = known.get(text)
      let row = entry && wallNow() - entry.at < fresh_ms * freshness ? entry.row : undefined
      if (!row) {
        row = find(text)
        if (known.size >= most_entries) known.clear()
        known.set(text, { at: wallNow(), row })
        row.catch(() => known.delete(text))
      }
      const event = await row
      if (!event) throw new Refusal('event_not_found')
      return event
    },
    expire: () => known.clear(),
  }
}
