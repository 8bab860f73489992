import type { SlottedItem } from '../../items/item.ts'
import type { Ascendancy, SecondGameClass } from './classes.ts'

/** What a character has on, learnt and in its bags. Lists are never changed in place: a change makes new ones. */
export interface Belongings {
  /** Weapons, armour, jewellery, flasks and charms. */
  equipment: readonly SlottedItem[]
  /** In the passive tree. */
  jewels: readonly SlottedItem[]
  /** Skill gems with their supports. */
  skills: readonly SlottedItem[]
  /** In the bag. The game's API does not show it. */
  carried: readonly SlottedItem[]
}

/** What the servers have written of a character of the second game; lags behind play. */
export interface SecondGameRecord extends Belongings {
  id: string
  name: string
  base_class: SecondGameClass
  /** null before the first trial. */
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
  /** What it becomes at its first trial. */
  ascendancy: Ascendancy
  league: string
  level: number
  experience: number
  progress_hours: number
  ascendancy_points: number
  deaths: number
  record: SecondGameRecord
}
