import { essences, scarabs } from '@muster/simulator/world/catalogue'
import { listUniqueSets, namesOf, treasures } from './objectives.ts'
import { aBounty, aCategory, anItem, aPlayerGoal, type DemoObjective } from './tree.ts'

// Objectives that players report while the server does not read the game. Sums matter most: tracking may not add to them what
// was reported before.

const all = { aggregation: 'SUM_LATEST' } as const
const largest = { aggregation: 'MAXIMUM' } as const

export const keylessObjectives: readonly DemoObjective[] = [
  aCategory('Uniques', listUniqueSets()),
  aCategory(
    'Treasures',
    treasures.map(({ name, base }) => anItem(name, 'treasure', { NAME: name, BASE_TYPE: base })),
  ),
  aCategory('Sums', [
    anItem('Chaos Orbs of all', 'collection', { BASE_TYPE: 'Chaos Orb' }, { ...all, required_number: 60 }),
    anItem('Essences of all', 'collection', { BASE_TYPE: ['IN', essences.join(', ')] }, { ...all, required_number: 20 }),
    anItem('Scarabs of all', 'collection', { BASE_TYPE: ['IN', namesOf(scarabs)] }, { ...all, required_number: 10 }),
    anItem('Divination cards of all', 'collection', { ITEM_CLASS: 'DivinationCard' }, { ...all, required_number: 15 }),
    anItem('Rare items of all', 'collection', { RARITY: 'Rare' }, { ...all, required_number: 25 }),
    anItem('Uniques of all', 'collection', { RARITY: 'Unique' }, { ...all, required_number: 10 }),
  ]),
  aCategory('Finds', [
    anItem('Ten Chaos Orbs', 'race', { BASE_TYPE: 'Chaos Orb' }, { required_number: 10 }),
    anItem('Most Orbs of Alteration', 'collection', { BASE_TYPE: 'Orb of Alteration' }, { ...largest, required_number: 20 }),
    anItem('A rare body armour', 'daily', { ITEM_CLASS: 'Body Armour', RARITY: 'Rare' }),
    anItem(
      'A rare item of level 20, while kept',
      'daily',
      { RARITY: 'Rare', ILVL: ['GT', '19'] },
      {
        aggregation: 'EARLIEST_FRESH_ITEM',
      },
    ),
    anItem('A rare item with life', 'small', { RARITY: 'Rare', EXPLICIT_MODS: ['CONTAINS', 'to maximum Life'] }),
  ]),
  aCategory('Levels', [
    ...[10, 20, 30, 40].map((level) => aPlayerGoal(`First to level ${level}`, 'race', 'PLAYER_LEVEL', level)),
    aPlayerGoal('Highest level', 'collection', 'PLAYER_LEVEL', 30, largest),
  ]),
  aCategory('Areas', [
    aPlayerGoal("First in the Maven's arena", 'race', 'AREAS_ENTERED', 1, {}, { AREA: 'MavenBoss' }),
    aPlayerGoal('Most areas of the campaign', 'collection', 'AREAS_ENTERED', 2, largest, {
      AREA: ['NOT_IN', 'MavenBoss, MapWorldsStrand'],
    }),
  ]),
  aCategory('Bounties', [
    aBounty('Kill an act boss without a weapon', 'small'),
    aBounty('Monsters in one picture', 'collection', { ...all, required_number: 40 }),
    aBounty('Fastest first act, in seconds', 'collection', { aggregation: 'MINIMUM' }),
  ]),
]
