/** Names and effects of passives; all invented here. */
import type { NodeText } from './tree.ts'

const trades = [
  'Lamplighter',
  'Ferryman',
  'Beekeeper',
  'Bellfounder',
  'Cartwright',
  'Tollkeeper',
  'Glassblower',
  'Saltmaker',
  'Ropewalker',
  'Gravedigger',
  'Falconer',
  'Millwright',
  'Chandler',
  'Stonecutter',
  'Netmender',
  'Almoner',
  'Thatcher',
  'Wheelwright',
  'Cellarer',
]
const virtues = [
  'Patience',
  'Bargain',
  'Reckoning',
  'Stubbornness',
  'Good Ear',
  'Long Memory',
  'Third Chance',
  'Lazy Afternoon',
  'Spare Key',
  'Short Temper',
  'Even Keel',
  'Last Word',
  'Quiet Hour',
]
const things = ['Tallow', 'Brine', 'Cinders', 'Slate', 'Thistles', 'Pewter', 'Driftwood', 'Frost', 'Copper', 'Ashes', 'Rain']

/** Kinds of wheels: the grants of small nodes, and their notable. */
const themes: readonly { small: string; stat: string; notable: readonly string[]; mastery: string }[] = [
  {
    small: 'Life',
    stat: '5% increased maximum Life',
    notable: ['12% increased maximum Life', '+20 to maximum Life'],
    mastery: 'Life',
  },
  { small: 'Armour', stat: '12% increased Armour', notable: ['30% increased Armour', '+8 to Strength'], mastery: 'Armour' },
  { small: 'Evasion', stat: '12% increased Evasion', notable: ['30% increased Evasion', '+8 to Dexterity'], mastery: 'Evasion' },
  { small: 'Shield', stat: '8% increased Energy Shield', notable: ['20% increased Energy Shield'], mastery: 'Energy Shield' },
  {
    small: 'Damage',
    stat: '10% increased Damage',
    notable: ['28% increased Damage', '4% increased Attack Speed'],
    mastery: 'Damage',
  },
  { small: 'Haste', stat: '3% increased Attack Speed', notable: ['8% increased Attack and Cast Speed'], mastery: 'Speed' },
  {
    small: 'Critical Strikes',
    stat: '15% increased Critical Strike Chance',
    notable: ['+20% to Critical Strike Multiplier'],
    mastery: 'Critical',
  },
  { small: 'Fire', stat: '12% increased Fire Damage', notable: ['Burning enemies deal 4% less Damage'], mastery: 'Fire' },
  { small: 'Cold', stat: '12% increased Cold Damage', notable: ['Chilled enemies take 4% more Damage'], mastery: 'Cold' },
  {
    small: 'Minions',
    stat: 'Minions deal 10% increased Damage',
    notable: ['Minions have 20% increased Life'],
    mastery: 'Minion',
  },
  { small: 'Mana', stat: '8% increased maximum Mana', notable: ['15% increased Mana Regeneration Rate'], mastery: 'Mana' },
]

/** The grants of wheel number `at`. Trades and virtues have coprime counts, so no name repeats. */
export const nameWheel = (at: number): { small: NodeText; notable: NodeText; mastery: NodeText } => {
  const theme = themes[at % themes.length]
  if (!theme) throw new Error('there are no themes')
  return {
    small: { name: theme.small, stats: [theme.stat] },
    notable: { name: nameNotable(at), stats: theme.notable, kind: 'notable' },
    mastery: { name: `${theme.mastery} Mastery`, kind: 'mastery' },
  }
}

export const nameNotable = (at: number): string => `${trades[at % trades.length]}’s ${virtues[at % virtues.length]}`

/** Notable number `place` of ascendancy number `at`. */
export const nameAscendancyNotable = (at: number, place: number): NodeText => {
  const number = at * 4 + place
  const [lines] = [themes[(at * 3 + place) % themes.length]?.notable ?? []]
  return { name: `${virtues[number % virtues.length]} of ${things[number % things.length]}`, stats: lines, kind: 'notable' }
}

export const attributes = ['Strength', 'Dexterity', 'Intelligence'] as const

export const keystones: readonly NodeText[] = [
  { name: 'The Unlit Road', stats: ['Deal 20% more Damage', 'Light Radius is always the smallest'] },
  { name: 'Oath of Brackish Water', stats: ['Flasks recover Mana instead of Life'] },
  { name: 'Two Left Boots', stats: ['Evade every third Attack', 'Cannot Block'] },
  { name: 'The Borrowed Hour', stats: ['Damage of Hits is taken over two seconds'] },
  { name: 'No Heir', stats: ['Minions cannot die', 'At most two Minions'] },
  { name: 'Ledger of Debts', stats: ['Skills cost Life', 'Kills return what was spent'] },
  { name: 'Cold Hearth', stats: ['Cannot be Ignited', 'Regenerate no Life'] },
  { name: 'Anvil Before Dawn', stats: ['Armour applies to Fire Damage'] },
  { name: 'The Crooked Scales', stats: ['Resistances are equal to the lowest of them'] },
  { name: 'Open Palm', stats: ['Unarmed Attacks deal twice the Damage'] },
  { name: 'Echo of a Bell', stats: ['Spells repeat once', '30% less Cast Speed'] },
  { name: 'Glass Ribs', stats: ['Energy Shield protects before Life only half'] },
].map((text) => ({ ...text, kind: 'keystone' }))

/** For maps: the grants of small nodes and notables of the atlas. */
const finds = [
  'Scarabs',
  'Essences',
  'Fossils',
  'Contracts',
  'Oils',
  'Catalysts',
  'Divination Cards',
  'Strongboxes',
  'Shrines',
  'Rogue Exiles',
]
const places = ['Cove', 'Causeway', 'Orchard', 'Quarry', 'Lighthouse', 'Granary', 'Cistern', 'Belfry', 'Weir']

export const nameAtlasWheel = (at: number): { small: NodeText; notable: NodeText; mastery: NodeText } => {
  const find = finds[at % finds.length] ?? ''
  return {
    small: { name: find, stats: [`Maps contain 5% increased ${find}`] },
    notable: {
      name: `${trades[(at * 5) % trades.length]}’s ${places[at % places.length]}`,
      stats: [`Maps contain 15% increased ${find}`, '2% increased Quantity of Items found in Maps'],
      kind: 'notable',
    },
    mastery: { name: find, kind: 'mastery' },
  }
}
export const atlasRoad: NodeText = { name: 'Quantity', stats: ['1% increased Quantity of Items found in Maps'] }
