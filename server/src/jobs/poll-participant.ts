import type { CharacterDetail } from '@muster/contract/game-api'
import type { UserId } from '@muster/contract/ids'
import { readInterval_ms } from '@muster/contract/reading-intervals'
import { games } from '@muster/domain/events/games'
import type { FetchOutcome } from '@muster/domain/tracking/coverage'
import { sql } from 'kysely'
import type { Row } from '../db/schema.ts'
import type { Tokens } from '../features/login/connection-token.ts'
import type { GameAccount, GameFailure } from '../gateways/game/gateway.ts'
import type { Away } from '../gateways/outside.ts'
import { readBuild, type SeenBuild } from '../ingestion/characters/builds.ts'
import { type CharacterUpdate, readDetail, readSummary } from '../ingestion/characters/characters.ts'
import { readFailure } from '../ingestion/fetch-windows.ts'
import type { Participant } from '../ingestion/participants.ts'
import type { GameRound } from './job.ts'
import { askWithOwnToken } from './own-token.ts'
import { chooseAtlasPause_ms, chooseListPause_ms, listRetry_ms, minute_ms } from './poll-intervals.ts'
import { chooseRetry_ms } from './retry.ts'

const activeFor_ms = 20 * minute_ms
/** The atlas opens at the end of the campaign. */
const atlasFromLevel = 55

export type Poll = Row<'character_polls'>

/** The due times that an answer sets; `settlePolls` writes the other columns. */
export type NextPoll = Pick<Poll, 'list_due_at' | 'detail_due_at' | 'atlas_due_at'>

/**
 * A player who asked to be read also gets the list, which finds new and renamed characters, if the last one is not too recent.
 */
export const isListDue = ({ list_due_at, listed_at, wanted_at }: Poll, now: number): boolean =>
  list_due_at.getTime() <= now || (wanted_at !== null && now - (listed_at?.getTime() ?? 0) >= listRetry_ms)

/** The stored data of a participant's tracked character before the request. */
export type Tracked = Pick<
  Row<'characters'>,
  'id' | 'name' | 'level' | 'experience' | 'ascendancy' | 'ascendancy_points' | 'pantheon' | 'last_active_at'
>

/** Data about a participant from one round, collected first and written at the end. */
export interface Found {
  readonly source: 'list' | 'detail' | 'atlas'
  /** Event time when the answer arrived. All answers of a round are written together, later. */
  readonly at: number
  readonly updates: readonly CharacterUpdate[]
  /** Ids of all the participant's characters in the league, when the list was read. */
  readonly inLeague?: readonly string[]
  /** The full tracked character, if it was read. */
  readonly detail?: CharacterDetail
  /** Recognises the same character in later answers, once this is stored. */
  readonly known?: KnownCharacter
  /** Prepared as soon as the character arrives, while the next ones are loading. */
  readonly build?: SeenBuild | null
}

/** The last fully read and stored character of a participant. Most readings show no change, or only more experience. */
export interface KnownCharacter extends Pick<Participant, 'team_id'> {
  readonly fingerprint: string
  /** Its data, with the latest experience. */
  readonly update: CharacterUpdate
}
export type CharacterMemory = Map<UserId, KnownCharacter>

export type Polled =
  | {
      readonly found: readonly Found[]
      readonly next: NextPoll
      /** A partial failure, or null. */
      readonly note: string | null
      readonly away?: Away
    }
  | {
      readonly failure: string
      readonly outcome: FetchOutcome
      /** null if no request was sent. */
      readonly reason: GameFailure['reason'] | null
      readonly excerpt?: string
      readonly away?: Away
    }

const describe = ({ reason, detail, excerpt, away }: GameFailure) => ({
  ...(excerpt !== undefined && { excerpt }),
  ...(away && { away }),
  failure: `${reason}: ${detail}`,
  outcome: readFailure({ reason }),
  reason,
})

/** The first ascendancy and the pantheon come a little later; the ladder shows neither. */
const milestonesFromLevel = 28
const maxAscendancyPoints = 8

const isPlaying = (character: Tracked | undefined, now: number) =>
  now - (character?.last_active_at?.getTime() ?? 0) < activeFor_ms

/** The character itself may show experience before the ladder does, and some accounts are hidden on the ladder. */
const hasGained = (tracked: CharacterUpdate | null, known: Tracked | undefined) =>
  tracked !== null && known !== undefined && tracked.id === known.id && tracked.experience !== known.experience

/**
 * The pause before the next request. Active players with milestones ahead are polled often, because only details show milestones;
 * gear can wait a little, and the ladder wakes idle players.
 */
function chooseDetailPause_ms(event: Row<'events'>, character: Tracked, plays: boolean): number {
  if (!plays) return readInterval_ms(event, 'read_idle_seconds')
  const { level, pantheon, ascendancy_points } = character
  const isClimbing = level >= milestonesFromLevel && (!pantheon || ascendancy_points < maxAscendancyPoints)
  return readInterval_ms(event, isClimbing ? 'read_climbing_seconds' : 'read_playing_seconds')
}

