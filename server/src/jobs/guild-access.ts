import type { StashTabOfGame } from '@muster/contract/game-api'
import type { EventId } from '@muster/contract/ids'
import { readInterval_ms } from '@muster/contract/reading-intervals'
import { guildScope } from '@muster/domain/guilds/tab-access'
import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'
import { lockGuildTabs } from '../db/ledger.ts'
import type { Row } from '../db/schema.ts'
import { preloadTokens, type Tokens } from '../features/login/connection-token.ts'
import type { GameAnswer, GameFailure } from '../gateways/game/gateway.ts'
import { recordTabLists, type SeenList } from '../ingestion/guild/guild-tab-list.ts'
import { listParticipants, type Participant } from '../ingestion/participants.ts'
import type { GameRound } from './job.ts'
import { askWithOwnToken, isUnauthorized, type UsableToken } from './own-token.ts'
import { chooseRetry_ms, findAway, forgiveFailures } from './retry.ts'

const minute_ms = 60_000
/** Event time: a list is requested again after this time if its process died before it arrived. */
const claim_ms = 5 * minute_ms
const longestPause_ms = 60 * minute_ms
/** Maximum number of lists requested at once. */
const batchSize = 12

export const reconnect = 'The player has to reconnect the game account: access to guild tabs was not granted'

interface ClaimedPoll extends Row<'guild_stash_polls'> {
  /** The due time before this process claimed the poll. */
  readonly was_due_at: Date
}

