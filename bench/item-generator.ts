/**
 * Made-up stash content in the wire format of 3.29, as varied as a public page: rare and unique equipment with modifiers as
 * objects, stacks, gems, maps and cards.
 */
import type { GameItem } from '@muster/contract/game-api'
import {
  currencies,
  type Family,
  families,
  firstnames,
  gemNames,
  heroes,
  mapNames,
  modifiers,
  surnames,
  treasures,
} from './item-vocabulary.ts'
import type { Random } from './random.ts'

const art = 'https://web.poecdn.com/image/Art/2DItems'
/** The real value is a hash of the picture, and therefore equal for all items with that picture. */
const artVersion = 'c7ebb82a4a2d4fbd8f5b04e35f1e2f11'

export function uniqueName(hero: number, treasure: number): string {
  return `${heroes[hero]}'s ${treasures[treasure]}`
}

function makeProperty(name: string, values: readonly (readonly [string, number])[], type?: number): object {
  return { name, values, displayMode: 0, ...(type !== undefined && { type }) }
}

/**
 * A range as rolled by the game: one of nine tiers, with separate limits for both ends, the first below the second. This gives
 * about 1,500 different sentences; independent ends would give 22,000, most of them impossible.
 */
function makeSpan(random: Random): string {
  const tier = random.below(9)
  const low = 1 + 3 * tier + random.below(1 + 2 * tier)
  return `${low} to ${6 + 9 * tier + random.below(3 + 3 * tier)}`
}

function makeModifier(random: Random): object {
  const description = random
    .pick(modifiers)
    .replace('# to #', () => makeSpan(random))
    .replaceAll('#', () => String(1 + random.below(random.chance(0.3) ? 150 : 40)))
  if (random.chance(0.85)) return { description }
  return { description, flags: random.chance(0.5) ? { crafted: true } : { fractured: true } }
}

function makeSockets(random: Random, most: number): object[] {
  let group = 0
  return Array.from({ length: 1 + random.below(most) }, () => {
    if (random.chance(0.4)) group += 1
    const [attr, sColour] = random.pick([
      ['S', 'R'],
      ['D', 'G'],
      ['I', 'B'],
      ['G', 'W'],
    ])
    return { group, attr, sColour }
  })
}

/** Picks a unique. Each name always has the same base. */
function pickUnique(random: Random): { name: string; kind: Family; base: string } {
  const [hero, treasure] = [random.below(heroes.length), random.below(treasures.length)]
  const number = hero * treasures.length + treasure
  const kind = families[number % families.length] as Family
  return { name: uniqueName(hero, treasure), kind, base: kind.bases[number % kind.bases.length] as string }
}

function pickRare(random: Random): { name: string; kind: Family; base: string } {
  const kind = random.pick(families)
  return { name: `${random.pick(firstnames)} ${random.pick(surnames)}`, kind, base: random.pick(kind.bases) }
}

function makeEquipment(random: Random, isUnique: boolean): GameItem {
  const { name, kind, base } = isUnique ? pickUnique(random) : pickRare(random)
  const label = kind.label === undefined ? [] : [makeProperty(kind.label, [])]
  const quality = random.chance(0.4) ? [makeProperty('Quality', [[`+${random.below(21)}%`, 1]], 6)] : []
  const shown = kind.properties.map((property) => makeProperty(property, [[String(20 + random.below(900)), 1]], 16))
  return {
    verified: false,
    w: 2,
    h: 3,
    icon: `${art}/${kind.folder}/${isUnique ? name.replaceAll(/\W/g, '') : base.replaceAll(' ', '')}.png?v=${artVersion}&w=2&h=3&scale=1`,
    league: 'Winter Muster (PL12345)',
    id: random.hex(64),
    ...(kind.sockets > 0 && { sockets: makeSockets(random, kind.sockets), socketedItems: [] }),
    ...(random.chance(0.05) && { influences: { [random.pick(['shaper', 'elder', 'hunter', 'warlord'])]: true } }),
    name,
    typeLine: base,
    baseType: base,
    rarity: isUnique ? 'Unique' : 'Rare',
    identified: true,
    ilvl: 1 + random.below(86),
    ...(random.chance(0.1) && { note: '~price 10 chaos' }),
    ...(random.chance(0.1) && { corrupted: true }),
    properties: [...label, ...quality, ...shown],
    requirements: [
      makeProperty('Level', [[String(20 + random.below(60)), 0]], 62),
      makeProperty('Str', [[String(40 + random.below(140)), 0]], 63),
    ],
    ...(random.chance(0.6) && { implicitMods: [makeModifier(random)] }),
    explicitMods: Array.from({ length: 3 + random.below(4) }, () => makeModifier(random)),
    ...(isUnique && { flavourText: ['They carried it until the river turned,\r', 'and it was never asked for again.'] }),
    frameType: isUnique ? 3 : 2,
    frameTypeId: isUnique ? 'Unique' : 'Rare',
    x: random.below(12),
    y: random.below(12),
    inventoryId: 'Stash1',
    extended: { prefixes: random.below(4), suffixes: random.below(4) },
  }
}

