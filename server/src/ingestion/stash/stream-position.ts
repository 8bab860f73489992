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

/** Event time: minimum interval between two stored positions. */
export const keepPositionEvery_ms = 60_000
/** Upper bound for the stored positions of an event: three and a half days at one per minute. */
const maxPositions = 5000
/** Stored positions to try when the game refuses the current one. */
const maxCandidates = 10
/** The stream takes hours to move this far; no page is that large. */
const maxStep = 1_000_000n

export const isPosition = (text: string): boolean => ChangeId.safeParse(text).success

const readNumbers = (change_id: string): bigint[] => change_id.split('-').map(BigInt)

/** Whether a page read from `from` cannot lead to `to`: the distance is too large, in either direction. */
export function isLeap(from: string, to: string): boolean {
  const next = readNumbers(to)
  return readNumbers(from).some((number, shard) => {
    const step = (next[shard] ?? number) - number
    return step > maxStep || step < -maxStep
  })
}

/** An earlier position; the stream accepts any numbers and moves to the nearest position. */
export const moveBack = (from: string, step: bigint): string =>
  readNumbers(from)
    .map((number) => (number > step ? number - step : 0n))
    .join('-')

/** Whether moving from one position to another skips data. True if they cannot be compared. */
export function isAhead(from: string, to: string): boolean {
  if (!isPosition(from)) return true
  const before = readNumbers(from)
  return readNumbers(to).some((number, shard) => number > (before[shard] ?? -1n))
}

/** The current position; null before the first page. */
export function findCursor(db: Db, event_id: EventId): Promise<Row<'stream_cursors'> | undefined> {
  return db.selectFrom('stream_cursors').selectAll().where('event_id', '=', event_id).executeTakeFirst()
}

/** Stores a position from which the game has returned a page, and deletes the oldest ones beyond the limit. */
export function keepPosition(tx: Tx, event_id: EventId, change_id: string, read_at: Date): void {
  tx.defer(tx.insertInto('stream_positions').values({ event_id, change_id, read_at }))
  tx.defer(sql`
    delete from stream_positions where event_id = ${event_id} and id <= (
      select id from stream_positions where event_id = ${event_id} order by id desc offset ${maxPositions} limit 1)`)
}

/** Stored positions, newest first. */
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

/**
 * Positions that the game has accepted before: that of the previous page first, then ever older ones. Null if none was ever
 * stored.
 */
export async function listCandidates(
  db: Db,
  { event_id, next_change_id, previous_change_id }: Row<'stream_cursors'>,
): Promise<string[] | null> {
  const kept = await listPositions(db, event_id, maxCandidates)
  if (kept.length === 0 && previous_change_id === null) return null
  const known = [...(previous_change_id === null ? [] : [previous_change_id]), ...kept.map(({ change_id }) => change_id)]
  return [...new Set(known)].filter((one) => one !== next_change_id)
}

/** Records that reading continued further ahead: open gaps will no longer be filled. */
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

/** New position: a given one, the end of the stream, or the position at a given time. */
export type StreamTarget = { readonly change_id: string } | 'newest' | { readonly at: Date }

/** The position before and after. */
export interface Move {
  readonly from: string | null
  readonly to: string
  readonly has_skipped: boolean
}

/** `game`: the game did not return the end of its stream. `target`: the requested position does not exist. */
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
    if (!game) return { fault: 'game', problem: "This server has no client of the game's API" }
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
  return kept ? { to: kept.change_id } : { fault, problem: `No stored position is as old as ${target.at.toISOString()}` }
}

/**
 * Sets the position from which an event's stream is read, even while the job runs: it continues there immediately. Data read
 * again changes nothing; skipped data is recorded as a gap. The move is listed among the problems.
 * @param note stores more about the move, in the same transaction.
 */
export async function moveStream(
  ctx: Outside,
  event_id: EventId,
  target: StreamTarget,
  note?: (tx: Tx, move: Move) => Promise<void>,
): Promise<Moved> {
  const event = await ctx.db.selectFrom('events').select('game_version').where('id', '=', event_id).executeTakeFirst()
  if (!event) return { ok: false, fault: 'target', problem: `Event ${event_id} does not exist` }
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
    const problem = `The stream position was moved from ${from ?? 'none'} to ${to}; reading continues there`
    await insertProblem(tx, { event_id, job_type: 'FetchStashChanges', timestamp: at, problem, excerpt: '' })
    await note?.(tx, { from, to, has_skipped })
    notify(tx, 'stream', event_id)
    return { ok: true, from, to, has_skipped }
  })
}
