import type { Endpoint } from '@muster/contract/endpoint'
import { sequenceHeader } from '@muster/contract/scores'
import { showChange } from '@muster/domain/scoring/recorded-change'
import { Answer, type Audience, type Call, type Handlers, teamOf } from '../../call.ts'
import { findDefinitionSequence } from '../../db/definition.ts'
import { Refusal } from '../../refusal.ts'
import { findLastChangeTime, findSequence, listVisibleChanges, loadHistory, loadLatest } from './store.ts'

/** Members see what their own team hides from the others. Visitors have no place that would have to be waited for. */
const byTeam = ({ viewer, membership }: Pick<Call<Endpoint>, 'viewer' | 'membership'>): Audience | Promise<Audience> =>
  viewer === null ? 'everyone' : membership().then((place) => place?.team_id ?? 'everyone')

export const scoreRoutes = {
  getLatestScoresForEvent: {
    audience: byTeam,
    // An edit decides what is hidden, a change what there is.
    version: async ({ ctx, event }) => {
      const sequence = await findSequence(ctx.db, event.id)
      return sequence === 0 ? null : `${sequence} ${await findDefinitionSequence(ctx.db, event.id)}`
    },
    load: async ({ ctx, event, audience }) => {
      const { sequence, diffs } = await loadLatest(ctx.db, event.id, teamOf(audience))
      return new Answer(diffs, { headers: { [sequenceHeader]: String(sequence) } })
    },
  },

  getScoreChanges: {
    audience: byTeam,
    version: async ({ ctx, event }) => String(await findSequence(ctx.db, event.id)),
    load: async ({ ctx, event, query, audience }) => {
      const team_id = teamOf(audience)
      const changes = await listVisibleChanges(ctx.db, event.id, team_id, query)
      return changes.flatMap((change) => {
        const shown = showChange(change, team_id)
        if (!shown) return []
        const { diff, points_before } = shown
        const { objective_id, diff_type, score } = diff
        const changed_at = Math.floor(change.changed_at.getTime() / 1000)
        return [{ sequence: change.sequence, changed_at, objective_id, team_id: diff.team_id, diff_type, points_before, score }]
      })
    },
  },

  getScoreHistory: {
    audience: byTeam,
    fresh_ms: 10_000,
    // Without changes the line only grows to the right; once a minute of event time is often enough for that.
    version: async ({ ctx, event }) => `${await findSequence(ctx.db, event.id)} ${Math.floor(ctx.clock.now() / 60_000)}`,
    load: async ({ ctx, event, query, audience }) => {
      if (query.from !== undefined && query.to !== undefined && query.from > query.to) {
        throw new Refusal('invalid_request', undefined, [{ field: 'from', problem: 'must not be after to' }])
      }
      const now = Math.floor(ctx.clock.now() / 1000)
      const end = Math.floor(event.event_end_time.getTime() / 1000)
      // Corrections are scored after the end and belong to the line.
      const last = Math.max(end, await findLastChangeTime(ctx.db, event.id))
      const from = Math.min(query.from ?? Math.floor(event.event_start_time.getTime() / 1000), last)
      const to = Math.max(from, Math.min(query.to ?? now, last))
      return loadHistory(ctx.db, event.id, teamOf(audience), { from, to, objective_id: query.objective_id })
    },
  },
} satisfies Partial<Handlers>
