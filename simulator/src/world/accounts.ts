import { createDraws, type Draws, drawUuid } from '../prng.ts'
import type { BaseClass } from './classes.ts'
import { baseClasses } from './classes.ts'
import { experienceAtLevel, hoursForExperience } from './experience.ts'
import type { Account, Character, CharacterRecord, Personality, Tab } from './model.ts'
import { accountNames, composeCharacterName, tabNames } from './names.ts'
import { createTab } from './tabs.ts'

/** Hours of play a player wants per day, with weights. */
export const paces = {
  /** Players of a small event, who take time off for it. */
  eager: [
    { weight: 20, hours: 6 },
    { weight: 40, hours: 9 },
    { weight: 28, hours: 13 },
    { weight: 12, hours: 18 },
  ],
  /** Players of a large event: most play for an evening, some all day. A session always runs to its end. */
  mixed: [
    { weight: 20, hours: 1.5 },
    { weight: 40, hours: 3 },
    { weight: 28, hours: 6 },
    { weight: 12, hours: 12 },
  ],
} as const
export type Pace = keyof typeof paces

const drawPersonality = (draws: Draws, pace: Pace): Personality => ({
  // exp of a normal distribution with deviation 0.3, mean about 1.05: participants are experienced players
  skill: Math.exp(draws.normal() * 0.3 + 0.05),
  hours_per_day: draws.pickWeighted<{ weight: number; hours: number }>(paces[pace]).hours,
  delve: draws.chance(0.4) ? draws.float() * 0.5 : 0,
  tidiness: 0.5 + draws.float() * 0.5,
  risk: 0.05 + draws.float() * 0.4,
  hidden_on_ladder: draws.chance(0.05),
})

/** The record that the game's servers return for this character now. */
export const recordOf = (character: Character, at: number): CharacterRecord => ({
  id: character.id,
  name: character.name,
  class: character.ascendancy_points > 0 ? character.ascendancy : character.base_class.name,
  base_class: character.base_class,
  league: character.league,
  level: character.level,
  experience: character.experience,
  ascendancy: character.ascendancy_points > 0 ? character.ascendancy : null,
  ascendancy_points: character.ascendancy_points,
  bandit: character.bandit,
  pantheon_major: character.pantheon_major,
  pantheon_minor: character.pantheon_minor,
  bloodline: character.bloodline,
  gear_stage: Math.floor(character.level / 8),
  voidstones: Math.max(0, Math.min(4, Math.floor((character.level - 82) / 3))),
  put_on: character.put_on,
  written_at: at,
})

export interface CharacterStart {
  seed: number
  account_ordinal: number
  ordinal: number
  league: string
  level: number
  at: number
  isTaken: (name: string) => boolean
}

const drawName = (draws: Draws): string => composeCharacterName(draws.int(1000), draws.int(1000))

/** Name of an account's first character before it is created, unless the name will be taken. */
export const foretellName = (seed: number, account_ordinal: number): string => {
  const draws = createDraws(seed, `account/${account_ordinal}/character/0`)
  draws.pick(baseClasses)
  return drawName(draws)
}

export const createCharacter = ({ seed, account_ordinal, ordinal, league, level, at, isTaken }: CharacterStart): Character => {
  const draws = createDraws(seed, `account/${account_ordinal}/character/${ordinal}`)
  const base: BaseClass = draws.pick(baseClasses)
  const plain = drawName(draws)
  const name = isTaken(plain) ? `${plain}_${account_ordinal}` : plain
  const experience = experienceAtLevel(level)
  const ascended = level >= 68
  const character = {
    id: draws.hex(64),
    name,
    base_class: base,
    league,
    experience,
    level,
    progress_hours: hoursForExperience(experience),
    ascendancy: draws.pick(base.ascendancies),
    ascendancy_points: ascended ? 6 : 0,
    bandit: ascended ? 'Eramir' : null,
    pantheon_major: ascended ? 'Solaris' : null,
    pantheon_minor: ascended ? 'Shakari' : null,
    bloodline: null,
    depth: 0,
    depth_solo: 0,
    atlas_points: ascended ? 30 : 0,
    deaths: 0,
    put_on: [],
  }
  return { ...character, record: recordOf({ ...character, record: null as never }, at) }
}

const createTabs = (draws: Draws, eventLeague: string): Tab[] => {
  const make = (fields: Omit<Parameters<typeof createTab>[0], 'id' | 'index'>, index: number) =>
    createTab({ ...fields, id: draws.hex(64), index })
  return [
    make(
      { name: draws.pick(tabNames.currency), type: 'CurrencyStash', purpose: 'currency', league: eventLeague, public: true },
      0,
    ),
    make(
      { name: draws.pick(tabNames.collection), type: 'PremiumStash', purpose: 'collection', league: eventLeague, public: true },
      1,
    ),
    make(
      {
        name: draws.pick(tabNames.gear),
        type: draws.chance(0.3) ? 'QuadStash' : 'PremiumStash',
        purpose: 'gear',
        league: eventLeague,
        public: true,
      },
      2,
    ),
    make({ name: draws.pick(tabNames.maps), type: 'PremiumStash', purpose: 'maps', league: eventLeague, public: true }, 3),
    make({ name: 'old stuff (Remove-only)', type: 'PremiumStash', purpose: 'old', league: 'Standard', public: true }, 4),
  ]
}

/**
 * Creates account number `ordinal` of the world; its team is that number modulo the number of teams.
 * @param people_seed seed of the world in which these people were created: it determines who they are, `seed` what they do
 */
export const createAccount = (
  seed: number,
  ordinal: number,
  teams: number,
  eventLeague: string,
  people_seed = seed,
  pace: Pace = 'eager',
): Account => {
  const draws = createDraws(people_seed, `account/${ordinal}`)
  const handle = accountNames[ordinal % accountNames.length] ?? 'Exile'
  const again = Math.floor(ordinal / accountNames.length)
  const name = `${handle}${again > 0 ? again + 1 : ''}#${draws.between(1, 9999).toString().padStart(4, '0')}`
  return {
    ordinal,
    uuid: drawUuid(draws),
    name,
    team: ordinal % teams,
    locale: draws.pick(['en_US', 'en_US', 'de_DE', 'fr_FR', 'pt_BR']),
    twitch: draws.chance(0.15) ? handle.toLowerCase().replace(/[^a-z0-9]/g, '') : null,
    personality: drawPersonality(draws, pace),
    characters: [],
    second_game: [],
    tabs: createTabs(seed === people_seed ? draws : createDraws(seed, `account/${ordinal}/tabs`), eventLeague),
    online: false,
    carried: [],
    draws: createDraws(seed, `account/${ordinal}/life`),
    broadcast_orders: [],
  }
}
