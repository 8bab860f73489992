import { noLayout, writeExtra } from '@muster/domain/objectives/layout'
import {
  activeGems,
  awakenedGems,
  divinationCards,
  essences,
  fossils,
  heistTargets,
  scarabs,
  uniques,
  vaalGems,
} from '@muster/simulator/world/catalogue'
import { baseClasses } from '@muster/simulator/world/classes'
import { aBounty, aCategory, anItem, aPlayerGoal, aTeamGoal, type DemoObjective, type DemoPreset } from './tree.ts'

/** The presets of the demo event, by key. */
export const demoPresets: Readonly<Record<string, DemoPreset>> = {
  unique: { name: 'Unique', description: 'Every team that finds it', scoring_method: 'PRESENCE', type: 'OBJECTIVE', points: [5] },
  treasure: {
    name: 'Treasure',
    description: 'The first finder counts for more',
    scoring_method: 'RANKED_TIME',
    type: 'OBJECTIVE',
    points: [40, 25, 15, 10],
  },
  set: {
    name: 'Set bonus',
    description: 'Each further piece of a set adds more',
    scoring_method: 'BONUS_PER_COMPLETION',
    type: 'CATEGORY',
    points: [0, 1, 2, 3, 4, 5],
  },
  race: { name: 'Race', description: 'By place', scoring_method: 'RANKED_TIME', type: 'OBJECTIVE', points: [50, 30, 20, 10] },
  collection: {
    name: 'Collection',
    description: 'By place',
    scoring_method: 'RANKED_TIME',
    type: 'OBJECTIVE',
    points: [30, 20, 15, 10],
  },
  daily: {
    name: 'Daily',
    description: 'By place, while it is open',
    scoring_method: 'RANKED_TIME',
    type: 'OBJECTIVE',
    points: [30, 20, 10],
  },
  small: {
    name: 'Small find',
    description: 'Every team that finds it',
    scoring_method: 'PRESENCE',
    type: 'OBJECTIVE',
    points: [2],
  },
  field: {
    name: 'Field',
    description: 'Every team that fills it',
    scoring_method: 'PRESENCE',
    type: 'OBJECTIVE',
    points: [1],
  },
  bingo: {
    name: 'Bingo',
    description: 'By place: the time of the second line',
    scoring_method: 'BINGO_BOARD',
    type: 'CATEGORY',
    points: [60, 40, 30, 20],
    parameters: { lines: 2 },
  },
  gem: { name: 'Gem', description: 'Every team that has it', scoring_method: 'PRESENCE', type: 'OBJECTIVE', points: [4] },
  steps: {
    name: 'Personal steps',
    description: 'One point for each step of each player',
    scoring_method: 'POINTS_FROM_VALUE',
    type: 'OBJECTIVE',
    points: [1],
    point_cap: 108,
  },
}

const chunk = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, place) => list.slice(place * size, (place + 1) * size))

const slots: readonly (readonly [string, RegExp])[] = [
  ['Rings and amulets', /Ring|Amulet/],
  ['Belts', /Belt|Sash/],
  ['Helmets', /Cap|Hood|Tricorne|Bascinet|Burgonet|Helmet|Crown|Pelt/],
  ['Gloves', /Gloves|Gauntlets|Mitts/],
  ['Boots', /Shoes|Slippers|Boots|Greaves/],
  ['Body armours', /Robe|Wyrmscale|Coat|Garb|Brigandine|Plate|Vestment/],
  ['Flasks', /Flask/],
]

export function listUniqueSets(): DemoObjective[] {
  const common = uniques.filter((unique) => unique.weight >= 1)
  const slotOf = (base: string) => slots.find(([, pattern]) => pattern.test(base))?.[0] ?? 'Weapons and more'
  const sets = new Map<string, DemoObjective[]>()
  for (const { name, base } of common) {
    const set = sets.get(slotOf(base)) ?? []
    sets.set(slotOf(base), set)
    // Every set leaves room for others on a page; the longest are divided in two.
    set.push(anItem(name, 'unique', { NAME: name, BASE_TYPE: base }))
  }
  return [...sets].flatMap(([name, pieces]) => {
    const parts = chunk(pieces, Math.ceil(pieces.length / Math.ceil(pieces.length / 8)))
    return parts.map((part, place) => aCategory(parts.length === 1 ? name : `${name} ${place + 1}`, part, 'set'))
  })
}

