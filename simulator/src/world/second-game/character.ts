/** Characters of the second game: creation, saved records and progress. */
import type { SlottedItem } from '../../items/item.ts'
import { makePiece } from '../../items/second-game/pieces.ts'
import { makeGrantedSkill, makeSkill } from '../../items/second-game/sockets.ts'
import { createDraws, type Draws } from '../../prng.ts'
import { experienceAtLevel, hoursForExperience } from '../experience.ts'
import { composeCharacterName } from '../names.ts'
import type { Milestone } from '../progress.ts'
import { activeSkills, attacksOfWeapons, getSecondGameBase, type KindName, skillsOfWeapons } from './catalogue.ts'
import { secondGameClasses } from './classes.ts'
import type { Belongings, SecondGameCharacter, SecondGameRecord } from './model.ts'

/** The record that the game's servers return for this character now. */
export const recordOfSecond = (character: SecondGameCharacter, at: number): SecondGameRecord => ({
  id: character.id,
  name: character.name,
  base_class: character.base_class,
  ascendancy: character.ascendancy_points > 0 ? character.ascendancy : null,
  league: character.league,
  level: character.level,
  experience: character.experience,
  ascendancy_points: character.ascendancy_points,
  equipment: character.equipment,
  jewels: character.jewels,
  skills: character.skills,
  carried: character.carried,
  written_at: at,
})

/** The API's `class`: the ascendancy's name once there is one, sometimes an internal name. */
export const classOf = ({ ascendancy, base_class }: Pick<SecondGameRecord, 'ascendancy' | 'base_class'>): string =>
  ascendancy ? (ascendancy.sent_as ?? ascendancy.name) : base_class.name

const firstWeapons: Readonly<Record<string, string>> = {
  Warrior: 'Wooden Club',
  Ranger: 'Crude Bow',
  Huntress: 'Hardwood Spear',
  Witch: 'Withered Wand',
  Sorceress: 'Withered Wand',
  Mercenary: 'Makeshift Crossbow',
  Monk: 'Wrapped Quarterstaff',
  Druid: 'Rattling Sceptre',
}

/** Skills granted by the weapon; they stay the same as long as the weapon does. */
export const listGrantedSkills = (draws: Draws, equipment: readonly SlottedItem[]): SlottedItem[] => {
  const weapon = equipment.find(({ slot }) => slot === 'Weapon')?.item
  if (!weapon) return []
  const kind: KindName = getSecondGameBase(weapon.base_type).kind
  const attack = attacksOfWeapons[kind]
  const granted = skillsOfWeapons[kind] && weapon.second_game?.granted_skill
  return [
    ...(attack === undefined ? [] : [{ item: makeGrantedSkill(draws, attack, 1), slot: 'DefaultAttackSkills', x: 0 }]),
    ...(granted ? [{ item: makeGrantedSkill(draws, granted.name, granted.level), slot: 'SkillSlots', x: GRANTED_PLACE }] : []),
  ]
}

/** Gems take the slots before it. */
const GRANTED_PLACE = 9
export const MAX_SKILLS = 9

const dressFirst = (draws: Draws, class_name: string): Belongings => {
  const weapon = makePiece(draws, { base: firstWeapons[class_name] ?? 'Wooden Club', rarity: 'Normal', ilvl: 1 })
  const equipment = [{ item: weapon, slot: 'Weapon', x: 0 }]
  return {
    equipment,
    jewels: [],
    skills: [
      { item: makeSkill(draws, { name: draws.pick(activeSkills), level: 1 }), slot: 'SkillSlots', x: 0 },
      ...listGrantedSkills(draws, equipment),
    ],
    carried: [],
  }
}

export interface SecondCharacterStart {
  seed: number
  account_ordinal: number
  ordinal: number
  league: string
  level: number
  at: number
  /** Name of the account's other character, reused if it is free in the second game. */
  namesake?: string | undefined
  isTaken: (name: string) => boolean
}

export const createSecondCharacter = (start: SecondCharacterStart): SecondGameCharacter => {
  const { seed, account_ordinal, ordinal, league, level, at, namesake, isTaken } = start
  const draws = createDraws(seed, `account/${account_ordinal}/second/character/${ordinal}`)
  const base_class = draws.pick(secondGameClasses)
  const plain = namesake ?? composeCharacterName(draws.int(1000), draws.int(1000))
  const experience = experienceAtLevel(level)
  const character = {
    id: draws.hex(64),
    name: isTaken(plain) ? `${plain}_${account_ordinal}` : plain,
    base_class,
    ascendancy: draws.pick(base_class.ascendancies),
    league,
    level,
    experience,
    progress_hours: hoursForExperience(experience),
    ascendancy_points: level >= 68 ? 6 : 0,
    deaths: 0,
    ...dressFirst(draws, base_class.name),
  }
  return { ...character, record: recordOfSecond({ ...character, record: null as never }, at) }
}

/** Trials of ascendancy by the usual level of their completion; each gives two points. */
const trialLevels = [20, 38, 60, 75] as const

/** Applies the other results of a finished zone, besides experience and items. */
export const passTrial = (character: SecondGameCharacter, draws: Draws): Milestone[] => {
  const open = trialLevels.filter((level) => character.level >= level).length
  if (character.ascendancy_points >= open * 2 || !draws.chance(0.35)) return []
  character.ascendancy_points += 2
  const isFirst = character.ascendancy_points === 2
  return [{ kind: 'ascend', value: isFirst ? character.ascendancy.name : character.ascendancy_points }]
}
