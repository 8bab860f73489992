import { findApplicationStatus } from '@muster/domain/signups/status'
import { checkArchivable, sendArchive } from '../../archive/write-archive.ts'
import type { Handlers } from '../../call.ts'
import { viewerHas } from '../../viewer.ts'
import { changeEvent, createEvent, deleteEvent, duplicateEvent } from './edit.ts'
import { countContents, findSignupPlace, listEvents, presentEvent, presentEvents } from './store.ts'

export const eventRoutes = {
  getEvents: {
    audience: ({ viewer }) => (viewerHas('list_hidden_events', viewer) ? 'admins' : 'everyone'),
    read: async ({ db, audience }) => presentEvents(db, await listEvents(db, audience === 'admins')),
  },

  createEvent: ({ ctx, viewer, body }) => {
    const author = { author_id: viewer.user_id }
    return body.id === null ? createEvent(ctx, body, author) : changeEvent(ctx, body.id, body, author)
  },

  getEvent: { read: ({ db, event }) => presentEvent(db, event) },

  deleteEvent: ({ ctx, viewer, event }) => deleteEvent(ctx, event.id, { author_id: viewer.user_id }),

  duplicateEvent: ({ ctx, viewer, event, body }) => duplicateEvent(ctx, event.id, body, { author_id: viewer.user_id }),

  getEventContents: ({ ctx, event }) => countContents(ctx.db, event.id),

  getEventArchive: async ({ ctx, event }) => {
    await checkArchivable(ctx.db, event, ctx.clock.now())
    const headers = {
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="muster-event-${event.id}.jsonl.gz"`,
    }
    return { bytes: sendArchive(ctx, event), headers }
  },

  getEventStatus: async ({ ctx, event, viewer, membership }) => {
    const team = await membership()
    const place = await findSignupPlace(ctx.db, event.id, viewer?.user_id ?? null)
    return {
      team_id: team?.team_id ?? null,
      is_team_lead: team?.is_team_lead ?? false,
      application_status: findApplicationStatus(
        { is_in_team: team !== null, before: place.before, is_held_back: place.is_held_back },
        event,
      ),
      number_of_signups: event.archived_at === null ? place.count : event.archived_signups,
      number_of_signups_before: place.before ?? 0,
      partner: place.partner,
    }
  },
} satisfies Partial<Handlers>