/** The simulated world never drops these; they are for pages of the real game, fed in by `npm run replay`. */
const realFinds = [
  'Al Dhih',
  'Briskwrap',
  'Chalice of Horrors',
  'Doomfletch',
  "Geofri's Baptism",
  "Hrimnor's Hymn",
  'Infractem',
  'Last Resort',
]

export const treasures = uniques.filter((unique) => unique.weight < 1)
const ascendancies = baseClasses.flatMap((base) => base.ascendancies)
export const namesOf = (entries: readonly { name: string }[]) => entries.map((entry) => entry.name).join(', ')

/** One pair of dailies is revealed every six hours and stays open for twelve. */
const dailies: readonly DemoObjective[] = [
  anItem('A six-linked body armour', 'daily', { ITEM_CLASS: 'Body Armour', MAX_LINKS: ['GT', '5'] }),
  anItem('A corrupted unique', 'daily', { RARITY: 'Unique', IS_CORRUPTED: 'true' }),
  anItem('Five Orbs of Fusing in one tab', 'daily', { BASE_TYPE: 'Orb of Fusing' }, { required_number: 5 }),
  anItem('A rare amulet of item level 60 or more', 'daily', { ITEM_CLASS: 'Amulet', RARITY: 'Rare', ILVL: ['GT', '59'] }),
  anItem('A fractured rare item, not split', 'daily', { RARITY: 'Rare', FRACTURED_MODS: ['LENGTH_GT', '0'], IS_SPLIT: 'false' }),
  anItem('An item of Shaper or Elder', 'daily', { INFLUENCES: ['CONTAINS_MATCH', 'shaper|elder'] }),
  anItem('Ten Vaal Orbs in one tab', 'daily', { BASE_TYPE: 'Vaal Orb' }, { required_number: 10 }),
  anItem('A corrupted map of tier 14 or more', 'daily', {
    ITEM_CLASS: 'MapKey',
    MAP_TIER: ['GT', '13'],
    IS_CORRUPTED: 'true',
  }),
  anItem('An item with a crafted modifier', 'daily', { CRAFTED_MODS: ['LENGTH_GT', '0'], RARITY: 'Rare' }),
  anItem('A gem of level 20 or more', 'daily', {
    ITEM_CLASS: ['IN', 'Active Skill Gem, Support Skill Gem'],
    LEVEL: ['GT', '19'],
  }),
  anItem('Twenty Regal Orbs in one tab', 'daily', { BASE_TYPE: 'Regal Orb' }, { required_number: 20 }),
  anItem('A foulborn unique', 'daily', { IS_FOULBORN: 'true' }),
  anItem('A temple with five rooms of tier 3', 'daily', { TEMPLE_ROOMS_T3: ['LENGTH_GT', '4'] }),
  anItem('A thousand kills in one incubator', 'daily', { INCUBATOR_KILLS: ['GT', '999'] }),
  anItem('A vessel with Piety in it', 'daily', { RITUAL_VESSEL_BOSSES: ['CONTAINS', 'Piety'] }),
  anItem('Fifty memory strands on one item', 'daily', { MEMORY_STRANDS: ['GT', '49'] }),
  anItem('A tome with a major affliction', 'daily', {
    SANCTUM_AFFLICTIONS: ['CONTAINS_MATCH', 'Anomaly Attractor|Corrosive Concoction|Unassailable|Ghastly Scythe'],
  }),
  anItem('A lens that holds 100 million experience', 'daily', { FACETOR_LENS_EXP: ['GT', '99999999'] }),
]

