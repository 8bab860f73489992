/**
 * Classes of the second game, as of 0.5, with their numbers in its passive tree, and their ascendancies by the ids there. Its API
 * has sent the ids in the place of names. They count per class, with gaps for what is not out yet.
 */
export const secondClasses: readonly {
  readonly name: string
  readonly number: number
  readonly ascendancies: Readonly<Record<string, string>>
}[] = [
  { name: 'Warrior', number: 6, ascendancies: { Warrior1: 'Titan', Warrior2: 'Warbringer', Warrior3: 'Smith of Kitava' } },
  { name: 'Ranger', number: 2, ascendancies: { Ranger1: 'Deadeye', Ranger3: 'Pathfinder' } },
  { name: 'Huntress', number: 8, ascendancies: { Huntress1: 'Amazon', Huntress2: 'Spirit Walker', Huntress3: 'Ritualist' } },
  {
    name: 'Witch',
    number: 1,
    ascendancies: { Witch1: 'Infernalist', Witch2: 'Blood Mage', Witch3: 'Lich', Witch3b: 'Abyssal Lich' },
  },
  {
    name: 'Sorceress',
    number: 7,
    ascendancies: { Sorceress1: 'Stormweaver', Sorceress2: 'Chronomancer', Sorceress3: 'Disciple of Varashta' },
  },
  {
    name: 'Mercenary',
    number: 9,
    ascendancies: { Mercenary1: 'Tactician', Mercenary2: 'Witchhunter', Mercenary3: 'Gemling Legionnaire' },
  },
  { name: 'Monk', number: 10, ascendancies: { Monk1: 'Martial Artist', Monk2: 'Invoker', Monk3: 'Acolyte of Chayula' } },
  { name: 'Druid', number: 11, ascendancies: { Druid1: 'Oracle', Druid2: 'Shaman' } },
]

export interface SecondClass {
  readonly name: string
  /** null: we do not know it, and the program shows the class that it begins with. */
  readonly number: number | null
  readonly ascendancy: { readonly id: string; readonly name: string } | null
}

/** `name` is the class field of the game: the ascendancy once there is one, else the class. An unknown name never fails. */
export function findSecondClass(name: string): SecondClass {
  for (const one of secondClasses) {
    if (one.name === name) return { name, number: one.number, ascendancy: null }
    const found = Object.entries(one.ascendancies).find(([, ascendancy]) => ascendancy === name)
    if (found) return { name: one.name, number: one.number, ascendancy: { id: found[0], name } }
  }
  return { name, number: null, ascendancy: null }
}
