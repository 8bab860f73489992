import { readRecordSight } from '@muster/domain/access'
import { Answer, type Audience, type Handlers } from '../../call.ts'
import { Refusal } from '../../refusal.ts'
import { callerOf, viewerHas } from '../../viewer.ts'
import { loadRecord, type Sight } from './load-record.ts'
import { findRecordOwner, updateSharing } from './store.ts'

const writeSight = (sight: Sight): Audience => `across ${JSON.stringify(sight)}`
/** The audience that `writeSight` made. */
const readSight = (audience: Audience) => JSON.parse(String(audience).slice('across '.length)) as Sight

export const recordRoutes = {
  getPlayerRecord: {
    audience: async ({ ctx, viewer, params }) => {
      const owner = await findRecordOwner(ctx.db, params.user_id, viewer?.user_id ?? null)
      if (!owner) throw new Refusal('user_not_found')
      const { sharing, places } = owner
      const { is_found, ...sight } = readRecordSight(sharing, callerOf(viewer, { is_self: viewer?.user_id === params.user_id }))
      if (!is_found) throw new Refusal('user_not_found')
      return writeSight({
        ...sight,
        sharing,
        sees_hidden_events: viewerHas('see_hidden_events', viewer),
        opened: places.filter((place) => viewerHas('see_hidden_events', viewer, place)).map(({ event_id }) => event_id),
        teams: places.map(({ team_id }) => team_id),
      })
    },
    read: async ({ ctx, db, params, audience }) => {
      const { record, changes_at } = await loadRecord({ ...ctx, db }, params.user_id, readSight(audience))
      return new Answer(record, { changes_at })
    },
  },

  saveRecordSharing: async ({ ctx, viewer, body }) => {
    await updateSharing(ctx.db, viewer.user_id, body)
    return body
  },
} satisfies Partial<Handlers>
