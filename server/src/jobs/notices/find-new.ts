import type { EventId, ObjectiveId, TeamId } from '@muster/contract/ids'
import {
  findNextLook,
  noticeAnnouncement,
  noticeDates,
  noticeQueue,
  noticeRanks,
  noticeScores,
  noticeTracking,
  noTroubles,
  type PublicView,
  type Troubles,
} from '@muster/domain/notices/find-notices'
import type { Notice } from '@muster/domain/notices/notice'
import { showChange } from '@muster/domain/scoring/recorded-change'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/connect.ts'
import type { Row } from '../../db/schema.ts'
import { findState, listChangesAfter } from '../../features/scores/store.ts'
import { isWaiting } from '../../features/submissions/store.ts'
import { listTracking } from '../../features/tracking/store.ts'
import { loadPublicView, type ReadView } from './public-view.ts'

/** Changes read in one turn; the rest follows in the next. */
const maxChanges = 5000
/**
 * A transaction that began earlier may become visible later: dates of the last minutes are read again, and keys recognise them.
 */
const lookBack_ms = 5 * 60_000
/** Reading the queue and the tracking of players costs much, and a delay costs little. */
const troublesEvery_ms = 2 * 60_000

/** The union of what an event's routes ask for. */
export interface Wanted {
  /** The lowest limit of points of a route. */
  readonly least_points: number
  readonly queue: boolean
  readonly tracking: boolean
}

/** The objectives among these that a team had finished up to a number. Finished scores are visible to everyone. */
async function listFinished(db: Db, event_id: EventId, up_to: number, objective_ids: readonly number[]): Promise<Set<number>> {
  if (objective_ids.length === 0) return new Set()
  const { rows } = await sql<{ objective_id: number }>`
    select distinct objective_id from score_changes
    where event_id = ${event_id} and sequence <= ${up_to} and finished and diff_type <> 'Removed'
      and objective_id = any(${objective_ids})`.execute(db)
  return new Set(rows.map(({ objective_id }) => objective_id))
}

async function findScores(db: Db, event_id: EventId, view: PublicView, after: number, up_to: number, least: number) {
  const changes = (await listChangesAfter(db, event_id, after, maxChanges)).filter(({ sequence }) => sequence <= up_to)
  const times = new Map(changes.map(({ sequence, changed_at }) => [sequence, changed_at.getTime()]))
  const visible = changes.flatMap((change) => showChange(change, null) ?? [])
  const finishing = visible.filter(({ diff }) => diff.score.finished).map(({ diff }) => diff.objective_id)
  const finished = await listFinished(db, event_id, after, [...new Set(finishing)])
  const notices = noticeScores(view, visible, finished, (sequence) => times.get(sequence) ?? 0, least)
  return { notices, sequence: changes.length < maxChanges ? up_to : (changes.at(-1)?.sequence ?? up_to) }
}

/** Announcements that began to be shown since a moment. */
async function findAnnouncements(db: Db, event_id: EventId, from: number, now: number): Promise<Notice[]> {
  const rows = await db
    .selectFrom('announcements')
    .select(['id', 'title', 'text', 'audience', 'starts_at', 'written_at'])
    .where('event_id', '=', event_id)
    .where('removed_at', 'is', null)
    .where('starts_at', '<=', new Date(now))
    .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', new Date(now))]))
    .where(sql<boolean>`greatest(starts_at, written_at) > ${new Date(from)}`)
    .orderBy('starts_at')
    .orderBy('id')
    .limit(100)
    .execute()
  return rows.map(({ starts_at, written_at, ...row }) =>
    noticeAnnouncement({ ...row, since: Math.max(starts_at.getTime(), written_at.getTime()) }),
  )
}

async function readQueue(db: Db, event_id: EventId): Promise<{ count: number; oldest_at: number | null }> {
  const row = await db
    .selectFrom('submissions')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('submitted_at').as('oldest_at')])
    .where('event_id', '=', event_id)
    .where(isWaiting)
    .executeTakeFirst()
  const oldest = row?.oldest_at as Date | null | undefined
  return { count: Number(row?.count ?? 0), oldest_at: oldest?.getTime() ?? null }
}

/** Players whose points are being missed now, by team. */
async function listBroken(ctx: Context, event: Row<'events'>, now: number): Promise<Map<number, number[]>> {
  const broken = new Map<number, number[]>()
  for (const { user_id, team_id, notes } of await listTracking(ctx, event, now, {})) {
    if (notes.some(({ state }) => state === 'broken')) broken.set(team_id, [...(broken.get(team_id) ?? []), user_id])
  }
  return broken
}

/** Reads outside the transaction: `listTracking` uses several connections. */
async function findTroubles(
  ctx: Context,
  event: Row<'events'>,
  view: PublicView | null,
  wanted: Wanted,
  told: Troubles,
  now: number,
) {
  const notices: Notice[] = []
  let { is_queue_long, players } = told
  if (wanted.queue) {
    const { isLong, notice } = noticeQueue(await readQueue(ctx.db, event.id), is_queue_long, now)
    is_queue_long = isLong
    if (notice) notices.push(notice)
  }
  const isRunning = event.event_start_time.getTime() <= now && now < event.event_end_time.getTime()
  if (view && wanted.tracking && isRunning && ctx.game !== null) {
    const broken = await listBroken(ctx, event, now)
    notices.push(...noticeTracking(view, broken, players, now))
    players = Object.fromEntries(broken)
  }
  return { notices, troubles: { is_queue_long, players } }
}

