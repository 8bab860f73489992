import type { EventId } from '@muster/contract/ids'
import { recordChange } from '@muster/domain/scoring/recorded-change'
import type { EngineProblem } from '@muster/domain/scoring/problems'
import type { Scoreboard, ScoreDelta, TeamScore } from '@muster/domain/scoring/score'
import type { HidesProgress } from '@muster/domain/scoring/visibility'
import { sql } from 'kysely'
import type { Db, Tx } from '../db/connect.ts'
import { notify } from '../db/ledger.ts'
import { readShares, writeShares } from '../db/score-shares.ts'
import { tellMark } from '../telemetry/points.ts'

/** A writer with an outdated fence tried to write; another scorekeeper has the event. */
export class FenceLost extends Error {
  override readonly name = 'FenceLost'
}

/** Which objectives hid their progress when the stored changes were written, and which hide it now. */
export interface Hiding {
  readonly before: HidesProgress
  readonly now: HidesProgress
}

export interface Cursor {
  readonly ledger_sequence: number
  readonly change_sequence: number
  /** Event time of the next moment at which time alone can change a score; null if none. */
  readonly due_at: number | null
}

/** Makes this process the event's writer: raises the fence, so that the next update of an earlier writer matches no row. */
export async function raiseFence(db: Db, event_id: EventId): Promise<Cursor & { fence: number }> {
  const row = await db
    .insertInto('score_cursors')
    .values({ event_id, fence: 1 })
    .onConflict((conflict) => conflict.column('event_id').doUpdateSet((set) => ({ fence: set('score_cursors.fence', '+', 1) })))
    .returning(['ledger_sequence', 'change_sequence', 'fence', 'due_at'])
    .executeTakeFirstOrThrow()
  return { ...row, due_at: row.due_at?.getTime() ?? null }
}

/** More problems than an organiser solves before looking again. */
const maxProblems = 500

/**
 * Replaces the problems that the engine reports. Skips problems of an objective deleted in the meantime; the next definition
 * follows soon.
 * @throws FenceLost if another writer has taken the event.
 */
export async function replaceProblems(
  db: Db,
  event_id: EventId,
  fence: number,
  problems: readonly EngineProblem[],
): Promise<void> {
  const column = <T>(pick: (one: EngineProblem) => T) => problems.slice(0, maxProblems).map(pick)
  await db.transact(async (tx) => {
    const held = await tx
      .selectFrom('score_cursors')
      .select('fence')
      .where('event_id', '=', event_id)
      .where('fence', '=', fence)
      .forUpdate()
      .executeTakeFirst()
    if (!held) throw new FenceLost(`the scores of event ${event_id} have another writer`)
    tx.defer(tx.deleteFrom('scoring_problems').where('event_id', '=', event_id))
    tx.defer(sql`
      insert into scoring_problems (event_id, place, code, objective_id, preset_id, message)
      select ${event_id}, place, code, objective_id, preset_id, message
      from unnest(${column((one) => one.code)}::text[], ${column((one) => one.objective_id)}::int[],
        ${column((one) => one.preset_id)}::int[], ${column((one) => one.message)}::text[])
        with ordinality as found (code, objective_id, preset_id, message, place)
      where objective_id is null
        or exists (select from objectives where objectives.id = found.objective_id for key share)`)
  })
}

/** The stored board, in the format of the engine. */
export async function loadScoreboard(db: Db, event_id: EventId): Promise<Scoreboard> {
  const board = new Map<number, Map<number, TeamScore>>()
  const rows = await db.selectFrom('scores').selectAll().where('event_id', '=', event_id).execute()
  for (const { objective_id, team_id, points, rank, number, finished, timestamp, user_id, by_rule } of rows) {
    const teams = board.get(objective_id) ?? new Map<number, TeamScore>()
    board.set(objective_id, teams)
    const score = { points, rank, number, finished, timestamp: timestamp?.getTime() ?? null, user_id }
    teams.set(team_id, { ...score, ...readShares(by_rule) })
  }
  return board
}

