import type { EventId, UserId } from '@muster/contract/ids'
import { guildScope } from '@muster/domain/guilds/tab-access'
import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'
import { keepTokens, type Tokens } from '../features/login/connection-token.ts'
import type { GameAccount, GameAnswer } from '../gateways/game/gateway.ts'
import type { Round } from './job.ts'
import { askWithOwnToken, isUnauthorized } from './own-token.ts'

/** A player whose token may open a tab. */
export interface Fetcher {
  readonly user_id: UserId
  readonly account_id: string
  readonly last_used_at: Date | null
}

/** Players who may open tabs, and their tokens. */
export interface Fetchers {
  /** By tab id. */
  readonly of: ReadonlyMap<string, readonly Fetcher[]>
  readonly tokens: Tokens
}

function listSeers({ ctx, event }: Round, tab_ids: readonly string[]) {
  return ctx.db
    .selectFrom('guild_stash_access')
    .select(['tab_id', sql<UserId[]>`array_agg(user_id order by user_id)`.as('user_ids')])
    .where('event_id', '=', event.id)
    .where(sql<boolean>`tab_id = any(${tab_ids}::text[])`)
    .groupBy('tab_id')
    .execute()
}

/**
 * The participants who can see one of these tabs and whose connection allows it. Other participants are left out: the rows stay
 * in memory until the last tab has arrived, and an event may have a thousand.
 */
function listConnected({ ctx, event }: Round, tab_ids: readonly string[]) {
  return ctx.db
    .selectFrom('team_users')
    .innerJoin('accounts', (join) =>
      join.onRef('accounts.user_id', '=', 'team_users.user_id').on('accounts.provider', '=', 'poe'),
    )
    .leftJoin('guild_stash_polls as poll', (join) =>
      join.onRef('poll.user_id', '=', 'team_users.user_id').onRef('poll.event_id', '=', 'team_users.event_id'),
    )
    .selectAll('accounts')
    .select('poll.last_used_at')
    .where('team_users.event_id', '=', event.id)
    .where('accounts.broken_reason', 'is', null)
    .where(sql<boolean>`${guildScope} = any(accounts.scopes)`)
    .where(
      sql<boolean>`team_users.user_id in (
        select user_id from guild_stash_access where event_id = ${event.id} and tab_id = any(${tab_ids}::text[]))`,
    )
    .execute()
}

/** For each of these tabs, the participants who can see it and whose connection allows it. */
export async function listFetchers(round: Round, tab_ids: readonly string[]): Promise<Fetchers> {
  if (tab_ids.length === 0) return { of: new Map(), tokens: keepTokens(round.ctx, [], 'poe') }
  const [seers, connected] = await Promise.all([listSeers(round, tab_ids), listConnected(round, tab_ids)])
  const fetchers = new Map<UserId, Fetcher>(connected.map((account) => [account.user_id, account]))
  return {
    of: new Map(seers.map((tab) => [tab.tab_id, tab.user_ids.flatMap((user_id) => fetchers.get(user_id) ?? [])])),
    tokens: keepTokens(round.ctx, connected, 'poe'),
  }
}

/** Tracks the use of tokens, including uses not stored yet. */
export interface Rotation {
  /** Returns the least recently used fetcher and marks it as used now. */
  take(fetchers: readonly Fetcher[], now: number): Fetcher | null
  /** Last use per user since the previous call; to be stored. */
  drain(): ReadonlyMap<UserId, number>
}

export function createRotation(): Rotation {
  const used = new Map<UserId, number>()
  let unwritten = new Map<UserId, number>()
  // Several fetchers can be taken at the same clock time. The number of uses does not depend on the order of answers.
  const turns = new Map<UserId, number>()
  const lastUse = (one: Fetcher) => Math.max(used.get(one.user_id) ?? 0, one.last_used_at?.getTime() ?? 0)
  return {
    take(fetchers, now) {
      const order = (a: Fetcher, b: Fetcher) =>
        lastUse(a) - lastUse(b) || (turns.get(a.user_id) ?? 0) - (turns.get(b.user_id) ?? 0) || a.user_id - b.user_id
      const chosen = fetchers.toSorted(order)[0] ?? null
      if (chosen) {
        used.set(chosen.user_id, now)
        unwritten.set(chosen.user_id, now)
        turns.set(chosen.user_id, (turns.get(chosen.user_id) ?? 0) + 1)
      }
      return chosen
    },
    drain() {
      const drained = unwritten
      unwritten = new Map()
      return drained
    },
  }
}

export function recordUse(tx: Tx, event_id: EventId, uses: ReadonlyMap<UserId, number>): void {
  if (uses.size === 0) return
  tx.defer(sql`
    update guild_stash_polls set last_used_at = used.at
    from unnest(${[...uses.keys()]}::int[], ${[...uses.values()].map((at) => new Date(at))}::timestamptz[]) as used (user_id, at)
    where guild_stash_polls.event_id = ${event_id} and guild_stash_polls.user_id = used.user_id`)
}

/** The answer, and the users who turned out to have lost access to the tab. */
export interface Asked<T> {
  readonly answer: GameAnswer<T> | null
  readonly blind: readonly UserId[]
}

/**
 * Tries the tokens in turn until one works: a token may have expired, or a rank may have changed since the list was read. Stops
 * at a failure that has nothing to do with the player.
 */
export async function askWithAnyToken<T>(
  round: Round,
  rotation: Rotation,
  fetchers: readonly Fetcher[],
  tokens: Tokens,
  onLine: (isWaiting: boolean) => void,
  ask: (account: GameAccount) => Promise<GameAnswer<T>>,
): Promise<Asked<T>> {
  const blind: UserId[] = []
  let left = [...fetchers]
  let answer: GameAnswer<T> | null = null
  while (left.length > 0) {
    const fetcher = rotation.take(left, round.ctx.clock.now())
    if (fetcher === null) break
    const { user_id, account_id } = fetcher
    left = left.filter((one) => one.user_id !== user_id)
    const asked = await askWithOwnToken(
      { tokens, user_id, onLine },
      ({ access_token }) => ask({ account_id, access_token }),
      isUnauthorized,
    )
    if ('unusable' in asked) continue
    answer = asked.answer
    if (answer.ok) break
    const { reason } = answer.failure
    if (reason === 'unauthorized') continue
    if (reason === 'missing' || reason === 'forbidden') blind.push(user_id)
    else break
  }
  return { answer, blind }
}