async function insertNotices(tx: Tx, event_id: EventId, notices: readonly Notice[], last: number): Promise<number> {
  if (notices.length === 0) return last
  const known = await tx
    .selectFrom('notices')
    .select('key')
    .where('event_id', '=', event_id)
    .where(
      'key',
      'in',
      notices.map(({ key }) => key),
    )
    .execute()
  const seen = new Set(known.map(({ key }) => key))
  const rows = []
  let sequence = last
  for (const notice of notices.toSorted((a, b) => a.at - b.at)) {
    if (seen.has(notice.key)) continue
    seen.add(notice.key)
    const { kind, key, at, team_id, objective_id, values, audience = null, ranks = null } = notice
    const texts = { facts: JSON.stringify(values), ranks: ranks && JSON.stringify(ranks) }
    const subject = { team_id: team_id as TeamId | null, objective_id: objective_id as ObjectiveId | null }
    rows.push({ event_id, sequence: ++sequence, key, kind, happened_at: new Date(at), ...subject, audience, ...texts })
  }
  if (rows.length > 0) await tx.insertInto('notices').values(rows).execute()
  return sequence
}

type Cursor = Row<'notice_cursors'>

/** The state from which the next look continues. */
const readState = (read: ReadView, definition_sequence: number, now: number) => ({
  definition_sequence,
  next_look_at: new Date(findNextLook(read.view, read.changes_at, now)),
  standings: JSON.stringify(read.view.standings),
})

/** A first look only remembers where to start. */
async function startCursor(db: Db, event_id: EventId, read: ReadView, definition: number, now: number): Promise<void> {
  const start = {
    ...readState(read, definition, now),
    change_sequence: read.sequence,
    looked_at: new Date(now),
    troubles: JSON.stringify(noTroubles),
  }
  await db
    .insertInto('notice_cursors')
    .values({ event_id, last_sequence: 0, began_at: new Date(now), ...start })
    .onConflict((conflict) => conflict.column('event_id').doUpdateSet(start))
    .execute()
}

/** Notices from scores and dates since the last look. */
async function findInView(db: Db, event_id: EventId, before: Cursor, read: ReadView, wanted: Wanted, from: number, now: number) {
  const { view } = read
  const scores = await findScores(db, event_id, view, before.change_sequence, read.sequence, wanted.least_points)
  const ranks = noticeRanks(before.standings, view.standings, now)
  return { sequence: scores.sequence, notices: [...scores.notices, ...(ranks ? [ranks] : []), ...noticeDates(view, from, now)] }
}

/**
 * Finds what happened in an event since the last look, as visitors see it, and stores it as notices. Position and notices are
 * committed together. Scores and objectives are only read if they have changed, or a date has come.
 */
export async function findNewNotices(ctx: Context, event: Row<'events'>, wanted: Wanted): Promise<void> {
  const { db } = ctx
  const now = ctx.clock.now()
  // Read before the view: an edit in between is found by the next look.
  const state = await findState(db, event.id)
  const before = await db.selectFrom('notice_cursors').selectAll().where('event_id', '=', event.id).executeTakeFirst()
  // Numbers that went back (a restored database), and a hidden event, start again from the present.
  if (!before || before.change_sequence > state.sequence || !event.is_public)
    return startCursor(db, event.id, await loadPublicView(db, event, now), state.definition, now)
  const isTroubleDue = before.troubles_read_at === null || before.troubles_read_at.getTime() <= now - troublesEvery_ms
  const isSame =
    before.change_sequence === state.sequence &&
    before.definition_sequence === state.definition &&
    before.next_look_at !== null &&
    now < before.next_look_at.getTime()
  const read = isSame && !(isTroubleDue && wanted.tracking) ? null : await loadPublicView(db, event, now)
  // Routes get no notice from before the first route of the event.
  const from = Math.max(before.looked_at.getTime() - lookBack_ms, before.began_at.getTime())
  const found = read && (await findInView(db, event.id, before, read, wanted, from, now))
  const troubles = isTroubleDue ? await findTroubles(ctx, event, read?.view ?? null, wanted, before.troubles, now) : null
  const notices = [...(found?.notices ?? []), ...(await findAnnouncements(db, event.id, from, now)), ...(troubles?.notices ?? [])]
  await db.transact(async (tx) => {
    const held = await tx
      .selectFrom('notice_cursors')
      .select(['change_sequence', 'last_sequence'])
      .where('event_id', '=', event.id)
      .forUpdate()
      .executeTakeFirst()
    // Another process was faster, or the last route was removed.
    if (!held || held.change_sequence !== before.change_sequence) return
    const last_sequence = await insertNotices(tx, event.id, notices, held.last_sequence)
    await tx
      .updateTable('notice_cursors')
      .set({
        looked_at: new Date(now),
        last_sequence,
        ...(read && found && { ...readState(read, state.definition, now), change_sequence: found.sequence }),
        ...(troubles && { troubles: JSON.stringify(troubles.troubles), troubles_read_at: new Date(now) }),
      })
      .where('event_id', '=', event.id)
      .execute()
  })
}
