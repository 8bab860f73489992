import type { GameVersion } from '@muster/contract/events'
import { listClasses } from './classes.ts'
import { secondClasses } from './second-game/classes.ts'

interface GameClass {
  readonly name: string
  readonly ascendancies: readonly string[]
}

const secondGame: readonly GameClass[] = secondClasses.map(({ name, ascendancies }) => ({
  name,
  ascendancies: Object.values(ascendancies),
}))
/** `namesById`: the players' names of classes and ascendancies that the game's API names by id. */
const classes: Readonly<
  Record<GameVersion, { readonly list: () => readonly GameClass[]; readonly namesById: ReadonlyMap<string, string> }>
> = {
  poe1: { list: listClasses, namesById: new Map() },
  poe2: {
    list: () => secondGame,
    namesById: new Map(secondClasses.flatMap(({ ascendancies }) => Object.entries(ascendancies))),
  },
}

/** Classes of a game with their ascendancies, for choices in forms. Names outside this list are accepted, too. */
export const listGameClasses = (game_version: GameVersion): readonly GameClass[] => classes[game_version].list()

/** The ascendancies of a class; none for the name of an ascendancy or an unknown name. */
export const listAscendancies = (game_version: GameVersion, class_name: string): readonly string[] =>
  listGameClasses(game_version).find((one) => one.name === class_name)?.ascendancies ?? []

/** The players' name of a class or ascendancy: an id becomes its name, any other text stays as it is. */
export const readClassName = (game_version: GameVersion, name: string): string =>
  classes[game_version].namesById.get(name) ?? name
