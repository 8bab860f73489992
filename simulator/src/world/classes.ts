/** Classes of the game with their starting passive nodes. */
export interface BaseClass {
  name: string
  start_node: number
  ascendancies: readonly string[]
}

export const baseClasses: readonly BaseClass[] = [
  { name: 'Scion', start_node: 58833, ascendancies: ['Ascendant', 'Reliquarian', 'Luminary'] },
  { name: 'Marauder', start_node: 47175, ascendancies: ['Juggernaut', 'Berserker', 'Chieftain'] },
  { name: 'Ranger', start_node: 50459, ascendancies: ['Warden', 'Deadeye', 'Pathfinder'] },
  { name: 'Witch', start_node: 54447, ascendancies: ['Occultist', 'Elementalist', 'Necromancer'] },
  { name: 'Duelist', start_node: 50986, ascendancies: ['Slayer', 'Gladiator', 'Champion'] },
  { name: 'Templar', start_node: 61525, ascendancies: ['Inquisitor', 'Hierophant', 'Guardian'] },
  { name: 'Shadow', start_node: 44683, ascendancies: ['Assassin', 'Trickster', 'Saboteur'] },
]

export const pantheonMajor = ['TheBrineKing', 'Arakaali', 'Solaris', 'Lunaris'] as const
export const pantheonMinor = ['Abberath', 'Gruthkul', 'Yugul', 'Shakari', 'Tukohama', 'Ralakesh', 'Garukhan', 'Ryslatha'] as const
export const bandits = ['Kraityn', 'Alira', 'Oak', 'Eramir'] as const
/** Bloodlines available in 3.29, by their ids in the game's tree; the three oldest were removed in 3.23. */
export const bloodlines = [
  'Trialmaster',
  'Oshabi',
  'KingInTheMists',
  'Catarina',
  'Aul',
  'Lycia',
  'Olroth',
  'Farrul',
  'Delirious',
  'Breachlord',
  'Necromantic',
  'Brinerot',
  'Abyssal',
] as const

const ASCENDANCY_NODE_BLOCK = 1000
const NODES_PER_ASCENDANCY = 20

/**
 * Passive nodes of an ascendancy: its start node, then eight nodes that cost points. The simulator assigns the numbers from a
 * block (1000 to 1419) that ordinary passives never use.
 */
export const ascendancyNodesOf = (ascendancy: string): readonly number[] => {
  const at = baseClasses.flatMap((base) => base.ascendancies).indexOf(ascendancy)
  if (at < 0) return []
  return Array.from({ length: 9 }, (_, node) => ASCENDANCY_NODE_BLOCK + at * NODES_PER_ASCENDANCY + node)
}

/** First number for ordinary passives. */
export const FIRST_ORDINARY_NODE = 2000
