import { randomBytes, timingSafeEqual } from 'node:crypto'
import { readEventTitle } from '@muster/domain/events/title'
import type { Handlers } from '../../call.ts'
import { Refusal } from '../../refusal.ts'
import { hashSecret } from '../../secret-hash.ts'
import { listPublicDates } from './public-dates.ts'
import { findOwnCalendar, listJoinedEvents, removeOwnCalendar, upsertOwnCalendar } from './store.ts'
import { writeCalendar } from './write-calendar.ts'

/** Past events stay in a personal calendar for a while, because programs remove entries that a calendar no longer has. */
const kept_ms = 90 * 24 * 3_600_000

export const calendarRoutes = {
  getEventCalendar: async ({ ctx, event }) => {
    const entries = await listPublicDates(ctx, event)
    const calendar = { name: readEventTitle(event.name), entries, file: `muster-${event.id}` }
    return writeCalendar(ctx.config, calendar, ctx.clock.now())
  },

  getUserCalendar: async ({ ctx, params, query }) => {
    const stored = await findOwnCalendar(ctx.db, params.user_id)
    if (!stored || !timingSafeEqual(stored.key_hash, hashSecret(query.key))) throw new Refusal('calendar_not_found')
    const now = ctx.clock.now()
    const entries = []
    for (const event of await listJoinedEvents(ctx.db, params.user_id, new Date(now - kept_ms)))
      entries.push(...(await listPublicDates(ctx, event)))
    return writeCalendar(ctx.config, { name: 'Muster', entries, file: 'muster' }, now)
  },

  getOwnCalendar: async ({ ctx, viewer }) => {
    const stored = await findOwnCalendar(ctx.db, viewer.user_id)
    return { made_at: stored?.made_at.toISOString() ?? null }
  },

  makeOwnCalendar: async ({ ctx, viewer }) => {
    const key = randomBytes(32).toString('base64url')
    const made_at = new Date(ctx.clock.now())
    await upsertOwnCalendar(ctx.db, { user_id: viewer.user_id, key_hash: hashSecret(key), made_at })
    return { address: `${ctx.config.public_url}/api/users/${viewer.user_id}/calendar.ics?key=${key}` }
  },

  endOwnCalendar: ({ ctx, viewer }) => removeOwnCalendar(ctx.db, viewer.user_id),
} satisfies Partial<Handlers>
