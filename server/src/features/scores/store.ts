import type { EventId, ObjectiveId, TeamId } from '@muster/contract/ids'
import type { ScoreDiff, ScoreHistory } from '@muster/contract/scores'
import { toWireScore } from '@muster/domain/scoring/diff'
import type { RecordedChange } from '@muster/domain/scoring/recorded-change'
import { isVisible } from '@muster/domain/scoring/visibility'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Row } from '../../db/schema.ts'
import { readShares } from '../../db/score-shares.ts'
import { maxSteps, type Step } from './history-lines.ts'

/** A recorded change with its event time. */
export type StoredChange = RecordedChange & { readonly changed_at: Date }

const toMs = (timestamp: Date | null) => timestamp?.getTime() ?? null
/** A row of changes in the form of the rules. */
export const toStoredChange = ({ by_rule, ...row }: Row<'score_changes'>): StoredChange => ({
  ...row,
  timestamp: toMs(row.timestamp),
  ...readShares(by_rule),
})

/**
 * The domain's `isVisible` as a condition on a row, for sums and pages in the database: own team, finished, or nothing hidden.
 * `visibility.test.ts` compares the two.
 */
function sees(
  audience: TeamId | null,
  row: { team_id: RawBuilder<unknown>; finished: RawBuilder<unknown>; hides: RawBuilder<unknown> },
) {
  return sql<boolean>`(${row.team_id} is not distinct from ${audience}::int or ${row.finished} or not ${row.hides})`
}

/** The number of an event's newest change; 0 before the first. */
export async function findSequence(db: Db, event_id: EventId): Promise<number> {
  const row = await db.selectFrom('score_cursors').select('change_sequence').where('event_id', '=', event_id).executeTakeFirst()
  return row?.change_sequence ?? 0
}

/** Numbers of the newest changes of several events. */
export async function listSequences(db: Db, event_ids: readonly EventId[]): Promise<Map<EventId, number>> {
  if (event_ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('score_cursors')
    .select(['event_id', 'change_sequence'])
    .where('event_id', 'in', event_ids)
    .execute()
  return new Map(rows.map((row) => [row.event_id, row.change_sequence]))
}

/** The numbers of the newest change of an event's scores and of its definition, in one query; 0 if there is none. */
export async function findState(db: Db, event_id: EventId): Promise<{ sequence: number; definition: number }> {
  const { rows } = await sql<{ sequence: number; definition: number }>`
    select
      coalesce((select change_sequence from score_cursors where event_id = ${event_id}), 0) as sequence,
      coalesce((select max(sequence) from definition_changes where event_id = ${event_id}), 0) as definition`.execute(db)
  return rows[0] ?? { sequence: 0, definition: 0 }
}

/** Whether each objective of an event hides progress. */
export async function listHiding(db: Db, event_id: EventId): Promise<Map<ObjectiveId, boolean>> {
  const rows = await db.selectFrom('objectives').select(['id', 'hide_progress']).where('event_id', '=', event_id).execute()
  return new Map(rows.map(({ id, hide_progress }) => [id, hide_progress]))
}

type ScoreRow = Pick<
  StoredChange,
  'objective_id' | 'team_id' | 'sequence' | 'points' | 'rank' | 'number' | 'finished' | 'timestamp' | 'user_id' | 'by_rule'
>

/** A score in the form of the latest scores. */
export function toLatest({ objective_id, team_id, sequence, ...score }: ScoreRow): ScoreDiff {
  const place = { objective_id: objective_id as ObjectiveId, team_id: team_id as TeamId }
  return { ...place, diff_type: 'Unchanged', score: toWireScore(score), sequence }
}

/** All current scores, unfiltered, and the number of their state: one statement, one moment. */
export async function listScores(
  db: Db,
  event_id: EventId,
): Promise<{ sequence: number; scores: { diff: ScoreDiff; hides: boolean }[] }> {
  const rows = await db
    .selectFrom('score_cursors as cursor')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('scores')
          .innerJoin('objectives', 'objectives.id', 'scores.objective_id')
          .selectAll('scores')
          .select('hide_progress')
          .where('scores.event_id', '=', event_id)
          .as('score'),
      (join) => join.onRef('score.event_id', '=', 'cursor.event_id'),
    )
    .select([
      'cursor.change_sequence',
      'objective_id',
      'team_id',
      'points',
      'rank',
      'number',
      'finished',
      'timestamp',
      'user_id',
      'by_rule',
      'sequence',
      'hide_progress',
    ])
    .where('cursor.event_id', '=', event_id)
    .orderBy('objective_id')
    .orderBy('team_id')
    .execute()
  const scores = rows.flatMap(({ objective_id, team_id, points, rank, number, finished, timestamp, user_id, ...more }) => {
    if (objective_id === null || team_id === null || points === null || rank === null || number === null || finished === null)
      return []
    const score = { points, rank, number, finished, timestamp: toMs(timestamp), user_id, sequence: more.sequence ?? 0 }
    return [
      { diff: toLatest({ objective_id, team_id, ...score, ...readShares(more.by_rule) }), hides: more.hide_progress ?? true },
    ]
  })
  return { sequence: rows[0]?.change_sequence ?? 0, scores }
}

