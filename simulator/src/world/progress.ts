/** Progress of a character: experience, deaths, and milestones of levels. */
import type { Draws } from '../prng.ts'
import { bandits, bloodlines, pantheonMajor, pantheonMinor } from './classes.ts'
import { experienceAfterHours, experienceAtLevel, hoursForExperience, levelAtExperience, MAX_LEVEL } from './experience.ts'
import type { Account, Character } from './model.ts'

/** Event type for the journal. */
export interface Milestone {
  kind: 'level' | 'ascend' | 'pantheon' | 'bandit' | 'bloodline' | 'death' | 'depth'
  value: number | string
}

/** Labyrinths by the usual level of their completion; each gives two points. */
const labyrinthLevels = [33, 55, 68, 75] as const

/** Progress values common to both games. */
export type Progress = Pick<Character, 'progress_hours' | 'experience' | 'level' | 'deaths'>

/**
 * Adds hours of play at this skill to a character.
 * @returns the levels reached
 */
export const gainExperience = (character: Progress, hours: number, skill: number): Milestone[] => {
  character.progress_hours += hours * skill
  character.experience = Math.max(character.experience, experienceAfterHours(character.progress_hours))
  const level = levelAtExperience(character.experience, character.level)
  if (level === character.level) return []
  character.level = level
  return [{ kind: 'level', value: level }]
}

/** Sets the level of a character; used for events from outside. */
export const setLevel = (character: Progress, level: number): Milestone[] => {
  const wanted = Math.max(1, Math.min(MAX_LEVEL, Math.floor(level)))
  character.experience = experienceAtLevel(wanted)
  character.progress_hours = hoursForExperience(character.experience)
  if (wanted === character.level) return []
  character.level = wanted
  return [{ kind: 'level', value: wanted }]
}

/** A softcore death costs a tenth of the level's experience from level 68 on, but never the level. */
export const die = (character: Progress): Milestone => {
  character.deaths++
  if (character.level >= 68) {
    const floor = experienceAtLevel(character.level)
    const cost = Math.floor((experienceAtLevel(character.level + 1) - floor) / 10)
    character.experience = Math.max(floor, character.experience - cost)
    character.progress_hours = hoursForExperience(character.experience)
  }
  return { kind: 'death', value: character.level }
}

/** Applies the other results of a finished zone, besides experience. */
export const passMilestones = (account: Account, character: Character, draws: Draws, hours: number): Milestone[] => {
  const reached: Milestone[] = []
  const { personality } = account
  if (draws.chance(personality.risk * hours * (0.3 + character.level / 70))) reached.push(die(character))
  const labyrinths = labyrinthLevels.filter((level) => character.level >= level).length
  if (character.ascendancy_points < labyrinths * 2 && draws.chance(0.3)) {
    character.ascendancy_points += 2
    reached.push({
      kind: 'ascend',
      value: character.ascendancy_points === 2 ? character.ascendancy : character.ascendancy_points,
    })
  }
  if (!character.bandit && character.level >= 20 && draws.chance(0.2)) {
    character.bandit = draws.pick([...bandits, 'Eramir', 'Eramir'])
    reached.push({ kind: 'bandit', value: character.bandit })
  }
  if (!character.pantheon_major && character.level >= 46 && draws.chance(0.15)) {
    character.pantheon_major = draws.pick(pantheonMajor)
    reached.push({ kind: 'pantheon', value: character.pantheon_major })
  }
  if (!character.pantheon_minor && character.level >= 50 && draws.chance(0.15)) {
    character.pantheon_minor = draws.pick(pantheonMinor)
    reached.push({ kind: 'pantheon', value: character.pantheon_minor })
  }
  if (!character.bloodline && character.level >= 84 && draws.chance(0.01)) {
    character.bloodline = draws.pick(bloodlines)
    reached.push({ kind: 'bloodline', value: character.bloodline })
  }
  if (character.level >= 68 && character.atlas_points < 138 && draws.chance(0.6)) character.atlas_points++
  if (character.level >= 30 && draws.chance(personality.delve)) {
    const limit = Math.floor(character.level * 2.2)
    const gained = draws.between(1, 4)
    if (character.depth + gained <= limit) {
      character.depth += gained
      if (draws.chance(0.8)) character.depth_solo = character.depth
      reached.push({ kind: 'depth', value: character.depth })
    }
  }
  return reached
}