function updateScores(tx: Tx, event_id: EventId, deltas: readonly ScoreDelta[], firstSequence: number): void {
  const gone = deltas.filter((delta) => delta.after === null)
  if (gone.length > 0) {
    tx.defer(sql`
      delete from scores using unnest(${gone.map((delta) => delta.objective_id)}::int[], ${gone.map((delta) => delta.team_id)}::int[]) as gone (objective_id, team_id)
      where scores.objective_id = gone.objective_id and scores.team_id = gone.team_id`)
  }
  const set = deltas.flatMap((delta, index) =>
    delta.after ? [{ ...delta, after: delta.after, sequence: firstSequence + index }] : [],
  )
  if (set.length === 0) return
  const column = <T>(pick: (one: (typeof set)[number]) => T) => set.map(pick)
  tx.defer(sql`
    insert into scores (event_id, objective_id, team_id, points, rank, number, finished, timestamp, user_id, sequence, by_rule)
    select ${event_id}, * from unnest(
      ${column((one) => one.objective_id)}::int[], ${column((one) => one.team_id)}::int[], ${column((one) => one.after.points)}::bigint[],
      ${column((one) => one.after.rank)}::int[], ${column((one) => one.after.number)}::bigint[], ${column((one) => one.after.finished)}::bool[],
      ${column((one) => toDate(one.after.timestamp))}::timestamptz[], ${column((one) => one.after.user_id)}::int[], ${column((one) => one.sequence)}::bigint[],
      ${column((one) => writeShares(one.after.by_rule))}::json[])
    on conflict (objective_id, team_id) do update set
      points = excluded.points, rank = excluded.rank, number = excluded.number, finished = excluded.finished,
      timestamp = excluded.timestamp, user_id = excluded.user_id, sequence = excluded.sequence, by_rule = excluded.by_rule`)
}

const toDate = (time: number | null) => (time === null ? null : new Date(time))

function insertChanges(
  tx: Tx,
  event_id: EventId,
  deltas: readonly ScoreDelta[],
  hiding: Hiding,
  firstSequence: number,
  at: Date,
): void {
  const rows = deltas.map((delta, index) => {
    const hid = { before: hiding.before(delta.objective_id), after: hiding.now(delta.objective_id) }
    return recordChange(delta, firstSequence + index, hid)
  })
  const column = <T>(pick: (one: (typeof rows)[number]) => T) => rows.map(pick)
  // unnest does not split nested arrays by row, so the changed fields are passed as comma-separated text.
  tx.defer(sql`
    insert into score_changes (event_id, sequence, changed_at, objective_id, team_id, diff_type, field_diff, hid_before, hide_progress,
      points_before, finished_before, points, rank, number, finished, timestamp, user_id, by_rule)
    select ${event_id}, sequence, ${at}, objective_id, team_id, diff_type, string_to_array(field_diff, ','), hid_before, hide_progress,
      points_before, finished_before, points, rank, number, finished, timestamp, user_id, by_rule
    from unnest(
      ${column((one) => one.sequence)}::bigint[], ${column((one) => one.objective_id)}::int[], ${column((one) => one.team_id)}::int[],
      ${column((one) => one.diff_type)}::text[], ${column((one) => one.field_diff.join(','))}::text[], ${column((one) => one.hid_before)}::bool[], ${column((one) => one.hide_progress)}::bool[],
      ${column((one) => one.points_before)}::bigint[], ${column((one) => one.finished_before)}::bool[],
      ${column((one) => one.points)}::bigint[], ${column((one) => one.rank)}::int[], ${column((one) => one.number)}::bigint[],
      ${column((one) => one.finished)}::bool[], ${column((one) => toDate(one.timestamp))}::timestamptz[], ${column((one) => one.user_id)}::int[],
      ${column((one) => writeShares(one.by_rule))}::json[]
    ) as added (sequence, objective_id, team_id, diff_type, field_diff, hid_before, hide_progress, points_before, finished_before, points, rank, number, finished, timestamp, user_id, by_rule)`)
}

/**
 * Writes the changes of one step and moves the cursor, all or nothing.
 * @throws FenceLost if another writer has taken the event; nothing is written then.
 */
export async function writeStep(
  db: Db,
  event_id: EventId,
  step: {
    fence: number
    from: Cursor
    ledger_sequence: number
    due_at: number | null
    deltas: readonly ScoreDelta[]
    hiding: Hiding
    at: Date
  },
): Promise<Cursor> {
  const { fence, from, ledger_sequence, due_at, deltas, at } = step
  const next: Cursor = { ledger_sequence, change_sequence: from.change_sequence + deltas.length, due_at }
  await db.transact(async (tx) => {
    const moved = await tx
      .updateTable('score_cursors')
      .set({ ...next, due_at: toDate(due_at), updated_at: at })
      .where('event_id', '=', event_id)
      .where('fence', '=', fence)
      .where('ledger_sequence', '=', from.ledger_sequence)
      .where('change_sequence', '=', from.change_sequence)
      .executeTakeFirst()
    if (moved.numUpdatedRows !== 1n) throw new FenceLost(`the scores of event ${event_id} have another writer`)
    if (deltas.length === 0) return
    updateScores(tx, event_id, deltas, from.change_sequence + 1)
    insertChanges(tx, event_id, deltas, step.hiding, from.change_sequence + 1, at)
    notify(tx, 'scores', event_id)
  })
  if (deltas.length > 0) tellMark('wrote', 'scores', event_id, next.change_sequence)
  return next
}