function makeStack(random: Random): GameItem {
  const base = random.pick(currencies)
  const stackSize = 1 + random.below(300)
  return {
    verified: false,
    w: 1,
    h: 1,
    icon: `${art}/Currency/${base.replaceAll(/\W/g, '')}.png?v=${artVersion}`,
    stackSize,
    maxStackSize: 5000,
    league: 'Winter Muster (PL12345)',
    id: random.hex(64),
    name: '',
    typeLine: base,
    baseType: base,
    identified: true,
    ilvl: 0,
    properties: [makeProperty('Stack Size', [[`${stackSize}/20`, 0]], 32)],
    explicitMods: [{ description: 'Changes an item in a way that its holder usually regrets' }],
    descrText: 'Right click this item then left click another item to apply it.\nShift click to unstack.',
    frameType: 5,
    frameTypeId: 'Currency',
    x: random.below(60),
    y: 0,
    inventoryId: 'Stash2',
  }
}

function makeGem(random: Random): GameItem {
  const base = random.pick(gemNames)
  const level = 1 + random.below(21)
  return {
    verified: false,
    w: 1,
    h: 1,
    icon: `${art}/Gems/${base.replaceAll(' ', '')}.png?v=${artVersion}`,
    support: base.endsWith('Support'),
    league: 'Winter Muster (PL12345)',
    id: random.hex(64),
    name: '',
    typeLine: base,
    baseType: base,
    identified: true,
    ilvl: 0,
    properties: [
      makeProperty('Attack, Spell, Area', []),
      makeProperty('Level', [[level === 20 ? '20 (Max)' : String(level), 0]], 5),
      makeProperty('Mana Cost', [['12', 0]]),
      makeProperty('Quality', [[`+${random.below(24)}%`, 1]], 6),
    ],
    additionalProperties: [{ name: 'Experience', values: [['1/9569', 0]], displayMode: 2, progress: 0.01, type: 20 }],
    explicitMods: [
      // The effect of a gem depends on its level.
      { description: `Deals ${9 * level + base.length} to ${18 * level + base.length} Fire Damage` },
      { description: '20% increased Effect' },
    ],
    secDescrText: 'Does something to everything in an area around the target, and then does it again a little further away.',
    descrText: 'Place into an item socket of the right colour to gain this skill.',
    frameType: 4,
    frameTypeId: 'Gem',
    x: random.below(12),
    y: random.below(12),
    inventoryId: 'Stash3',
  }
}

function makeMap(random: Random): GameItem {
  const base = `${random.pick(mapNames)} Map`
  return {
    verified: false,
    w: 1,
    h: 1,
    icon: `${art}/Maps/Atlas2Maps/New/${base.replaceAll(' ', '')}.png?v=${artVersion}`,
    league: 'Winter Muster (PL12345)',
    id: random.hex(64),
    name: `${random.pick(firstnames)} ${random.pick(surnames)}`,
    typeLine: random.chance(0.1) ? `Blighted ${base}` : base,
    baseType: base,
    rarity: 'Rare',
    identified: true,
    ilvl: 68 + random.below(16),
    properties: [
      makeProperty('Map Tier', [[String(1 + random.below(16)), 0]], 1),
      makeProperty('Item Quantity', [[`+${random.below(120)}%`, 1]], 2),
      makeProperty('Item Rarity', [[`+${random.below(80)}%`, 1]], 3),
      makeProperty('Monster Pack Size', [[`+${random.below(40)}%`, 1]], 4),
    ],
    explicitMods: Array.from({ length: 4 + random.below(4) }, () => makeModifier(random)),
    descrText: 'Travel to this place by using it in a personal device. Maps can only be used once.',
    frameType: 2,
    frameTypeId: 'Rare',
    x: random.below(12),
    y: random.below(12),
    inventoryId: 'Stash4',
  }
}

function makeCard(random: Random): GameItem {
  const base = `The ${random.pick(treasures)}`
  return {
    verified: false,
    w: 1,
    h: 1,
    icon: `${art}/Divination/InventoryIcon.png?v=${artVersion}`,
    stackSize: 1 + random.below(8),
    maxStackSize: 8,
    artFilename: base.replaceAll(' ', ''),
    league: 'Winter Muster (PL12345)',
    id: random.hex(64),
    name: '',
    typeLine: base,
    baseType: base,
    identified: true,
    ilvl: 0,
    properties: [makeProperty('Stack Size', [['1/8', 0]], 32)],
    explicitMods: [{ description: '<uniqueitem>{A reward}' }],
    flavourText: ['A debt is seldom paid in coin.'],
    frameType: 6,
    frameTypeId: 'DivinationCard',
    x: 0,
    y: 0,
    inventoryId: 'Stash5',
  }
}

/** One item; item types have the shares found in public stashes. */
export function makeItem(random: Random): GameItem {
  const kind = random.below(100)
  if (kind < 42) return makeEquipment(random, false)
  if (kind < 62) return makeEquipment(random, true)
  if (kind < 80) return makeStack(random)
  if (kind < 88) return makeGem(random)
  if (kind < 94) return makeMap(random)
  return makeCard(random)
}
