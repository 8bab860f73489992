import { ChangeId } from '@muster/contract/game-api'
import type { EventId } from '@muster/contract/ids'
import { findJobProblem } from '@muster/domain/events/job-problems'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/connect.ts'
import { notify } from '../../db/ledger.ts'
import type { Row } from '../../db/schema.ts'
import { recordOutcomes } from '../fetch-windows.ts'
import { insertProblem } from '../problems.ts'

/** Event time: a position is kept at most so often. */
export const keepPositionEvery_ms = 60_000
/** The newest positions of an event are kept: three and a half days of one a minute. */
const mostPositions = 5000
/** Kept positions that are tried when the game refuses the one where reading stands. */
const mostCandidates = 10
/** The stream moves so far in hours; no page is that large. */
const farthestStep = 1_000_000n

export const isPosition = (text: string): boolean => ChangeId.safeParse(text).success

const readNumbers = (change_id: string): bigint[] => change_id.split('-').map(BigInt)

/** Whether a page read from `from` cannot lead to `to`: the stream never moves that far, in either direction. */
export function isLeap(from: string, to: string): boolean {
  const next = readNumbers(to)
  return readNumbers(from).some((number, shard) => {
    const step = (next[shard] ?? number) - number
    return step > farthestStep || step < -farthestStep
  })
}

/** Whether moving from one position to another leaves something unread. What cannot be compared is taken to. */
export function isAhead(from: string, to: string): boolean {
  if (!isPosition(from)) return true
  const before = readNumbers(from)
  return readNumbers(to).some((number, shard) => number > (before[shard] ?? -1n))
}

/** Where reading stands; null before the first page. */
export function findCursor(db: Db, event_id: EventId): Promise<Row<'stream_cursors'> | undefined> {
  return db.selectFrom('stream_cursors').selectAll().where('event_id', '=', event_id).executeTakeFirst()
}

/** Keeps a position from which the game has given a page, and forgets the oldest beyond those that are kept. */
export function keepPosition(tx: Tx, event_id: EventId, change_id: string, read_at: Date): void {
  tx.defer(tx.insertInto('stream_positions').values({ event_id, change_id, read_at }))
  tx.defer(sql`
    delete from stream_positions where event_id = ${event_id} and id <= (
      select id from stream_positions where event_id = ${event_id} order by id desc offset ${mostPositions} limit 1)`)
}

/** The kept positions, newest first. */
export function listPositions(
  db: Db,
  event_id: EventId,
  limit: number,
): Promise<Pick<Row<'stream_positions'>, 'change_id' | 'read_at'>[]> {
  return db
    .selectFrom('stream_positions')
    .select(['change_id', 'read_at'])
    .where('event_id', '=', event_id)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Positions that the game has taken before: that of the page before first, then older and older ones. Null: none was ever kept. */
export async function listCandidates(
  db: Db,
  { event_id, next_change_id, previous_change_id }: Row<'stream_cursors'>,
): Promise<string[] | null> {
  const kept = await listPositions(db, event_id, mostCandidates)
  if (kept.length === 0 && previous_change_id === null) return null
  const known = [...(previous_change_id === null ? [] : [previous_change_id]), ...kept.map(({ change_id }) => change_id)]
  return [...new Set(known)].filter((one) => one !== next_change_id)
}

/** Takes note that reading went on further ahead: gaps that were still to be made up for are not, any more. */
export async function recordSkip(tx: Tx, event_id: EventId, at: Date): Promise<void> {
  await recordOutcomes(tx, event_id, 'public_tabs', [{ subject: '', user_id: null, outcome: 'skipped' }], at)
  await tx
    .updateTable('fetch_windows')
    .set({ reason: 'skipped', settled_at: at })
    .where('event_id', '=', event_id)
    .where('source', '=', 'public_tabs')
    .where('reason', 'is not', null)
    .where('settled_at', 'is', null)
    .execute()
}

/** Where to read on: from a position, from the end of the stream, or from where reading stood at a time. */
export type StreamTarget = { readonly change_id: string } | 'newest' | { readonly at: Date }

/** Where reading stood, and where it goes on. */
export interface Move {
  readonly from: string | null
  readonly to: string
  readonly has_skipped: boolean
}

/** `game`: it did not say where its stream ends. `target`: there is no such position to go to. */
export type Moved =
  | ({ readonly ok: true } & Move)
  | { readonly ok: false; readonly fault: 'game' | 'target'; readonly problem: string }

type Outside = Pick<Context, 'db' | 'clock' | 'game'>

async function resolveTarget(
  { db, game }: Outside,
  event_id: EventId,
  target: StreamTarget,
): Promise<{ to: string } | { fault: 'game' | 'target'; problem: string }> {
  if (target === 'newest') {
    const latest = await game.fetchLatestChangeId()
    if (latest.ok) return { to: latest.value }
    return { fault: 'game', problem: `The game did not return the current position of the stream: ${latest.failure.detail}` }
  }
  const fault = 'target'
  if ('change_id' in target) {
    const { change_id } = target
    return isPosition(change_id) ? { to: change_id } : { fault, problem: 'A position consists of numbers joined by hyphens' }
  }
  const kept = await db
    .selectFrom('stream_positions')
    .select('change_id')
    .where('event_id', '=', event_id)
    .where('read_at', '<=', target.at)
    .orderBy('read_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return kept ? { to: kept.change_id } : { fault, problem: `No position of ${target.at.toISOString()} or before is kept` }
}

/**
 * Sets the position from which the stream of an event is read on, also while the job runs: it goes on there at once. Reading
 * something again changes nothing; what is skipped is recorded as a gap. Whoever looks after the event sees it in the problems.
 * @param note writes down more about it, in the same transaction.
 */
export async function moveStream(
  ctx: Outside,
  event_id: EventId,
  target: StreamTarget,
  note?: (tx: Tx, move: Move) => Promise<void>,
): Promise<Moved> {
  const event = await ctx.db.selectFrom('events').select('game_version').where('id', '=', event_id).executeTakeFirst()
  if (!event) return { ok: false, fault: 'target', problem: `There is no event ${event_id}` }
  const impossible = findJobProblem('FetchStashChanges', event.game_version)
  if (impossible !== null) return { ok: false, fault: 'target', problem: impossible }
  const found = await resolveTarget(ctx, event_id, target)
  if ('problem' in found) return { ok: false, ...found }
  const { to } = found
  const at = new Date(ctx.clock.now())
  return ctx.db.transact(async (tx): Promise<Moved> => {
    const cursor = await tx
      .selectFrom('stream_cursors')
      .selectAll()
      .where('event_id', '=', event_id)
      .forUpdate()
      .executeTakeFirst()
    const from = cursor?.next_change_id ?? null
    const has_skipped = from !== null && isAhead(from, to)
    const moved = { next_change_id: to, previous_change_id: null, moved_at: at }
    await tx
      .insertInto('stream_cursors')
      .values({ event_id, ...moved })
      .onConflict((conflict) => conflict.column('event_id').doUpdateSet(moved))
      .execute()
    if (has_skipped) await recordSkip(tx, event_id, at)
    const problem = `The position in the stream was set from ${from ?? 'none'} to ${to}`
    await insertProblem(tx, { event_id, job_type: 'FetchStashChanges', timestamp: at, problem, excerpt: '' })
    await note?.(tx, { from, to, has_skipped })
    notify(tx, 'stream', event_id)
    return { ok: true, from, to, has_skipped }
  })
}
