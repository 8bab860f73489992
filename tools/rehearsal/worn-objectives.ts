import { baseClasses } from '@muster/simulator/world/classes'
import { aCategory, anItem, type DemoObjective } from '../demo/tree.ts'

const isWorn = ['LENGTH_GT', '0'] as const

/** Additional objectives for characters in rehearsals of the first game; the demo's tree has only items in tabs. */
export const wornObjectives: DemoObjective = aCategory('Worn', [
  anItem('A unique belt', 'race', { ITEM_CLASS: 'Belt', RARITY: 'Unique', WORN_BY: isWorn }),
  anItem('Two rare rings at once', 'race', { ITEM_CLASS: 'Ring', RARITY: 'Rare', WORN_BY: isWorn }, { required_number: 2 }),
  anItem('Three uniques at once', 'race', { RARITY: 'Unique', WORN_BY: isWorn }, { required_number: 3 }),
  anItem('A six-linked body armour', 'race', { ITEM_CLASS: 'Body Armour', MAX_LINKS: ['GT', '5'], WORN_BY: isWorn }),
  anItem('A Voidstone not worn by anyone', 'race', { BASE_TYPE: ['CONTAINS', 'Voidstone'], WORN_BY: ['LENGTH_EQ', '0'] }),
  ...baseClasses.map(({ name, ascendancies }) =>
    anItem(`A rare amulet on a ${name} of any ascendancy`, 'small', {
      ITEM_CLASS: 'Amulet',
      RARITY: 'Rare',
      WORN_BY: ['IN', [name, ...ascendancies].join(', ')],
    }),
  ),
])