/** All current scores that an audience may see, and the number of their state. */
export async function loadLatest(
  db: Db,
  event_id: EventId,
  audience: TeamId | null,
): Promise<{ sequence: number; diffs: ScoreDiff[] }> {
  const { sequence, scores } = await listScores(db, event_id)
  return {
    sequence,
    diffs: scores.flatMap(({ diff, hides }) => (isVisible(audience, diff.team_id, diff.score, hides) ? [diff] : [])),
  }
}

/** Changes after a number, in order, at most `limit`. */
export async function listChangesAfter(db: Db, event_id: EventId, after: number, limit: number): Promise<StoredChange[]> {
  const rows = await db
    .selectFrom('score_changes')
    .selectAll()
    .where('event_id', '=', event_id)
    .where('sequence', '>', after)
    .orderBy('sequence')
    .limit(limit)
    .execute()
  return rows.map(toStoredChange)
}

/** Numbers have no gaps, but a restored database continues after one, and the sandbox removes old changes. */
export async function hasChange(db: Db, event_id: EventId, sequence: number): Promise<boolean> {
  const change = db
    .selectFrom('score_changes')
    .select('sequence')
    .where('event_id', '=', event_id)
    .where('sequence', '=', sequence)
  return (await change.executeTakeFirst()) !== undefined
}

/** Changes that an audience may see, newest first, older than `before`; with `after` newer, oldest first. */
export async function listVisibleChanges(
  db: Db,
  event_id: EventId,
  audience: TeamId | null,
  page: {
    before?: number | undefined
    /** Oldest first. */
    after?: number | undefined
    limit: number
    /** Unix seconds, both included. */
    from?: number | undefined
    to?: number | undefined
    only?: 'points' | undefined
    team_id?: TeamId | undefined
  },
): Promise<StoredChange[]> {
  const team_id = sql.ref('team_id')
  const hides = sql.ref('hide_progress')
  const seesAfter = sql<boolean>`(diff_type <> 'Removed' and ${sees(audience, { team_id, hides, finished: sql.ref('finished') })})`
  const sawBefore = sql<boolean>`(points_before is not null and ${sees(audience, { team_id, hides: sql`coalesce(hid_before, hide_progress)`, finished: sql`coalesce(finished_before, false)` })})`
  const isToggled = sql<boolean>`(diff_type = 'Changed' and cardinality(field_diff) = 0 and coalesce(hid_before <> hide_progress, false))`
  let changes = db
    .selectFrom('score_changes')
    .selectAll()
    .where('event_id', '=', event_id)
    .where(sql<boolean>`(${seesAfter} or ${sawBefore})`)
    .where(sql<boolean>`not (${isToggled} and ${seesAfter} and ${sawBefore})`)
  if (page.team_id !== undefined) changes = changes.where('team_id', '=', page.team_id)
  if (page.before !== undefined) changes = changes.where('sequence', '<', page.before)
  if (page.after !== undefined) changes = changes.where('sequence', '>', page.after)
  if (page.from !== undefined) changes = changes.where(sql<boolean>`changed_at >= to_timestamp(${page.from}::float8)`)
  if (page.to !== undefined) changes = changes.where(sql<boolean>`changed_at < to_timestamp(${page.to}::float8 + 1)`)
  if (page.only === 'points') {
    // Visible points before and after; hidden points are 0.
    const after = sql`case when ${seesAfter} then points else 0 end`
    changes = changes.where(sql<boolean>`${after} <> case when ${sawBefore} then points_before else 0 end`)
  }
  const order = page.after === undefined ? 'desc' : 'asc'
  return (await changes.orderBy('sequence', order).limit(page.limit).execute()).map(toStoredChange)
}

