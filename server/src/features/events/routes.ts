import { findApplicationStatus } from '@muster/domain/signups/status'
import type { Handlers } from '../../call.ts'
import { viewerHas } from '../../viewer.ts'
import { findSignupPlace, listEvents, presentEvents } from './store.ts'

export const eventRoutes = {
  getEvents: {
    audience: ({ viewer }) => (viewerHas('list_hidden_events', viewer) ? 'admins' : 'everyone'),
    load: async ({ ctx, audience }) => presentEvents(ctx.db, await listEvents(ctx.db, audience === 'admins')),
  },

  getEvent: {
    load: async ({ ctx, event }) => {
      const [presented] = await presentEvents(ctx.db, [event])
      if (!presented) throw new Error('one event in, one event out')
      return presented
    },
  },

  getEventStatus: async ({ ctx, event, viewer, membership }) => {
    const team = await membership()
    const place = await findSignupPlace(ctx.db, event.id, viewer?.user_id ?? null)
    return {
      team_id: team?.team_id ?? null,
      is_team_lead: team?.is_team_lead ?? false,
      application_status: findApplicationStatus({ is_in_team: team !== null, before: place.before }, event),
      number_of_signups: place.count,
      number_of_signups_before: place.before ?? 0,
      partner: place.partner,
    }
  },
} satisfies Partial<Handlers>
