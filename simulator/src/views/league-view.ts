import { createDraws } from '../prng.ts'
import { type Realm, realmRows } from '../realms.ts'
import { ATLAS_ROOT, atlasTree } from '../trees/atlas-tree.ts'
import { walkTree } from '../trees/walk.ts'
import type { Account, LadderRow, SecondLadderRow } from '../world/model.ts'
import type { World } from '../world/world.ts'
import { createMemory } from './memory.ts'

interface LeagueFacts {
  id: string
  rules: { id: string; name: string }[]
}

/** The permanent leagues and the newest league. */
const leaguesAround = (newest: string): readonly LeagueFacts[] => [
  { id: 'Standard', rules: [] },
  { id: 'Hardcore', rules: [{ id: 'Hardcore', name: 'Hardcore' }] },
  { id: newest, rules: [] },
  { id: `Hardcore ${newest}`, rules: [{ id: 'Hardcore', name: 'Hardcore' }] },
]

/** Default duration of the private league, from the start of the world. */
const EVENT_MS = 5 * 24 * 60 * 60_000

const renderTime = (at: number): string => new Date(at).toISOString().replace('.000Z', 'Z')

const renderPublicLeague = (realm: Realm, { id, rules }: LeagueFacts) => ({
  id,
  realm,
  name: id,
  category: { id: id.replace(/^Hardcore (?=.)/, ''), current: !['Standard', 'Hardcore'].includes(id) || undefined },
  rules,
  registerAt: '2026-07-24T19:00:00Z',
  startAt: '2026-07-24T20:00:00Z',
  endAt: null,
})

const renderEventLeague = (world: World, realm: Realm, league: string) => {
  const { start_ms, league_ends_ms = start_ms + EVENT_MS } = world.options
  return {
    id: league,
    realm,
    name: league,
    category: { id: realmRows[realm].newest_league, current: true },
    rules: [],
    registerAt: renderTime(start_ms - 60 * 60_000),
    startAt: renderTime(start_ms),
    endAt: renderTime(league_ends_ms),
  }
}

/** Public leagues only: the API does not list or find private leagues, even for members. */
export const renderLeagues = (realm: Realm, offset: number, limit: number) => ({
  leagues: leaguesAround(realmRows[realm].newest_league)
    .slice(offset, offset + limit)
    .map((league) => renderPublicLeague(realm, league)),
})

export const renderLeague = (realm: Realm, id: string) => {
  const facts = leaguesAround(realmRows[realm].newest_league).find((league) => league.id === id)
  return facts ? { league: renderPublicLeague(realm, facts) } : null
}

/** Leagues in which an account may play, including private ones. */
export const renderAccountLeagues = (world: World) => ({
  leagues: [...renderLeagues('pc', 0, Number.POSITIVE_INFINITY).leagues, renderEventLeague(world, 'pc', world.options.league)],
})

const renderPlayer = (account: Account, realm: Realm, set: string, completed: number) =>
  account.personality.hidden_on_ladder
    ? undefined
    : {
        name: account.name,
        realm,
        challenges: { set, completed, max: 40 },
        twitch: account.twitch ? { name: account.twitch } : undefined,
      }

const renderLadderRow = ({ rank, account, record }: LadderRow) => {
  const { id, name, class: className, level, experience, depth, depth_solo } = record
  return {
    rank,
    public: !account.personality.hidden_on_ladder || undefined,
    character: {
      id,
      name,
      level,
      class: className,
      experience,
      depth: depth > 0 ? { default: depth, solo: depth_solo } : undefined,
    },
    account: renderPlayer(account, 'pc', 'Allflame', Math.floor(level / 8)),
  }
}

/** A ladder row of the second game, without a delve depth. That `class` is the ascendancy is an assumption. */
const renderSecondRow = ({ rank, account, record: { id, name, class: className, level, experience } }: SecondLadderRow) => ({
  rank,
  public: !account.personality.hidden_on_ladder || undefined,
  character: { id, name, level, class: className, experience },
  account: renderPlayer(account, 'poe2', 'Runes of Aldur', Math.floor(level / 16)),
})

