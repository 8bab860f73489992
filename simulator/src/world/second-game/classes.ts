/** Classes of the second game as of 0.5, with the API's names of their ascendancies. */
export interface Ascendancy {
  /** Display name. */
  name: string
  /** Name in the API, if it is an internal name of the game; otherwise the API sends the display name. */
  sent_as?: string
}

export interface SecondGameClass {
  name: string
  start_node: number
  ascendancies: readonly Ascendancy[]
}

/**
 * The simulator assigns the start nodes. Which ascendancies the API sends with internal names is an assumption: the newest ones.
 */
export const secondGameClasses: readonly SecondGameClass[] = [
  { name: 'Warrior', start_node: 701, ascendancies: [{ name: 'Titan' }, { name: 'Warbringer' }, { name: 'Smith of Kitava' }] },
  { name: 'Ranger', start_node: 702, ascendancies: [{ name: 'Deadeye' }, { name: 'Pathfinder' }] },
  {
    name: 'Huntress',
    start_node: 703,
    ascendancies: [{ name: 'Amazon' }, { name: 'Spirit Walker', sent_as: 'Huntress2' }, { name: 'Ritualist' }],
  },
  {
    name: 'Witch',
    start_node: 704,
    ascendancies: [
      { name: 'Infernalist' },
      { name: 'Blood Mage' },
      { name: 'Lich' },
      { name: 'Abyssal Lich', sent_as: 'Witch3b' },
    ],
  },
  {
    name: 'Sorceress',
    start_node: 705,
    ascendancies: [{ name: 'Stormweaver' }, { name: 'Chronomancer' }, { name: 'Disciple of Varashta' }],
  },
  {
    name: 'Mercenary',
    start_node: 706,
    ascendancies: [{ name: 'Tactician' }, { name: 'Witchhunter' }, { name: 'Gemling Legionnaire' }],
  },
  {
    name: 'Monk',
    start_node: 707,
    ascendancies: [{ name: 'Martial Artist', sent_as: 'Monk1' }, { name: 'Invoker' }, { name: 'Acolyte of Chayula' }],
  },
  { name: 'Druid', start_node: 708, ascendancies: [{ name: 'Oracle' }, { name: 'Shaman' }] },
]

const ASCENDANCY_NODE_BLOCK = 3000
const NODES_PER_ASCENDANCY = 20
const ascendancies = secondGameClasses.flatMap((base) => base.ascendancies.map(({ name }) => name))

/**
 * Passive nodes of an ascendancy: its start node, then eight nodes that cost points, in a separate block of numbers (3000 to
 * 3459).
 */
export const nodesOfAscendancy = (ascendancy: string): readonly number[] => {
  const at = ascendancies.indexOf(ascendancy)
  if (at < 0) return []
  return Array.from({ length: 9 }, (_, node) => ASCENDANCY_NODE_BLOCK + at * NODES_PER_ASCENDANCY + node)
}

/** First number for ordinary passives of the second game. */
export const FIRST_NODE = 4000
