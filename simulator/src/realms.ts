import type { WorldOptions } from './world/world.ts'

/** The realm of addresses and queries that name none. */
export const defaultRealm = 'pc'
const namedRealms = ['xbox', 'sony', 'poe2'] as const
export type Realm = typeof defaultRealm | (typeof namedRealms)[number]

export const isNamedRealm = (text: string): text is Realm => namedRealms.some((realm) => realm === text)

/** The realm of a query; null if unknown. */
export const readRealm = (text: string = defaultRealm): Realm | null =>
  text === defaultRealm || isNamedRealm(text) ? text : null

/** Differences between the realms of the simulated API; no other file compares a realm with a name. */
interface RealmRow {
  /** Appended to the names of rate limits, because the second game has its own counts. For leagues and ladders an assumption. */
  readonly policy_suffix: string
  readonly newest_league: string
  readonly ladder_sorts: readonly string[]
  /** Maximum number of ladder entries. */
  readonly ladder_entries: number
  /** The API answers for private leagues, stash tabs, guilds and atlas trees. */
  readonly has_storage: boolean
  /** The event's league; null if the realm is not played. */
  readonly leagueOf: (options: WorldOptions) => string | null
}

const pc: RealmRow = {
  policy_suffix: '',
  newest_league: 'Allflame',
  ladder_sorts: ['xp', 'depth', 'depthsolo'],
  ladder_entries: 15_000,
  has_storage: true,
  leagueOf: ({ league }) => league,
}
/** Realms of consoles exist and are empty. */
const consoles: RealmRow = { ...pc, has_storage: false, leagueOf: () => null }

export const realmRows: Readonly<Record<Realm, RealmRow>> = {
  pc,
  xbox: consoles,
  sony: consoles,
  poe2: {
    policy_suffix: '-poe2',
    newest_league: 'Runes of Aldur',
    ladder_sorts: ['xp'],
    ladder_entries: 1_000,
    has_storage: false,
    leagueOf: ({ second_game }) => second_game?.league ?? null,
  },
}