const sorts: Record<string, (row: LadderRow) => number> = {
  depth: (row) => row.record.depth,
  depthsolo: (row) => row.record.depth_solo,
}

interface LadderQuestion {
  sort: string
  offset: number
  limit: number
}

const sortLadder = (rows: readonly LadderRow[], sort: string): readonly LadderRow[] => {
  if (sort === 'xp') return rows
  const valueOf = sorts[sort] ?? (() => 0)
  return rows
    .filter((row) => valueOf(row) > 0)
    .sort((a, b) => valueOf(b) - valueOf(a) || a.rank - b.rank)
    .map((row, at) => ({ ...row, rank: at + 1 }))
}

interface Ladder {
  length: number
  render: (from: number, to: number) => readonly unknown[]
}
const noLadder: Ladder = { length: 0, render: () => [] }

const createLadder = <Row>(rows: readonly Row[], renderRow: (row: Row) => unknown): Ladder => ({
  length: rows.length,
  render: (from, to) => rows.slice(from, to).map(renderRow),
})

const ladders: Readonly<Record<Realm, (world: World, sort: string) => Ladder>> = {
  pc: (world, sort) => createLadder(sortLadder(world.ladder().rows, sort), renderLadderRow),
  xbox: () => noLadder,
  sony: () => noLadder,
  poe2: (world) => createLadder(world.second_ladder().rows, renderSecondRow),
}

/** The cached ladder, or null for an unknown league. */
export const renderLadder = (world: World, realm: Realm, league: string, { sort, offset, limit }: LadderQuestion) => {
  const { leagueOf, ladder_entries } = realmRows[realm]
  const isEvent = league === leagueOf(world.options)
  const publicLeague = isEvent ? null : renderLeague(realm, league)
  if (!isEvent && !publicLeague) return null
  const { cached_since } = world.ladder()
  const ladder = isEvent ? ladders[realm](world, sort) : noLadder
  return {
    league: publicLeague?.league ?? renderEventLeague(world, realm, league),
    ladder: {
      total: Math.min(ladder.length, ladder_entries),
      cached_since: renderTime(cached_since),
      entries: ladder.render(offset, Math.min(offset + limit, ladder_entries)),
    },
  }
}

/** More points than any character has. */
const MAX_ATLAS_POINTS = 138

const rememberAtlas = createMemory<Account, Buffer>()
const rememberWays = createMemory<Account, readonly (readonly number[])[]>()

/** Atlas passives of an account in a league, as JSON, in both formats: the new list of trees and the old single tree. */
export const renderLeagueAccount = (seed: number, account: Account, league: string): Buffer => {
  const points = account.characters
    .filter((character) => character.league === league)
    .reduce((most, character) => Math.max(most, character.atlas_points), 0)
  const ways = rememberWays(account, [seed], () =>
    ['mapping', 'bosses'].map((tree) =>
      walkTree(atlasTree, ATLAS_ROOT, createDraws(seed, `atlas/${account.uuid}/${tree}`), MAX_ATLAS_POINTS),
    ),
  )
  return rememberAtlas(account, [seed, points], () => Buffer.from(JSON.stringify(renderAtlas(ways, points))))
}

const renderAtlas = ([mapping = [], bosses = []]: readonly (readonly number[])[], points: number) => {
  const take = (way: readonly number[], count: number) => (count > 0 ? [ATLAS_ROOT, ...way.slice(0, count - 1)] : [])
  const hashes = take(mapping, points)
  return {
    league_account: {
      atlas_passives: { hashes },
      atlas_passive_trees: [
        { name: 'Mapping', hashes },
        { name: 'Bosses', hashes: take(bosses, Math.ceil(points / 2)) },
      ],
    },
  }
}

export const renderProfile = (account: Account) => ({
  uuid: account.uuid,
  name: account.name,
  locale: account.locale,
  realm: 'pc',
  twitch: account.twitch ? { name: account.twitch } : undefined,
})
