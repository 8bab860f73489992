import type { GameVersion } from '@muster/contract/events'
import { listClasses } from './classes.ts'

interface GameClass {
  readonly name: string
  readonly ascendancies: readonly string[]
}

/** Of the second game, as of 0.5. An unknown name never fails: people may be let in by any. */
const poe2: readonly GameClass[] = [
  { name: 'Warrior', ascendancies: ['Titan', 'Warbringer', 'Smith of Kitava'] },
  { name: 'Ranger', ascendancies: ['Deadeye', 'Pathfinder'] },
  { name: 'Huntress', ascendancies: ['Amazon', 'Spirit Walker', 'Ritualist'] },
  { name: 'Witch', ascendancies: ['Infernalist', 'Blood Mage', 'Lich', 'Abyssal Lich'] },
  { name: 'Sorceress', ascendancies: ['Stormweaver', 'Chronomancer', 'Disciple of Varashta'] },
  { name: 'Mercenary', ascendancies: ['Tactician', 'Witchhunter', 'Gemling Legionnaire'] },
  { name: 'Monk', ascendancies: ['Martial Artist', 'Invoker', 'Acolyte of Chayula'] },
  { name: 'Druid', ascendancies: ['Oracle', 'Shaman'] },
]

/** Classes of a game with their ascendancies, for those who choose among them. */
export const listGameClasses = (game_version: GameVersion): readonly GameClass[] =>
  game_version === 'poe2' ? poe2 : listClasses()