/** Team totals without points hidden from other teams; teams without scores are left out. */
export async function loadPublicTotals(db: Db, event_id: EventId): Promise<Record<string, number>> {
  const visible = sees(null, { team_id: sql.ref('team_id'), finished: sql.ref('finished'), hides: sql.ref('hide_progress') })
  const rows = await db
    .selectFrom('scores')
    .innerJoin('objectives', 'objectives.id', 'scores.objective_id')
    .select(['team_id', sql<number>`sum(case when ${visible} then points else 0 end)`.as('total')])
    .where('scores.event_id', '=', event_id)
    .groupBy('team_id')
    .orderBy('team_id')
    .execute()
  return Object.fromEntries(rows.map((row) => [row.team_id, row.total]))
}

export async function findTeamIds(db: Db, event_id: EventId): Promise<TeamId[]> {
  const teams = await db.selectFrom('teams').select('id').where('event_id', '=', event_id).orderBy('id').execute()
  return teams.map(({ id }) => id)
}

/** The change of the team's total for each change up to a number, as the team sees it and as everyone else does. */
export async function listSteps(db: Db, event_id: EventId, up_to: number): Promise<Step[]> {
  const { rows } = await sql<Step>`
    with totals as (
      select team_id, objective_id, sequence, floor(extract(epoch from changed_at))::bigint as at,
        case when diff_type = 'Removed' then 0 else points end as own,
        case when diff_type <> 'Removed' and (finished or not hide_progress) then points else 0 end as open
      from score_changes where event_id = ${event_id} and sequence <= ${up_to}
    ), steps as (
      select team_id, sequence, at,
        own - lag(own, 1, 0::bigint) over before as own,
        open - lag(open, 1, 0::bigint) over before as open
      from totals window before as (partition by objective_id, team_id order by sequence)
    )
    select team_id, at, own, open from steps where own <> 0 or open <> 0 order by sequence`.execute(db)
  return rows
}

/**
 * Visible team totals over time, times in unix seconds. Each team starts with its total at `from`; the last step in each slice of
 * time is kept, so every step is true and the newest is exact. With an objective only it and everything below it counts.
 */
export async function loadHistory(
  db: Db,
  event_id: EventId,
  audience: TeamId | null,
  { from, to, objective_id }: { from: number; to: number; objective_id?: ObjectiveId | undefined },
): Promise<ScoreHistory> {
  const visible = sees(audience, { team_id: sql.ref('team_id'), finished: sql.ref('finished'), hides: sql.ref('hide_progress') })
  const team_ids = await findTeamIds(db, event_id)
  const { rows } = await sql<{ team_id: TeamId; at: number; total: number }>`
    with recursive branch as (
      select id from objectives where event_id = ${event_id} and id = ${objective_id ?? null}::int
      union select child.id from objectives as child join branch on child.parent_id = branch.id
    ), shown as (
      select team_id, objective_id, sequence, floor(extract(epoch from changed_at))::bigint as at,
        case when diff_type <> 'Removed' and ${visible} then points else 0 end as points
      from score_changes
      where event_id = ${event_id} and changed_at < to_timestamp(${to}::float8 + 1)
        and (${objective_id ?? null}::int is null or objective_id in (select id from branch))
    ), steps as (
      select *, points - lag(points, 1, 0::bigint) over (partition by objective_id, team_id order by sequence) as step from shown
    ), totals as (
      select team_id, sequence, at, sum(step) over (partition by team_id order by sequence) as total from steps where step <> 0
    )
    select distinct on (team_id, slice) team_id, greatest(at, ${from}::bigint) as at, total,
      case when at <= ${from}::bigint then 0 else 1 + (at - ${from}::bigint) * ${maxSteps - 2}::bigint / ${Math.max(to - from, 1)}::bigint end as slice
    from totals
    order by team_id, slice, sequence desc`.execute(db)
  const steps = Map.groupBy(rows, (row) => row.team_id)
  return {
    from,
    to,
    teams: team_ids.map((team_id) => {
      const own = (steps.get(team_id) ?? []).map(({ at, total }): [number, number] => [at, total])
      return { team_id, steps: own[0]?.[0] === from ? own : [[from, 0], ...own] }
    }),
  }
}
