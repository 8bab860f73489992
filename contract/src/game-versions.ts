export const gameVersions = ['poe1', 'poe2'] as const
type GameVersion = (typeof gameVersions)[number]

/** The default for events and requests that name no game, and for realms without a game of their own. */
export const defaultGame: GameVersion = 'poe1'

/** The part of the game's player base, as spelled in its API. Names are unique only within a realm. */
export type Realm = 'pc' | 'poe2'

/** The realm in which each game is played. */
export const realms: Readonly<Record<GameVersion, Realm>> = { poe1: 'pc', poe2: 'poe2' }
