interface ClassRow {
  readonly name: string
  /** Numbers and nodes of the passive tree. */
  readonly number: number
  /** First node in the tree. Two classes may share it. */
  readonly start_node: number
  readonly ascendancies: Readonly<Record<string, string>>
}

/**
 * Classes of the second game, as of 0.5, with their numbers in its passive tree, and their ascendancies by the ids there. The API
 * has sent these ids in place of names. Ids count per class, with gaps for unreleased ascendancies.
 */
export const secondClasses: readonly [ClassRow, ...ClassRow[]] = [
  {
    name: 'Warrior',
    number: 6,
    start_node: 47175,
    ascendancies: { Warrior1: 'Titan', Warrior2: 'Warbringer', Warrior3: 'Smith of Kitava' },
  },
  { name: 'Ranger', number: 2, start_node: 50459, ascendancies: { Ranger1: 'Deadeye', Ranger3: 'Pathfinder' } },
  {
    name: 'Huntress',
    number: 8,
    start_node: 50459,
    ascendancies: { Huntress1: 'Amazon', Huntress2: 'Spirit Walker', Huntress3: 'Ritualist' },
  },
  {
    name: 'Witch',
    number: 1,
    start_node: 54447,
    ascendancies: { Witch1: 'Infernalist', Witch2: 'Blood Mage', Witch3: 'Lich', Witch3b: 'Abyssal Lich' },
  },
  {
    name: 'Sorceress',
    number: 7,
    start_node: 54447,
    ascendancies: { Sorceress1: 'Stormweaver', Sorceress2: 'Chronomancer', Sorceress3: 'Disciple of Varashta' },
  },
  {
    name: 'Mercenary',
    number: 9,
    start_node: 50986,
    ascendancies: { Mercenary1: 'Tactician', Mercenary2: 'Witchhunter', Mercenary3: 'Gemling Legionnaire' },
  },
  {
    name: 'Monk',
    number: 10,
    start_node: 44683,
    ascendancies: { Monk1: 'Martial Artist', Monk2: 'Invoker', Monk3: 'Acolyte of Chayula' },
  },
  { name: 'Druid', number: 11, start_node: 61525, ascendancies: { Druid1: 'Oracle', Druid2: 'Shaman' } },
]

export interface SecondClass {
  readonly name: string
  readonly number: number
  readonly ascendancy: { readonly id: string; readonly name: string } | null
}

/**
 * @param name the game's class field: the ascendancy if there is one, else the class. An unknown name is read as a class whose
 *   tree begins at the same node, because the program cannot open a build without a class.
 */
export function findSecondClass(name: string, hashes: readonly unknown[]): SecondClass {
  for (const one of secondClasses) {
    if (one.name === name) return { name, number: one.number, ascendancy: null }
    const found = Object.entries(one.ascendancies).find(([, ascendancy]) => ascendancy === name)
    if (found) return { name: one.name, number: one.number, ascendancy: { id: found[0], name } }
  }
  const { name: neighbour, number } = secondClasses.find(({ start_node }) => hashes.includes(start_node)) ?? secondClasses[0]
  return { name: neighbour, number, ascendancy: null }
}
