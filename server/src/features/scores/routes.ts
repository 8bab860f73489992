import type { Endpoint } from '@muster/contract/endpoint'
import { sequenceHeader } from '@muster/contract/scores'
import { showChange } from '@muster/domain/scoring/recorded-change'
import { Answer, type Audience, type Call, type Handlers, teamOf } from '../../call.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import { listKeptPoints } from '../../archive/receipts.ts'
import { Refusal, refuseField } from '../../refusal.ts'
import { listManualPoints, maxManualPoints } from '../corrections/store.ts'
import { holdScores } from './held-scores.ts'
import { hasChange, listVisibleChanges, loadHistory } from './store.ts'

/** Members see the hidden progress of their own team. Visitors need no database query. */
const byTeam = ({ viewer, membership }: Pick<Call<Endpoint>, 'viewer' | 'membership'>): Audience | Promise<Audience> =>
  viewer === null ? 'everyone' : membership().then((place) => place?.team_id ?? 'everyone')

interface Asked {
  readonly ctx: Context
  readonly event: Row<'events'>
}

/** Edits decide which scores are hidden, changes which scores exist. */
async function findVersion({ ctx, event }: Asked): Promise<string | null> {
  const held = holdScores(ctx, event.id)
  await held.renew()
  return held.version
}
/** The changes sent by this process's feeds are known without a query. */
const knowVersion = ({ ctx, event }: Asked) => holdScores(ctx, event.id).known_version
/** The version of an answer with names, which a deletion changes. */
const withNames = <N extends null | undefined>({ event }: Asked, version: string | N): string | N =>
  typeof version === 'string' ? `${version} ${event.deleted_people}` : version

export const scoreRoutes = {
  getLatestScoresForEvent: {
    audience: byTeam,
    version: findVersion,
    knownVersion: knowVersion,
    load: async ({ ctx, event, audience }) => {
      const { sequence, diffs } = holdScores(ctx, event.id).listLatest(teamOf(audience))
      return new Answer(diffs, { headers: { [sequenceHeader]: String(sequence) } })
    },
  },

  // Points are written before the scorekeeper counts them, so a new version of the scores finds them.
  getManualPoints: {
    audience: () => 'everyone',
    version: async (asked) => withNames(asked, await findVersion(asked)),
    knownVersion: (asked) => withNames(asked, knowVersion(asked)),
    load: ({ ctx, event }) =>
      event.archived_at === null ? listManualPoints(ctx.db, event.id) : listKeptPoints(ctx.db, event.id, maxManualPoints),
  },

  getScoreChanges: {
    audience: byTeam,
    version: findVersion,
    knownVersion: knowVersion,
    load: async ({ ctx, event, query, audience }) => {
      const team_id = teamOf(audience)
      const { limit, only, ...narrower } = query
      const isNewest = Object.values(narrower).every((value) => value === undefined)
      const held = holdScores(ctx, event.id)
      const { sequence } = held.listLatest(team_id)
      const hasAll = query.after !== undefined && query.after >= sequence
      if (query.after !== undefined && !hasAll && !(await hasChange(ctx.db, event.id, query.after + 1)))
        throw new Refusal('changes_removed')
      const newest = hasAll ? [] : isNewest ? held.listNewest(team_id, limit, only) : null
      const changes = newest ?? (await listVisibleChanges(ctx.db, event.id, team_id, query))
      const shown = changes.flatMap((change) => {
        const visible = showChange(change, team_id)
        if (!visible) return []
        const { diff, points_before } = visible
        const { objective_id, diff_type, score } = diff
        const changed_at = Math.floor(change.changed_at.getTime() / 1000)
        return [{ sequence: change.sequence, changed_at, objective_id, team_id: diff.team_id, diff_type, points_before, score }]
      })
      return new Answer(shown, { headers: { [sequenceHeader]: String(sequence) } })
    },
  },

  getScoreHistory: {
    audience: byTeam,
    fresh_ms: 10_000,
    // Without changes the line only grows to the right; once a minute of event time is often enough for that.
    version: async (asked) => `${await findVersion(asked)} ${Math.floor(asked.ctx.clock.now() / 60_000)}`,
    load: async ({ ctx, event, query, audience }) => {
      if (query.from !== undefined && query.to !== undefined && query.from > query.to) {
        throw refuseField('from', 'must not be after to')
      }
      const now = Math.floor(ctx.clock.now() / 1000)
      const end = Math.floor(event.event_end_time.getTime() / 1000)
      // Corrections are scored after the end and belong to the line.
      const held = holdScores(ctx, event.id)
      const last = Math.max(end, Math.floor(held.lastChangeTime() / 1000))
      const from = Math.min(query.from ?? Math.floor(event.event_start_time.getTime() / 1000), last)
      const to = Math.max(from, Math.min(query.to ?? now, last))
      const { objective_id } = query
      const team_id = teamOf(audience)
      if (objective_id === undefined) return held.loadHistory(team_id, { from, to })
      return loadHistory(ctx.db, event.id, team_id, { from, to, objective_id })
    },
  },
} satisfies Partial<Handlers>
