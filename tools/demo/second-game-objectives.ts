import { secondGameUniques } from '@muster/simulator/world/second-game/catalogue'
import { secondGameClasses } from '@muster/simulator/world/second-game/classes'
import { aBounty, aCategory, anItem, aPlayerGoal, aTeamGoal, type DemoObjective } from './tree.ts'

/** Bounties that players claim in a rehearsal, by what they did. */
export const bounties = {
  boss: 'Beat the Count without a flask',
  market: 'Reach the second act without buying anything',
  act: 'Fastest first act, in seconds',
  monsters: 'Most rare monsters in one area',
} as const

/** Objectives that judges correct. */
export const changedByHand = { added: 'Headhunter', withdrawn: 'A waystone', excluded: 'A unique of any kind' } as const

const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name).join(', ')
const ascendancies = secondGameClasses.flatMap((base) => base.ascendancies)

/** Worn items: one piece, several, by their text, and by their wearer. */
const worn: readonly DemoObjective[] = [
  anItem(changedByHand.excluded, 'race', { RARITY: 'Unique' }),
  anItem('Three uniques at once', 'race', { RARITY: 'Unique' }, { required_number: 3 }),
  anItem('A rare ring', 'race', { ITEM_CLASS: 'Ring', RARITY: 'Rare' }),
  anItem('Two rare rings at once', 'race', { ITEM_CLASS: 'Ring', RARITY: 'Rare' }, { required_number: 2 }),
  anItem('Five rare pieces at once', 'race', { RARITY: 'Rare' }, { required_number: 5 }),
  anItem('Two charms at once', 'race', { ITEM_CLASS: 'UtilityFlask' }, { required_number: 2 }),
  anItem('A quarterstaff', 'small', { ITEM_CLASS: 'Warstaff' }),
  anItem('A sceptre or a wand', 'small', { ITEM_CLASS: ['IN', 'Sceptre, Wand'] }),
  anItem('A buckler, shield or focus', 'small', { ITEM_CLASS: ['IN', 'Buckler, Shield, Focus'] }),
  anItem('A jewel in the tree', 'race', { ITEM_CLASS: 'Jewel' }),
  anItem('A piece of item level 20 or more', 'race', { ILVL: ['GT', '19'] }),
  anItem('A piece of quality 15 or more', 'race', { QUALITY: ['GT', '14'] }),
  anItem('A corrupted piece', 'race', { IS_CORRUPTED: 'true' }),
  anItem('A fractured rare piece', 'race', { RARITY: 'Rare', FRACTURED_MODS: ['LENGTH_GT', '0'] }),
  anItem('Resistance to fire', 'small', { EXPLICIT_MODS: ['CONTAINS', 'to Fire Resistance'] }),
  anItem('Life on a belt', 'race', { ITEM_CLASS: 'Belt', EXPLICIT_MODS: ['CONTAINS', 'to maximum Life'] }),
]

const byWearer: readonly DemoObjective[] = [
  anItem('A unique worn after an ascendancy', 'race', { RARITY: 'Unique', WORN_BY: ['IN', names(ascendancies)] }),
  ...secondGameClasses.map(({ name }) =>
    anItem(`Rare boots of a ${name} before the first trial`, 'small', {
      ITEM_CLASS: 'Boots',
      RARITY: 'Rare',
      WORN_BY: name,
    }),
  ),
  ...ascendancies.map(({ name }) => anItem(`A rare piece worn by ${name}`, 'small', { RARITY: 'Rare', WORN_BY: name })),
]

/** Items outside the API of the second game: only judges can add them. */
const unseen: readonly DemoObjective[] = [
  anItem(changedByHand.withdrawn, 'race', { ITEM_CLASS: 'Map' }),
  anItem('An Exalted Orb', 'race', { BASE_TYPE: 'Exalted Orb' }),
  anItem('An Iron Rune', 'race', { BASE_TYPE: 'Iron Rune' }),
  anItem('A skill gem', 'race', { ITEM_CLASS: 'Active Skill Gem' }),
]

/** The tree below the root of an event of the second game, with the presets of the demo event. */
export const secondGameTree: readonly DemoObjective[] = [
  aCategory(
    'Uniques',
    secondGameUniques
      .filter(({ weight }) => weight >= 1)
      .map(({ name, base }) => anItem(name, 'unique', { NAME: name, BASE_TYPE: base })),
    'set',
  ),
  aCategory(
    'Treasures',
    secondGameUniques.filter(({ weight }) => weight < 1).map(({ name }) => anItem(name, 'treasure', { NAME: name })),
  ),
  aCategory('Worn', worn),
  aCategory('By who wears it', byWearer),
  aCategory('By submission', unseen),
  aCategory('Races', [
    ...[5, 10, 15, 20, 25, 30, 40].map((level) => aPlayerGoal(`First to level ${level}`, 'race', 'PLAYER_LEVEL', level)),
    aPlayerGoal('First trial of ascendancy', 'race', 'ASCENDANCY', 2),
    aPlayerGoal('Second trial of ascendancy', 'race', 'ASCENDANCY', 4),
  ]),
  aCategory('Dailies', [
    anItem('A unique belt', 'daily', { ITEM_CLASS: 'Belt', RARITY: 'Unique' }, { from_hour: 0.5, to_hour: 1.5 }),
    anItem('A rare helmet', 'daily', { ITEM_CLASS: 'Helmet', RARITY: 'Rare' }, { from_hour: 1, to_hour: 2 }),
  ]),
  aCategory('Bounties', [
    aBounty(bounties.boss, 'race'),
    aBounty(bounties.market, 'race'),
    aBounty(bounties.act, 'collection', { aggregation: 'MINIMUM' }),
    aBounty(bounties.monsters, 'collection', { aggregation: 'MAXIMUM' }),
  ]),
  aCategory('Personal Objectives', [
    aTeamGoal('Steps of all players', 'steps', 'PLAYER_SCORE', 108),
    aTeamGoal('Ascendancy points of all players', 'steps', 'ASCENDANCY', 80),
  ]),
]
