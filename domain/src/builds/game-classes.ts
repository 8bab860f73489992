import type { GameVersion } from '@muster/contract/events'
import { listClasses } from './classes.ts'

interface GameClass {
  readonly name: string
  readonly ascendancies: readonly string[]
}

/**
 * Of the second game, as of 0.5, by the ids of its passive tree, which its API has also sent in the place of names. They count
 * per class, with gaps for what is not out yet. An unknown name never fails: people may be let in by any.
 */
const poe2: readonly { readonly name: string; readonly ascendancies: Readonly<Record<string, string>> }[] = [
  { name: 'Warrior', ascendancies: { Warrior1: 'Titan', Warrior2: 'Warbringer', Warrior3: 'Smith of Kitava' } },
  { name: 'Ranger', ascendancies: { Ranger1: 'Deadeye', Ranger3: 'Pathfinder' } },
  { name: 'Huntress', ascendancies: { Huntress1: 'Amazon', Huntress2: 'Spirit Walker', Huntress3: 'Ritualist' } },
  { name: 'Witch', ascendancies: { Witch1: 'Infernalist', Witch2: 'Blood Mage', Witch3: 'Lich', Witch3b: 'Abyssal Lich' } },
  {
    name: 'Sorceress',
    ascendancies: { Sorceress1: 'Stormweaver', Sorceress2: 'Chronomancer', Sorceress3: 'Disciple of Varashta' },
  },
  {
    name: 'Mercenary',
    ascendancies: { Mercenary1: 'Tactician', Mercenary2: 'Witchhunter', Mercenary3: 'Gemling Legionnaire' },
  },
  { name: 'Monk', ascendancies: { Monk1: 'Martial Artist', Monk2: 'Invoker', Monk3: 'Acolyte of Chayula' } },
  { name: 'Druid', ascendancies: { Druid1: 'Oracle', Druid2: 'Shaman' } },
]

const secondGame: readonly GameClass[] = poe2.map(({ name, ascendancies }) => ({
  name,
  ascendancies: Object.values(ascendancies),
}))
const namesById = new Map(poe2.flatMap(({ ascendancies }) => Object.entries(ascendancies)))

/** Classes of a game with their ascendancies, for those who choose among them. */
export const listGameClasses = (game_version: GameVersion): readonly GameClass[] =>
  game_version === 'poe2' ? secondGame : listClasses()

/** The ascendancies that a class may take; none for the name of an ascendancy, or of what we do not know. */
export const listAscendancies = (game_version: GameVersion, class_name: string): readonly string[] =>
  listGameClasses(game_version).find((one) => one.name === class_name)?.ascendancies ?? []

/** What players call a class or ascendancy that the game names; its ids become names, anything else stays as it is. */
export const readClassName = (game_version: GameVersion, name: string): string =>
  (game_version === 'poe2' ? namesById.get(name) : undefined) ?? name
