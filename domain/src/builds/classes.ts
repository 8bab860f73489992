/**
 * Classes by their number in Path of Building, with their first node in the tree and their ascendancies in order. Game 3.29. An
 * unknown name is not an error: the class then follows from the tree.
 */
const classes: readonly { readonly name: string; readonly start_node: number; readonly ascendancies: readonly string[] }[] = [
  { name: 'Scion', start_node: 58833, ascendancies: ['Ascendant', 'Reliquarian', 'Luminary'] },
  { name: 'Marauder', start_node: 47175, ascendancies: ['Juggernaut', 'Berserker', 'Chieftain'] },
  { name: 'Ranger', start_node: 50459, ascendancies: ['Warden', 'Deadeye', 'Pathfinder'] },
  { name: 'Witch', start_node: 54447, ascendancies: ['Occultist', 'Elementalist', 'Necromancer'] },
  { name: 'Duelist', start_node: 50986, ascendancies: ['Slayer', 'Gladiator', 'Champion'] },
  { name: 'Templar', start_node: 61525, ascendancies: ['Inquisitor', 'Hierophant', 'Guardian'] },
  { name: 'Shadow', start_node: 44683, ascendancies: ['Assassin', 'Trickster', 'Saboteur'] },
]

/** The Ranger's first ascendancy was called Raider up to 3.24, and old characters still have that name. */
const olderNames: Readonly<Record<string, string>> = { Raider: 'Warden' }

/**
 * Bloodlines by their ids in the game's tree, in the order of its list `alternate_ascendancies`; Path of Building counts them
 * from 1. Seen in its trees of 3.27, 3.28 and 3.29: each version only appended. The first three ended with 3.23.
 */
const bloodlines = [
  'Warden',
  'Warlock',
  'Primalist',
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
]

/**
 * The number of a bloodline in Path of Building; 0 without a bloodline, and for a bloodline newer than 3.29.
 * @param alternate_ascendancy an id in the API, a number on the game's site (`ImportTab.lua` of Path of Building reads both)
 */
export const numberBloodline = (alternate_ascendancy: string | number | null | undefined): number =>
  typeof alternate_ascendancy === 'number' ? alternate_ascendancy : bloodlines.indexOf(alternate_ascendancy ?? '') + 1

/** Every class by its name, with its ascendancies. */
export const listClasses = (): readonly { readonly name: string; readonly ascendancies: readonly string[] }[] => classes

export interface BuildClass {
  readonly class_id: number
  readonly class_name: string
  /** 0 without a known ascendancy. */
  readonly ascendancy_id: number
  readonly ascendancy_name: string
}

/** `name` is the game's class field: the ascendancy if there is one, else the class. */
export function findBuildClass(name: string, hashes: readonly number[]): BuildClass {
  const wanted = olderNames[name] ?? name
  for (const [class_id, one] of classes.entries()) {
    const place = one.ascendancies.indexOf(wanted)
    if (place >= 0) return { class_id, class_name: one.name, ascendancy_id: place + 1, ascendancy_name: wanted }
  }
  const named = classes.findIndex((one) => one.name === wanted)
  const class_id = Math.max(0, named >= 0 ? named : classes.findIndex((one) => hashes.includes(one.start_node)))
  return { class_id, class_name: classes[class_id]?.name ?? 'Scion', ascendancy_id: 0, ascendancy_name: 'None' }
}