const collections: readonly DemoObjective[] = [
  anItem('Chaos Orbs in one tab', 'collection', { BASE_TYPE: 'Chaos Orb' }, { required_number: 200 }),
  anItem('Orbs of Alchemy in one tab', 'collection', { BASE_TYPE: 'Orb of Alchemy' }, { required_number: 100 }),
  anItem('Orbs of Alteration in one tab', 'collection', { BASE_TYPE: 'Orb of Alteration' }, { required_number: 150 }),
  anItem('Fossils of any kind', 'collection', { BASE_TYPE: ['IN', namesOf(fossils)] }, { required_number: 24 }),
  anItem('Essences of any kind', 'collection', { BASE_TYPE: ['IN', essences.join(', ')] }, { required_number: 40 }),
  anItem('Scarabs of any kind', 'collection', { BASE_TYPE: ['IN', namesOf(scarabs)] }, { required_number: 30 }),
  anItem('Divination cards of any kind', 'collection', { ITEM_CLASS: 'DivinationCard' }, { required_number: 60 }),
  anItem('A full set of The Gambler', 'collection', { BASE_TYPE: 'The Gambler' }, { required_number: 5 }),
  anItem('A full set of Rain of Chaos', 'collection', { BASE_TYPE: 'Rain of Chaos' }, { required_number: 8 }),
  anItem(
    'Unique items in one tab',
    'collection',
    { FRAME_TYPE: '3' },
    { required_number: 12, extra: 'Of any kind; foil items do not count.' },
  ),
  anItem('Maps of tier 10 or more', 'collection', { ITEM_CLASS: 'MapKey', MAP_TIER: ['GT', '9'] }, { required_number: 16 }),
  anItem('Rare rings in one tab', 'collection', { ITEM_CLASS: 'Ring', RARITY: 'Rare' }, { required_number: 6 }),
]

/** A board of five by five, row by row: some fields that every team fills in the first hours, and some for the last day. */
const bingo: readonly DemoObjective[] = [
  aPlayerGoal('Level 50', 'field', 'PLAYER_LEVEL', 50),
  anItem('A unique helmet', 'field', { ITEM_CLASS: 'Helmet', RARITY: 'Unique' }),
  anItem('A Vaal gem', 'field', { IS_VAAL: 'true' }),
  anItem('120 Chaos Orbs', 'field', { BASE_TYPE: 'Chaos Orb' }, { required_number: 120 }),
  aPlayerGoal('Depth 200', 'field', 'DELVE_DEPTH', 200),

  anItem('A six-link', 'field', { MAX_LINKS: ['GT', '5'] }),
  anItem('A map of tier 16', 'field', { ITEM_CLASS: 'MapKey', MAP_TIER: ['GT', '15'] }),
  anItem('Twelve essences', 'field', { BASE_TYPE: ['IN', essences.join(', ')] }, { required_number: 12 }),
  anItem('A corrupted ring', 'field', { ITEM_CLASS: 'Ring', IS_CORRUPTED: 'true' }),
  aPlayerGoal('Level 85', 'field', 'PLAYER_LEVEL', 85),

  anItem('A fractured item', 'field', { FRACTURED_MODS: ['LENGTH_GT', '0'] }),
  anItem('Five Divine Orbs', 'field', { BASE_TYPE: 'Divine Orb' }, { required_number: 5 }),
  anItem('Any treasure', 'field', { NAME: ['IN', namesOf(treasures)] }),
  anItem('Five cards of The Gambler', 'field', { BASE_TYPE: 'The Gambler' }, { required_number: 5 }),
  anItem('Shaper or Elder', 'field', { INFLUENCES: ['CONTAINS_MATCH', 'shaper|elder'] }),

  aPlayerGoal('40 nodes of the atlas', 'field', 'ATLAS_POINTS', 40),
  anItem('A gem of level 20', 'field', { ITEM_CLASS: ['IN', 'Active Skill Gem, Support Skill Gem'], LEVEL: ['GT', '19'] }),
  anItem('A corrupted unique', 'field', { RARITY: 'Unique', IS_CORRUPTED: 'true' }),
  anItem('Twenty fossils', 'field', { BASE_TYPE: ['IN', namesOf(fossils)] }, { required_number: 20 }),
  anItem('A unique belt', 'field', { ITEM_CLASS: 'Belt', RARITY: 'Unique' }),

  aPlayerGoal('Eight points of an ascendancy', 'field', 'ASCENDANCY', 8),
  anItem('An awakened gem', 'field', { BASE_TYPE: ['IN', awakenedGems.join(', ')] }),
  anItem('Ten Exalted Orbs', 'field', { BASE_TYPE: 'Exalted Orb' }, { required_number: 10 }),
  aPlayerGoal('Level 90', 'field', 'PLAYER_LEVEL', 90),
  anItem('A unique flask', 'field', { ITEM_CLASS: 'UtilityFlask', RARITY: 'Unique' }),
]

