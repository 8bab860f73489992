/** Classes of the second game, as of 0.5, and what its API calls their ascendancies. */
export interface Ascendancy {
  /** As players know it. */
  name: string
  /** As the API says it, where that is a name out of the game's own tables; otherwise it is the one that players know. */
  sent_as?: string
}

export interface SecondGameClass {
  name: string
  start_node: number
  ascendancies: readonly Ascendancy[]
}

/** Start nodes are the simulator's own. Which ascendancies the API sends by their internal names is an assumption: the newest. */
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

/** Passive nodes of an ascendancy: its start node, then eight to spend points on; in a block (3000 to 3459) of their own. */
export const nodesOfAscendancy = (ascendancy: string): readonly number[] => {
  const at = ascendancies.indexOf(ascendancy)
  if (at < 0) return []
  return Array.from({ length: 9 }, (_, node) => ASCENDANCY_NODE_BLOCK + at * NODES_PER_ASCENDANCY + node)
}

/** First number that ordinary passives of the second game may have. */
export const FIRST_NODE = 4000
