import { essences, fossils } from '@muster/simulator/world/catalogue'
import { demoPresets, listUniqueSets, namesOf, treasures } from './objectives.ts'
import { aBounty, aCategory, anItem, aPlayerGoal, aTeamGoal, type DemoObjective, type DemoPreset } from './tree.ts'

/** The presets of the past event of the demo, by key. */
export const pastPresets: Readonly<Record<string, DemoPreset>> = {
  ...demoPresets,
  first: { name: 'First kill', description: 'By place', scoring_method: 'RANKED_TIME', type: 'OBJECTIVE', points: [30, 20, 10] },
  race: { name: 'Race', description: 'By place', scoring_method: 'RANKED_TIME', type: 'OBJECTIVE', points: [50, 30, 20] },
  record: {
    name: 'Record',
    description: 'The highest number',
    scoring_method: 'RANKED_VALUE',
    type: 'OBJECTIVE',
    points: [40, 25, 10],
  },
  page: {
    name: 'Page of the album',
    description: 'Every team that has it',
    scoring_method: 'PRESENCE',
    type: 'OBJECTIVE',
    points: [6],
  },
  album: {
    name: 'Album bonus',
    description: 'Each further page adds more',
    scoring_method: 'BONUS_PER_COMPLETION',
    type: 'CATEGORY',
    points: [0, 2, 4, 6],
  },
}

const bosses = ['The Shaper', 'The Elder', 'Sirus, Awakener of Worlds', 'The Maven', 'The Eater of Worlds', 'The Searing Exarch']
const races = ['Finish the campaign', 'Kill every act boss again at level 90', 'Complete the first voidstone']
const records = ['Deepest delve', 'Longest wave of a Simulacrum']
const pages = [
  'A hideout full of exalted trees',
  'A map named after a friend',
  'Six voices in one picture',
  'A rival waving back',
]

const levels = [40, 60, 70, 80, 90]

/** The tree below the root of the past event. */
export const pastTree: readonly DemoObjective[] = [
  aCategory('Uniques', [
    ...listUniqueSets(),
    aCategory(
      'Treasures',
      treasures.map(({ name, base }) => anItem(name, 'treasure', { NAME: name, BASE_TYPE: base })),
    ),
  ]),
  aCategory(
    'Bounties',
    bosses.map((name) => aBounty(name, 'first')),
  ),
  aCategory('Races', [
    ...races.map((name) => aBounty(name, 'race')),
    ...levels.map((level) => aPlayerGoal(`First to level ${level}`, 'race', 'PLAYER_LEVEL', level)),
    anItem('First map', 'race', { ITEM_CLASS: 'MapKey' }),
    anItem('First unique worn by a character', 'race', { RARITY: 'Unique', WORN_BY: ['LENGTH_GT', '0'] }),
  ]),
  aCategory(
    'Records',
    records.map((name) => aBounty(name, 'record', { aggregation: 'MAXIMUM' })),
  ),
  aCategory('Collections', [
    anItem('Chaos Orbs in one tab', 'collection', { BASE_TYPE: 'Chaos Orb' }, { required_number: 120 }),
    anItem('Fossils of any kind', 'collection', { BASE_TYPE: ['IN', namesOf(fossils)] }, { required_number: 12 }),
    anItem('Essences of any kind', 'collection', { BASE_TYPE: ['IN', essences.join(', ')] }, { required_number: 20 }),
    anItem('Maps of tier 10 or more', 'collection', { ITEM_CLASS: 'MapKey', MAP_TIER: ['GT', '9'] }, { required_number: 8 }),
  ]),
  aCategory(
    'Album',
    pages.map((name) => aBounty(name, 'page')),
    'album',
  ),
  aCategory('Personal Objectives', [aTeamGoal('Steps of all players', 'steps', 'PLAYER_SCORE', 108)]),
]