/** The tree below the root of the demo event: names and layouts that the pages know, and items that the simulated world drops. */
export const demoTree: readonly DemoObjective[] = [
  aCategory('Uniques', [
    ...listUniqueSets(),
    aCategory(
      'From the old days',
      realFinds.map((name) => anItem(name, 'unique', { NAME: name })),
      'set',
    ),
    aCategory(
      'Treasures',
      treasures.map(({ name, base }) => anItem(name, 'treasure', { NAME: name, BASE_TYPE: base })),
    ),
  ]),
  aCategory('Races', [
    aPlayerGoal('First to level 40', 'race', 'PLAYER_LEVEL', 40),
    aPlayerGoal('First to level 60', 'race', 'PLAYER_LEVEL', 60),
    aPlayerGoal('First to level 70', 'race', 'PLAYER_LEVEL', 70),
    aPlayerGoal('First to level 80', 'race', 'PLAYER_LEVEL', 80),
    aPlayerGoal('First to level 90', 'race', 'PLAYER_LEVEL', 90),
    anItem('First map', 'race', { ITEM_CLASS: 'MapKey' }),
    anItem('First unique worn by a character', 'race', { RARITY: 'Unique', WORN_BY: ['LENGTH_GT', '0'] }),
    anItem('First rare boots worn before an ascendancy', 'race', {
      ITEM_CLASS: 'Boots',
      RARITY: 'Rare',
      WORN_BY: ['IN', namesOf(baseClasses)],
    }),
    anItem('First unique worn after an ascendancy', 'race', { RARITY: 'Unique', WORN_BY: ['IN', ascendancies.join(', ')] }),
  ]),
  aCategory('Bounties', [
    aBounty('Finish the Labyrinth without a flask', 'race', { extra: 'Show the flask slots at the entrance and at the end.' }),
    aBounty('Reach level 50 without a body armour', 'race'),
    aBounty('Fastest first act, in seconds', 'collection', {
      aggregation: 'MINIMUM',
      extra: 'From the beach to the town of the second act. The shortest time of each team counts.',
    }),
    aBounty('Deepest map without dying, by tier', 'collection', { aggregation: 'MAXIMUM' }),
  ]),
  aCategory('Bingo', bingo, 'bingo', 'Two lines in any direction. Stacks of several tabs do not add up.'),
  aCategory('Collections', collections),
  aCategory(
    'Dailies',
    dailies.map((daily, place) => ({ ...daily, from_hour: Math.floor(place / 2) * 6, to_hour: Math.floor(place / 2) * 6 + 12 })),
  ),
  aCategory(
    'Heist',
    heistTargets.map(({ name }) => anItem(`Contract for ${name}`, 'gem', { HEIST_TARGET: ['CONTAINS', name] })),
  ),
  aCategory('Gems', [
    aCategory(
      'Vaal gems',
      vaalGems.map(({ name }) => anItem(name, 'gem', { TYPE_LINE: name, IS_VAAL: 'true' })),
      'set',
    ),
    aCategory(
      'Awakened gems',
      awakenedGems.map((name) => anItem(name, 'treasure', { BASE_TYPE: name })),
    ),
    aCategory(
      'Level 20',
      activeGems.slice(0, 8).map((name) => anItem(`${name}, level 20`, 'gem', { BASE_TYPE: name, LEVEL: ['GT', '19'] })),
      'set',
    ),
  ]),
  aCategory(
    'Scarabs',
    chunk(scarabs, 8).map((part, place) =>
      aCategory(
        `Scarabs ${place + 1}`,
        part.map(({ name }) => anItem(name, 'small', { BASE_TYPE: name })),
        'set',
      ),
    ),
  ),
  aCategory('Delve', [
    aPlayerGoal('Depth 50', 'race', 'DELVE_DEPTH', 50),
    aPlayerGoal('Depth 100', 'race', 'DELVE_DEPTH', 100),
    aPlayerGoal('Depth 200', 'race', 'DELVE_DEPTH', 200),
  ]),
  aCategory(
    'Cards',
    divinationCards.filter((card) => card.weight >= 3).map(({ name }) => anItem(name, 'small', { BASE_TYPE: name })),
    'set',
    writeExtra({ ...noLayout, view: 'list' }),
  ),
  aCategory('Personal Objectives', [aTeamGoal('Steps of all players', 'steps', 'PLAYER_SCORE', 108)]),
]
