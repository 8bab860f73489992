import type { GameVersion } from '@muster/contract/events'

interface Boss {
  readonly name: string
  /** Last words in the English client, each the whole text of a line. */
  readonly lines: readonly string[]
}

/**
 * Bosses by our ids. Every speaker has a space in the name, which names of players never have, so chat cannot contain these lines.
 * Venarius has no space, and the Shaper says the same at each of three retreats, so both are left out. Sources: docs/evidence.md.
 */
const bosses: Readonly<Record<GameVersion, Readonly<Record<string, Boss>>>> = {
  poe1: {
    black_star: {
      name: 'The Black Star',
      lines: ['The Black Star: The dark light fades...', 'The Black Star: How... unexpected...'],
    },
    infinite_hunger: {
      name: 'The Infinite Hunger',
      lines: ['The Infinite Hunger: The pain... never ends...', 'The Infinite Hunger: Death... is meaningless...'],
    },
    searing_exarch: {
      name: 'The Searing Exarch',
      lines: ['The Searing Exarch: Improbable...!', 'The Searing Exarch: The hatchling... Surprises...'],
    },
    eater_of_worlds: {
      name: 'The Eater of Worlds',
      lines: ['The Eater of Worlds: You deny us... escape from pain...'],
    },
    maven: {
      name: 'The Maven',
      lines: [
        'The Maven: The toy refuses. The toy causes me pain. Is the toy... alive...?',
        'The Maven: The living toy must enjoy our contests, for it continues to play.',
      ],
    },
    sirus: {
      name: 'Sirus, Awakener of Worlds',
      lines: ['Sirus, Awakener of Worlds: At least I felt something...'],
    },
  },
  poe2: {
    xesht: { name: 'Xesht, We That Are One', lines: ['Xesht, We That Are One: Ugh...! We That Failed...'] },
    arbiter_of_ash: { name: 'The Arbiter of Ash', lines: ['The Arbiter of Ash: The Mothersoul... Must prevail...'] },
  },
}

const byLine: ReadonlyMap<string, string> = new Map(
  Object.values(bosses).flatMap((ofGame) =>
    Object.entries(ofGame).flatMap(([id, { lines }]) => lines.map((line) => [line, id] as const)),
  ),
)

/** Whether this is our id of a boss of the game. */
export const isBoss = (id: string, game_version: GameVersion): boolean => Object.hasOwn(bosses[game_version], id)

/** The name of a boss by our id. */
export const nameBoss = (id: string): string => ({ ...bosses.poe1, ...bosses.poe2 })[id]?.name ?? id

/** Our id of the boss whose last words these are; null: no known line. */
export const findBoss = (text: string): string | null => byLine.get(text) ?? null

export const listBosses = (game_version: GameVersion): readonly (readonly [id: string, name: string])[] =>
  Object.entries(bosses[game_version]).map(([id, { name }]) => [id, name])