/** Whether a player's list is due or was never requested. Runs without a transaction; the answer is usually no. */
export async function hasDuePolls({ ctx, event }: GameRound): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select ${anyDue(event.id, ctx.clock.now())} as has`.execute(ctx.db)
  return rows[0]?.has ?? false
}

/** Like `hasDuePolls`, but false while the event's own job for lists is active. */
export async function hasDuePollsOfNoJob({ ctx, event }: GameRound): Promise<boolean> {
  const now = ctx.clock.now()
  const { rows } = await sql<{ has: boolean }>`
    select not exists (
      select from jobs
      where event_id = ${event.id} and job_type = 'DetermineGuildStashAccess' and end_date > ${new Date(now)}
    ) and ${anyDue(event.id, now)} as has`.execute(ctx.db)
  return rows[0]?.has ?? false
}

const anyDue = (event_id: EventId, now: number) => sql<boolean>`
    exists (
      select from team_users
      join accounts on accounts.user_id = team_users.user_id and accounts.provider = 'poe'
      left join guild_stash_polls polls on polls.event_id = team_users.event_id and polls.user_id = team_users.user_id
      where team_users.event_id = ${event_id} and (polls.due_at is null or polls.due_at <= ${new Date(now)})
    )`

/**
 * Claims the due lists, so that no other process requests them. Every current player of the event has one; former team members
 * are skipped.
 */
async function claimPolls(tx: Tx, round: GameRound, participants: readonly Participant[], limit: number): Promise<ClaimedPoll[]> {
  const now = new Date(round.ctx.clock.now())
  const event_id = round.event.id
  const ids = participants.filter((one) => !one.is_former).map((one) => one.user_id)
  if (ids.length === 0) return []
  tx.defer(sql`
    insert into guild_stash_polls (event_id, user_id, due_at)
    select ${event_id}, user_id, ${now} from unnest(${ids}::int[]) as user_id
    on conflict do nothing`)
  const { rows } = await sql<ClaimedPoll>`
    update guild_stash_polls set due_at = ${new Date(now.getTime() + claim_ms)}
    from (
      select user_id, due_at as was_due_at from guild_stash_polls
      where event_id = ${event_id} and due_at <= ${now} and user_id = any(${ids})
      order by due_at, user_id limit ${limit} for update skip locked) due
    where event_id = ${event_id} and guild_stash_polls.user_id = due.user_id
    returning guild_stash_polls.*, was_due_at`.execute(tx)
  return rows
}

type Answer =
  | { readonly stashes: readonly StashTabOfGame[] }
  /** `cause` is the game's failure; null if the game was not asked. */
  | { readonly failure: string; readonly is_lasting: boolean; readonly cause: GameFailure | null }

/** A participant's own list of tabs; empty for a player without a guild. */
async function askForList(round: GameRound, { user_id, account_id }: Participant, tokens: Tokens): Promise<Answer> {
  const { ctx, event, signal } = round
  // A request without the scope would only use up the rate limit.
  const ask = async ({ scopes, access_token }: UsableToken): Promise<GameAnswer<readonly StashTabOfGame[]> | 'no right'> =>
    scopes.includes(guildScope) ? ctx.game.fetchGuildTabs({ account_id, access_token }, event.name, signal) : 'no right'
  const use = { tokens, user_id }
  const asked = await askWithOwnToken(use, ask, (answer) => answer !== 'no right' && isUnauthorized(answer))
  if ('unusable' in asked) {
    const { unusable } = asked
    if (unusable.reason === 'failed') return describe(unusable.failure)
    return { failure: unusable.detail, is_lasting: true, cause: null }
  }
  const { answer } = asked
  if (answer === 'no right') return { failure: reconnect, is_lasting: true, cause: null }
  if (answer.ok) return { stashes: answer.value }
  return answer.failure.reason === 'missing' ? { stashes: [] } : describe(answer.failure)
}

const describe = (cause: GameFailure) => ({
  failure: `${cause.reason}: ${cause.detail}`,
  is_lasting: cause.reason === 'forbidden',
  cause,
})

type Answered = { readonly poll: ClaimedPoll; readonly participant: Participant; readonly answer: Answer }

/** The next due time, and the error to show until then. */
function settlePoll({ poll, answer }: Answered, event: Row<'events'>, now: number) {
  if ('stashes' in answer) {
    const due_at = now + readInterval_ms(event, 'read_tab_access_seconds')
    return { due_at, checked_at: now, failures_in_a_row: 0, last_error: null }
  }
  const { cause, is_lasting, failure } = answer
  if (cause?.away) {
    // The list of a probe moves behind all lists that were not requested.
    return { ...poll, due_at: cause.away.was_asked ? now : poll.was_due_at.getTime(), checked_at: null }
  }
  const failures_in_a_row = poll.failures_in_a_row + 1
  const growing_ms = Math.min(longestPause_ms, minute_ms * 2 ** Math.min(failures_in_a_row, 6))
  const pause_ms = is_lasting ? longestPause_ms : chooseRetry_ms(cause?.reason ?? null, growing_ms)
  return { due_at: now + pause_ms, checked_at: null, failures_in_a_row, last_error: failure.slice(0, 500) }
}

function settlePolls(tx: Tx, { ctx, event }: GameRound, all: readonly Answered[]): void {
  const now = ctx.clock.now()
  const settled = all.map((one) => ({ ...settlePoll(one, event, now), user_id: one.poll.user_id }))
  const column = <T>(pick: (one: (typeof settled)[number]) => T) => settled.map(pick)
  const toDate = (time: number | null) => (time === null ? null : new Date(time))
  tx.defer(sql`
    update guild_stash_polls set due_at = settled.due_at, checked_at = coalesce(settled.checked_at, guild_stash_polls.checked_at),
      failures_in_a_row = settled.failures_in_a_row, last_error = settled.last_error
    from unnest(
      ${column((one) => one.user_id)}::int[], ${column((one) => toDate(one.due_at))}::timestamptz[],
      ${column((one) => toDate(one.checked_at))}::timestamptz[], ${column((one) => one.failures_in_a_row)}::int[],
      ${column((one) => one.last_error)}::text[]
    ) as settled (user_id, due_at, checked_at, failures_in_a_row, last_error)
    where event_id = ${event.id} and guild_stash_polls.user_id = settled.user_id`)
}

/** Without the scope the player sees no tabs; after a temporary failure the last list stays valid. */
function readList({ participant, answer }: Answered): SeenList[] {
  if ('stashes' in answer) return [{ participant, stashes: answer.stashes }]
  return answer.failure === reconnect ? [{ participant, stashes: [] }] : []
}

export interface Determined {
  /** More lists may be due. */
  readonly hasMore: boolean
  readonly failures: readonly GameFailure[]
}

/**
 * Determines which player sees which tab, with each player's own token, where due (see `hasDuePolls`). Runs in its own job, or in
 * the job that fetches tabs if that one does not run.
 */
export async function determineAccess(round: GameRound, limit = batchSize): Promise<Determined> {
  const participants = await listParticipants(round.ctx.db, round.event.id)
  const byUser = new Map(participants.map((one) => [one.user_id, one]))
  const claimed = await round.write((tx) => claimPolls(tx, round, participants, limit))
  if (claimed.length === 0) return { hasMore: false, failures: [] }
  const tokens = await preloadTokens(
    round.ctx,
    claimed.map((poll) => poll.user_id),
    'poe',
  )
  const answers = await Promise.all(
    claimed.flatMap((poll) => {
      const participant = byUser.get(poll.user_id)
      return participant ? [askForList(round, participant, tokens).then((answer) => ({ poll, participant, answer }))] : []
    }),
  )
  if (round.signal.aborted) return { hasMore: false, failures: [] }
  const failures = answers.flatMap(({ answer }) => ('cause' in answer && answer.cause) || [])
  await round.write(async (tx) => {
    lockGuildTabs(tx, round.event.id)
    await recordTabLists(tx, round.event.id, answers.flatMap(readList), new Date(round.ctx.clock.now()))
    settlePolls(tx, round, answers)
    if (findAway(failures)) forgiveFailures(tx, 'guild_stash_polls', round.event.id)
  })
  return { hasMore: claimed.length === limit, failures }
}
