import type { EventId, UserId } from '@muster/contract/ids'
import { readInterval_ms } from '@muster/contract/reading-intervals'
import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'
import type { Row } from '../db/schema.ts'
import type { Participant } from '../ingestion/participants.ts'
import type { Round } from './job.ts'
import { chooseListPause_ms, listRetry_ms, minute_ms } from './poll-intervals.ts'
import { isListDue, type NextPoll, type Poll, type Polled } from './poll-participant.ts'
import { chooseRetry_ms, forgiveFailures } from './retry.ts'

const longestPause_ms = 60 * minute_ms
/** Maximum number of participants per round; the game's rate limits space out the requests. */
export const batchSize = 60

/** Makes new participants due immediately. */
export async function insertPolls({ ctx, event }: Round, participants: readonly Participant[]): Promise<void> {
  if (participants.length === 0) return
  const now = new Date(ctx.clock.now())
  await ctx.db
    .insertInto('character_polls')
    .values(participants.map(({ user_id }) => ({ event_id: event.id, user_id, list_due_at: now, detail_due_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const isDue = (now: Date) => sql<boolean>`least(list_due_at, detail_due_at, atlas_due_at, wanted_at) <= ${now}`

/**
 * Participants who asked to be read, then those with the longest wait, alternating between teams: when many are due at once, no
 * team is served first.
 */
export function listDuePolls({ ctx, event }: Round): Promise<Poll[]> {
  return ctx.db
    .selectFrom('character_polls')
    .innerJoin('team_users', (join) =>
      join
        .onRef('team_users.event_id', '=', 'character_polls.event_id')
        .onRef('team_users.user_id', '=', 'character_polls.user_id'),
    )
    .selectAll('character_polls')
    .where('character_polls.event_id', '=', event.id)
    .where(isDue(new Date(ctx.clock.now())))
    .orderBy('wanted_at', (order) => order.asc().nullsLast())
    .orderBy(sql`row_number() over (partition by team_id order by detail_due_at, character_polls.user_id)`)
    .orderBy('detail_due_at')
    .orderBy('character_polls.user_id')
    .limit(batchSize)
    .execute()
}

/** All users who are due, including those not asked yet. */
export const listDueUsers = (tx: Tx, event_id: EventId, now: Date) =>
  tx.selectFrom('character_polls').select('user_id').where('event_id', '=', event_id).where(isDue(now)).execute()

export type Result = { readonly poll: Poll; readonly polled: Polled }

export const isAway = (results: readonly Result[]) => results.some(({ polled }) => polled.away !== undefined)

/**
 * Sets the next poll of each participant; there is no limit on retries. Participants skipped during an outage of the game stay
 * due.
 */
export function settlePolls(tx: Tx, event_id: EventId, results: readonly Result[], now: number): void {
  const asked = results.filter(({ polled }) => !('failure' in polled) || polled.away?.was_asked !== false)
  const settled = asked.map(({ poll, polled }) => ({
    user_id: poll.user_id,
    ...settle(poll, polled, now),
    ...settleRequest(poll, polled, now),
  }))
  if (isAway(results)) forgiveFailures(tx, 'character_polls', event_id)
  if (settled.length === 0) return
  tx.defer(sql`
    update character_polls set list_due_at = settled.list_due_at, detail_due_at = settled.detail_due_at,
      atlas_due_at = settled.atlas_due_at, failures_in_a_row = settled.failures_in_a_row, last_error = settled.last_error,
      asked_at = settled.asked_at, listed_at = settled.listed_at,
      -- A request made while the answer was loading stays.
      wanted_at = case when wanted_at <= settled.wanted_until then null else wanted_at end
    from unnest(
      ${settled.map((one) => one.user_id)}::int[], ${settled.map((one) => one.list_due_at)}::timestamptz[],
      ${settled.map((one) => one.detail_due_at)}::timestamptz[], ${settled.map((one) => one.atlas_due_at)}::timestamptz[],
      ${settled.map((one) => one.failures_in_a_row)}::int[], ${settled.map((one) => one.last_error)}::text[],
      ${settled.map((one) => one.asked_at)}::timestamptz[], ${settled.map((one) => one.listed_at)}::timestamptz[],
      ${settled.map((one) => one.wanted_until)}::timestamptz[]
    ) as settled (user_id, list_due_at, detail_due_at, atlas_due_at, failures_in_a_row, last_error, asked_at, listed_at, wanted_until)
    where event_id = ${event_id} and character_polls.user_id = settled.user_id`)
}

/**
 * The times of this attempt, and until when requests of the player are answered by it. During an outage of the game a request
 * stays open.
 */
function settleRequest(poll: Poll, polled: Polled, now: number) {
  const { asked_at, wanted_at } = poll
  const hasList = 'found' in polled ? polled.found.some(({ source }) => source === 'list') : isListDue(poll, now)
  const listed_at = hasList ? new Date(now) : poll.listed_at
  if (polled.away) return { asked_at, listed_at, wanted_until: null }
  return { asked_at: new Date(now), listed_at, wanted_until: wanted_at }
}

type Settled = NextPoll & Pick<Poll, 'failures_in_a_row' | 'last_error'>

function settle(poll: Poll, polled: Polled, now: number): Settled {
  if (!('failure' in polled)) return { ...polled.next, failures_in_a_row: 0, last_error: polled.note }
  const { reason, away, failure } = polled
  const failures_in_a_row = poll.failures_in_a_row + (away ? 0 : 1)
  const growing_ms = Math.min(longestPause_ms, minute_ms * 2 ** Math.min(failures_in_a_row, 8))
  // The participant of a probe stays due, but behind all participants who were not asked.
  const pause_ms = away ? 0 : chooseRetry_ms(reason, growing_ms)
  const retry_at = new Date(now + pause_ms)
  const wasListDue = poll.list_due_at.getTime() <= now
  return {
    // A character that is not found was renamed or deleted. The list has its new name; asking for the old one again would not
    // help.
    list_due_at:
      reason === 'missing' ? new Date(now) : wasListDue ? new Date(now + Math.max(pause_ms, listRetry_ms)) : poll.list_due_at,
    detail_due_at: retry_at,
    // A due poll would stay due and be repeated immediately.
    atlas_due_at: poll.atlas_due_at && (poll.atlas_due_at > retry_at ? poll.atlas_due_at : retry_at),
    failures_in_a_row,
    last_error: away ? poll.last_error : failure.slice(0, 500),
  }
}

/**
 * The game responds again. Lists are rationed, so a list used as a probe waits longer than other requests. Without this it would
 * be read later than lists that were not probes.
 */
export function advanceLists(tx: Tx, event_id: EventId, now: number): void {
  tx.defer(
    tx
      .updateTable('character_polls')
      .set({ list_due_at: new Date(now) })
      .where('event_id', '=', event_id)
      .where('list_due_at', '>', new Date(now))
      .where('list_due_at', '<=', new Date(now + listRetry_ms)),
  )
}

/** A player who was seen playing has new data, so their character is due immediately even after a long idle period. */
export function wakePolls(tx: Tx, event: Row<'events'>, players: readonly UserId[], at: Date): void {
  if (players.length === 0) return
  const after = (pause_ms: number) => new Date(at.getTime() + pause_ms)
  // Players with a short interval are due soon anyway.
  const soon = after(readInterval_ms(event, 'read_playing_seconds'))
  const atlasSoon = after(readInterval_ms(event, 'read_grown_atlas_seconds'))
  tx.defer(sql`
    update character_polls set
      detail_due_at = case when detail_due_at > ${soon}::timestamptz then ${at} else detail_due_at end,
      atlas_due_at = case when atlas_due_at > ${atlasSoon}::timestamptz then ${at} else atlas_due_at end
    where event_id = ${event.id} and user_id = any(${players}::int[]) and failures_in_a_row = 0
      and (detail_due_at > ${soon} or atlas_due_at > ${atlasSoon})`)
}

/**
 * The ladder shows a character that may score instead of the known one. Only its owner's list can tell, so the list is due, at
 * the usual distance from the last one.
 */
export function wakeLists(
  tx: Tx,
  event: Row<'events'>,
  players: readonly { readonly user_id: UserId; readonly has_tracked: boolean }[],
  at: Date,
): void {
  if (players.length === 0) return
  const sooner = players.map(({ has_tracked }) => chooseListPause_ms(event, has_tracked) - listRetry_ms)
  const due_at = sql`greatest(${at}, list_due_at - sooner_ms * interval '1 millisecond')`
  // The detail is read together with the list, and its time decides the order.
  tx.defer(sql`
    update character_polls set list_due_at = least(list_due_at, ${due_at}), detail_due_at = least(detail_due_at, ${due_at})
    from unnest(${players.map(({ user_id }) => user_id)}::int[], ${sooner}::int[]) as woken (user_id, sooner_ms)
    where event_id = ${event.id} and character_polls.user_id = woken.user_id and failures_in_a_row = 0`)
}