/** The stored tracked character of each of these participants. */
export async function loadTracked({ ctx, event }: GameRound, user_ids: readonly UserId[]): Promise<Map<UserId, Tracked>> {
  if (user_ids.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('characters')
    .select(['id', 'user_id', 'name', 'level', 'experience', 'ascendancy', 'ascendancy_points', 'pantheon', 'last_active_at'])
    .where('event_id', '=', event.id)
    .where('user_id', '=', sql<UserId>`any(${user_ids})`)
    .where('is_tracked', '=', true)
    .execute()
  return new Map(rows.flatMap((row) => (row.user_id === null ? [] : [[row.user_id, row] as const])))
}

/** Shared inputs for polling participants. */
export interface PollState {
  readonly tokens: Tokens
  /** See `readDetail`. */
  readonly ascendancyNodes: ReadonlySet<number> | null
  readonly memory: ReadonlyMap<UserId, KnownCharacter>
  /** See `readBuild`. */
  readonly builds: ReadonlyMap<string, string>
}

/** Inputs for one participant, with the loaded token. */
interface Asking extends Omit<PollState, 'tokens' | 'memory'>, Pick<Participant, 'team_id'> {
  readonly account: GameAccount
  readonly before: KnownCharacter | undefined
}

/** Asks the game about one participant with their own token. */
export async function pollParticipant(
  round: GameRound,
  participant: Participant,
  poll: Poll,
  known: Tracked | undefined,
  { tokens, memory, ...state }: PollState,
): Promise<Polled> {
  const { user_id, account_id, team_id } = participant
  const asked = await askWithOwnToken(
    { tokens, user_id },
    ({ access_token, scopes }) => {
      const mayReadAtlas = scopes.includes('account:league_accounts')
      const asking = { account: { account_id, access_token }, team_id, before: memory.get(user_id), ...state }
      return askGame(round, asking, poll, known, mayReadAtlas)
    },
    (polled) => 'failure' in polled && polled.reason === 'unauthorized',
  )
  if ('answer' in asked) return asked.answer
  const { unusable } = asked
  if (unusable.reason === 'failed') return describe(unusable.failure)
  return { failure: unusable.detail, outcome: 'connection', reason: null }
}

/** The results, the next due times, and the tracked character after the update. */
type Characters = {
  readonly found: Found[]
  readonly next: Pick<Poll, 'list_due_at' | 'detail_due_at'>
  readonly tracked: CharacterUpdate | null
  /** Set if the list was read but the character was not. */
  readonly note?: string
  readonly away?: Away | undefined
}

async function askGame(
  round: GameRound,
  asking: Asking,
  poll: Poll,
  known: Tracked | undefined,
  mayReadAtlas: boolean,
): Promise<Polled> {
  const characters = await askCharacters(round, asking, poll, known)
  if ('failure' in characters) return characters
  const { found, next, tracked, note = null, away } = characters
  const { atlas_due_at, wanted_at } = poll
  if (away) return { found, next: { ...next, atlas_due_at }, note, away }
  const now = round.ctx.clock.now()
  const plays = isPlaying(known, now) || hasGained(tracked, known)
  const hasWoken = plays && !isPlaying(known, now)
  const isDue = hasWoken || wanted_at !== null || atlas_due_at === null || atlas_due_at.getTime() <= now
  const canHaveAtlas = games[round.event.game_version].atlas && tracked !== null && tracked.level >= atlasFromLevel
  if (!mayReadAtlas || !canHaveAtlas || !isDue)
    return { found, next: { ...next, atlas_due_at: isDue ? null : atlas_due_at }, note }
  const atlas = await askAtlas(round, asking.account, tracked, plays)
  // The characters were read, but a dead token ends the poll.
  if ('failure' in atlas && atlas.reason === 'unauthorized') return atlas
  if ('failure' in atlas) {
    const { failure, away, reason } = atlas
    const at = round.ctx.clock.now()
    const later = away ? at : at + chooseRetry_ms(reason, readInterval_ms(round.event, 'read_atlas_seconds'))
    const note = away ? null : `The atlas: ${failure}`
    return { found, next: { ...next, atlas_due_at: new Date(later) }, note, ...(away && { away }) }
  }
  return { found: [...found, atlas.found], next: { ...next, atlas_due_at: atlas.due_at }, note }
}

async function askAtlas({ ctx, event, signal }: GameRound, account: GameAccount, tracked: CharacterUpdate, plays: boolean) {
  const answer = await ctx.game.fetchAtlas(account, event.name, signal)
  if (!answer.ok) return describe(answer.failure)
  const atlas_trees = answer.value.map((hashes) => ({ hashes }))
  const most = Math.max(0, ...answer.value.map((hashes) => hashes.length))
  const pause_ms = chooseAtlasPause_ms(event, tracked.level, plays, most)
  const at = ctx.clock.now()
  const found: Found = { source: 'atlas', at, updates: [{ ...tracked, atlas_trees }] }
  return { found, due_at: new Date(at + pause_ms) }
}

const readTracked = ({ id, name, level, experience, ascendancy }: Tracked): CharacterUpdate => ({
  id,
  name,
  level,
  experience,
  ascendancy,
})

/** Requests the list if it is due, then the tracked character if that is due. */
async function askCharacters(
  round: GameRound,
  asking: Asking,
  poll: Poll,
  known: Tracked | undefined,
): Promise<Characters | ReturnType<typeof describe>> {
  const { ctx } = round
  const now = ctx.clock.now()
  if (isListDue(poll, now)) return askList(round, asking)
  const list_due_at = poll.list_due_at
  if (!known) return { found: [], next: { list_due_at, detail_due_at: list_due_at }, tracked: null }
  if (poll.detail_due_at.getTime() > now && poll.wanted_at === null)
    return { found: [], next: { list_due_at, detail_due_at: poll.detail_due_at }, tracked: readTracked(known) }
  const looked = await lookAt(round, asking, known)
  if ('failure' in looked) return looked
  const plays = isPlaying(known, now) || (looked.outcome === 'changed' && hasGained(looked.tracked, known))
  const detail_due_at = new Date(now + chooseDetailPause_ms(round.event, known, plays))
  if (looked.outcome === 'unchanged') return { found: [], next: { list_due_at, detail_due_at }, tracked: readTracked(known) }
  if (looked.outcome === 'changed') return { ...looked, next: { list_due_at, detail_due_at } }
  // The next list shows which character scores.
  return { found: [], next: { list_due_at: new Date(now), detail_due_at: new Date(now + minute_ms) }, tracked: null }
}

type CharacterLook =
  | { readonly outcome: 'unchanged' }
  /** The character moved to another league, where it no longer scores. */
  | { readonly outcome: 'elsewhere' }
  | ({ readonly outcome: 'changed' } & Omit<Characters, 'next'>)

/** Reads a character in full, unless it is unchanged except for its experience. */
async function lookAt(
  { ctx, event, signal }: GameRound,
  { account, team_id, before, ascendancyNodes, builds }: Asking,
  { id, name }: Pick<Tracked, 'id' | 'name'>,
): Promise<CharacterLook | ReturnType<typeof describe>> {
  // Items count for the team, so after a change of team the character has to be read again.
  const known = before?.update.id === id && before.team_id === team_id ? before : undefined
  const answer = await ctx.game.fetchCharacter(account, event.game_version, name, { known: known?.fingerprint, signal })
  if (!answer.ok) return describe(answer.failure)
  const { fingerprint, content: detail, left_out: experience } = answer.value
  const at = ctx.clock.now()
  if (detail === null) {
    if (!known || experience === undefined || experience === known.update.experience) return { outcome: 'unchanged' }
    const update = { ...known.update, experience }
    const found: Found = { source: 'detail', at, updates: [update], known: { ...known, update } }
    return { outcome: 'changed', found: [found], tracked: update }
  }
  if (detail.league !== event.name || detail.id !== id) return { outcome: 'elsewhere' }
  const update = readDetail(detail, ascendancyNodes, event.game_version)
  const build = readBuild(detail, fingerprint, builds)
  const found: Found = { source: 'detail', at, updates: [update], detail, known: { team_id, fingerprint, update }, build }
  return { outcome: 'changed', found: [found], tracked: update }
}

/** Reads all characters of the league, and the best one in full. Details are requested by name, and the name may have changed. */
async function askList(round: GameRound, asking: Asking): Promise<Characters | ReturnType<typeof describe>> {
  const { ctx, event, signal } = round
  const now = ctx.clock.now()
  const list = await ctx.game.fetchCharacters(asking.account, event.game_version, signal)
  if (!list.ok) return describe(list.failure)
  const ours = list.value.filter((character) => character.league === event.name)
  const inLeague = ours.map((character) => character.id)
  const listed: Found = { source: 'list', at: ctx.clock.now(), updates: ours.map(readSummary), inLeague }
  const best = ours.toSorted((a, b) => b.experience - a.experience)[0]
  const list_due_at = new Date(now + chooseListPause_ms(event, best !== undefined))
  if (!best) return { found: [listed], next: { list_due_at, detail_due_at: list_due_at }, tracked: null }
  const looked = await lookAt(round, asking, best)
  if ('failure' in looked && looked.reason !== 'unavailable') return looked
  if ('failure' in looked) {
    // The list counts as read: lists are rationed, and each retry would use one up.
    const { failure, reason, away } = looked
    const detail_due_at = new Date(ctx.clock.now() + (away ? 0 : chooseRetry_ms(reason, 0)))
    return {
      found: [listed],
      next: { list_due_at, detail_due_at },
      tracked: readSummary(best),
      away,
      ...(!away && { note: failure }),
    }
  }
  const next = { list_due_at, detail_due_at: new Date(now + readInterval_ms(event, 'read_climbing_seconds')) }
  if (looked.outcome === 'unchanged') return { found: [listed], next, tracked: readSummary(best) }
  if (looked.outcome === 'elsewhere') return { found: [listed], next, tracked: null }
  return { found: [listed, ...looked.found], next, tracked: looked.tracked }
}
