import type { SlottedItem } from '../../items/item.ts'
import type { Ascendancy, SecondGameClass } from './classes.ts'

/** Worn items, skills and bag of a character. Lists are never mutated: a change creates a new list. */
export interface Belongings {
  /** Weapons, armour, jewellery, flasks and charms. */
  equipment: readonly SlottedItem[]
  /** Jewels in the passive tree. */
  jewels: readonly SlottedItem[]
  /** Skill gems with their supports. */
  skills: readonly SlottedItem[]
  /** Content of the bag, which the game's API does not show. */
  carried: readonly SlottedItem[]
}

/** A character of the second game as last saved by the servers; lags behind play. */
export interface SecondGameRecord extends Belongings {
  id: string
  name: string
  base_class: SecondGameClass
  /** Null before the first trial. */
  ascendancy: Ascendancy | null
  league: string
  level: number
  experience: number
  ascendancy_points: number
  written_at: number
}

export interface SecondGameCharacter extends Belongings {
  id: string
  name: string
  base_class: SecondGameClass
  /** The ascendancy after the first trial. */
  ascendancy: Ascendancy
  league: string
  level: number
  experience: number
  progress_hours: number
  ascendancy_points: number
  deaths: number
  record: SecondGameRecord
}
