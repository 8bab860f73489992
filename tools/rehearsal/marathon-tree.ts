import type { Aggregation } from '@muster/contract/objectives'
import { bases } from '@muster/simulator/items/bases'
import * as catalogue from '@muster/simulator/world/catalogue'
import { baseClasses } from '@muster/simulator/world/classes'
import { demoPresets, demoTree, namesOf } from '../demo/objectives.ts'
import { aBounty, aCategory, anItem, aPlayerGoal, aTeamGoal, type DemoObjective, type DemoPreset } from '../demo/tree.ts'
import { wornObjectives } from './worn-objectives.ts'

/** Scoring presets of a marathon: the demo's presets, and presets by number. */
export const marathonPresets: Readonly<Record<string, DemoPreset>> = {
  ...demoPresets,
  most: { name: 'Most', description: 'By number', scoring_method: 'RANKED_VALUE', type: 'OBJECTIVE', points: [25, 15, 10, 5] },
  least: {
    name: 'Least',
    description: 'Smallest number first',
    scoring_method: 'RANKED_REVERSE',
    type: 'OBJECTIVE',
    points: [25, 15, 10, 5],
  },
  each: {
    name: 'Each',
    description: 'One point for each item in the tabs at the end',
    scoring_method: 'POINTS_FROM_VALUE',
    type: 'OBJECTIVE',
    points: [1],
    point_cap: 40,
  },
}

const stacks: readonly (readonly [string, readonly catalogue.StackEntry[]])[] = [
  ['Currency', catalogue.currencies],
  ['Scarabs by stack size', catalogue.scarabs],
  ['Fossils', catalogue.fossils],
  ['Oils', catalogue.oils],
  ['Fragments', catalogue.fragments],
  ['Catalysts', catalogue.catalysts],
]

/** Rare items count from the first on, common ones by the dozen. */
const severalOf = ({ weight }: catalogue.StackEntry) => (weight < 1 ? 2 : weight < 4 ? 8 : 24)

/** Alternates between the first team, the largest number, and the final contents of tabs. */
const ways: readonly { readonly preset: string; readonly aggregation: Aggregation }[] = [
  { preset: 'collection', aggregation: 'EARLIEST' },
  { preset: 'most', aggregation: 'MAXIMUM' },
  { preset: 'each', aggregation: 'SUM_LATEST' },
]
const wayOf = (place: number) => ways[place % ways.length] ?? { preset: 'collection', aggregation: 'EARLIEST' as const }

const byTheStack = stacks.map(([name, entries]) =>
  aCategory(
    name,
    entries.flatMap((entry, place) => {
      const { preset, aggregation } = wayOf(place)
      const count = severalOf(entry)
      return [
        anItem(entry.name, 'small', { BASE_TYPE: entry.name }),
        anItem(
          `${count} of ${entry.name} in one tab`,
          preset,
          { BASE_TYPE: entry.name },
          { aggregation, required_number: count },
        ),
      ]
    }),
    'set',
  ),
)

const essences = aCategory(
  'Essences',
  catalogue.essences.map((name) => anItem(name, 'small', { BASE_TYPE: name })),
  'set',
)

const classOfKind: Readonly<Record<string, string>> = {
  BodyArmour: 'Body Armour',
  Sword: 'One Hand Sword',
  ClusterJewel: 'Jewel',
  Flask: 'UtilityFlask',
}
const kinds = [...new Set(bases.filter(({ kind }) => kind !== 'Flask').map(({ kind }) => kind))]

const equipment = kinds.map((kind) =>
  aCategory(
    `${kind} bases`,
    bases
      .filter((base) => base.kind === kind)
      .flatMap(({ name }) => [
        anItem(`A rare ${name}`, 'small', { BASE_TYPE: name, RARITY: 'Rare' }),
        anItem(`A corrupted ${name} of item level 70 or more`, 'treasure', {
          BASE_TYPE: name,
          IS_CORRUPTED: 'true',
          ILVL: ['GT', '69'],
        }),
      ]),
  ),
)

const texts: readonly (readonly [string, string])[] = [
  ['80 or more to maximum Life', String.raw`^\+(8|9|10)\d to maximum Life$`],
  ['40 % or more of a resistance', String.raw`^\+4\d% to (Fire|Cold|Lightning) Resistance$`],
  ['a chaos resistance', String.raw`^\+\d+% to Chaos Resistance$`],
  ['50 or more of an attribute', String.raw`^\+5\d to (Strength|Dexterity|Intelligence)$`],
]
const armourKinds = ['Helmet', 'BodyArmour', 'Gloves', 'Boots', 'Shield', 'Belt', 'Amulet', 'Ring', 'Quiver']
const modifiers = armourKinds.map((kind) =>
  aCategory(
    `Modifiers on a ${classOfKind[kind] ?? kind}`,
    texts.map(([words, pattern]) =>
      anItem(`A rare ${classOfKind[kind] ?? kind} with ${words}`, 'race', {
        ITEM_CLASS: classOfKind[kind] ?? kind,
        RARITY: 'Rare',
        EXPLICIT_MODS: ['CONTAINS_MATCH', pattern],
      }),
    ),
  ),
)

const tiers = Array.from({ length: 17 }, (_, place) => place + 1)
const maps = aCategory(
  'Maps by tier',
  tiers.flatMap((tier) => [
    anItem(`A map of tier ${tier}`, 'small', { ITEM_CLASS: 'MapKey', MAP_TIER: String(tier) }),
    anItem(`A corrupted map of tier ${tier}`, 'treasure', { ITEM_CLASS: 'MapKey', MAP_TIER: String(tier), IS_CORRUPTED: 'true' }),
    anItem(
      `Rare maps of tier ${tier} in one tab`,
      'most',
      { ITEM_CLASS: 'MapKey', MAP_TIER: String(tier), RARITY: 'Rare' },
      { aggregation: 'MAXIMUM' },
    ),
  ]),
)

const gems = aCategory(
  'Gems by level',
  [...catalogue.activeGems, ...catalogue.supportGems].flatMap((name) =>
    ['9', '14', '17'].map((level) =>
      anItem(`${name} above level ${level}`, 'gem', { BASE_TYPE: name, LEVEL: ['GT', level], IS_VAAL: 'false' }),
    ),
  ),
)

const moreUniques = aCategory('More of the uniques', [
  ...catalogue.uniques.map(({ name, base }) =>
    anItem(`A corrupted ${name}`, 'treasure', { NAME: name, BASE_TYPE: base, IS_CORRUPTED: 'true' }),
  ),
  ...catalogue.uniques.map(({ name, base }) =>
    anItem(`${name} kept to the end`, 'each', { NAME: name, BASE_TYPE: base }, { aggregation: 'SUM_LATEST' }),
  ),
])

const progress = aCategory('Progress', [
  ...[20, 50, 85, 95].map((level) => aPlayerGoal(`A player at level ${level}`, 'race', 'PLAYER_LEVEL', level)),
  ...[25, 75, 150].map((depth) => aPlayerGoal(`A player at depth ${depth}`, 'race', 'DELVE_DEPTH', depth)),
  aPlayerGoal('The highest level', 'most', 'PLAYER_LEVEL', 1, { aggregation: 'MAXIMUM' }),
  aPlayerGoal('The greatest depth', 'most', 'DELVE_DEPTH', 1, { aggregation: 'MAXIMUM' }),
  aTeamGoal('Levels of all players', 'each', 'PLAYER_LEVEL', 1000),
])

const wornKinds = ['Helmet', 'Body Armour', 'Gloves', 'Boots', 'Belt', 'Ring']
const worn = aCategory('Worn by class', [
  ...wornObjectives.children,
  ...baseClasses.flatMap(({ name, ascendancies }) =>
    wornKinds.map((kind) =>
      anItem(`${name} with a rare ${kind}`, 'small', {
        ITEM_CLASS: kind,
        RARITY: 'Rare',
        WORN_BY: ['IN', [name, ...ascendancies].join(', ')],
      }),
    ),
  ),
])

/** Objectives that a judge has to verify; the submissions of a marathon follow their order. */
export const marathonBounties: readonly DemoObjective[] = Array.from({ length: 40 }, (_, place) => {
  const name = `Bounty ${place + 1}`
  if (place % 4 === 1) return aBounty(`${name}: the most`, 'most', { aggregation: 'MAXIMUM' })
  if (place % 4 === 3) return aBounty(`${name}: the fewest`, 'least', { aggregation: 'MINIMUM' })
  return aBounty(`${name}: the first`, 'race')
})

const kindred = aCategory('Any of a kind', [
  anItem(
    'Any fossil, a hundred in one tab',
    'collection',
    { BASE_TYPE: ['IN', namesOf(catalogue.fossils)] },
    { required_number: 100 },
  ),
  anItem('The most scarabs in one tab', 'most', { BASE_TYPE: ['IN', namesOf(catalogue.scarabs)] }, { aggregation: 'MAXIMUM' }),
  anItem('Oils at the end', 'each', { BASE_TYPE: ['IN', namesOf(catalogue.oils)] }, { aggregation: 'SUM_LATEST' }),
])

const whole: readonly DemoObjective[] = [
  ...demoTree.filter(({ name }) => name !== 'Bounties'),
  progress,
  worn,
  aCategory('Daily bounties', marathonBounties),
  kindred,
  maps,
  gems,
  essences,
  moreUniques,
  aCategory('By the stack', byTheStack),
  aCategory('Equipment', equipment),
  aCategory('Modifiers', modifiers),
]

const countAll = (objectives: readonly DemoObjective[]): number =>
  objectives.reduce((sum, { children }) => sum + 1 + countAll(children), 0)

/** Takes the first objectives of each branch, so that a smaller tree has the same kinds as the whole. */
function shorten(objectives: readonly DemoObjective[], share: number): DemoObjective[] {
  return objectives.flatMap((objective) => {
    if (objective.children.length === 0) return [objective]
    const leaves = objective.children.every(({ children }) => children.length === 0)
    const kept = leaves
      ? objective.children.slice(0, Math.max(1, Math.floor(objective.children.length * share)))
      : objective.children
    return [{ ...objective, required_number: kept.length, children: shorten(kept, share) }]
  })
}

/**
 * The objectives below the root, for an event with `count` objectives including root and categories: items in all kinds of tabs,
 * worn items, players, teams and bounties; first, maximum, minimum and sums; paid by rank, by number, by presence, and for sets.
 */
export function makeMarathonTree(count: number): readonly DemoObjective[] {
  const wanted = count - 1
  const all = countAll(whole)
  if (wanted > all) throw new RangeError(`a marathon has at most ${all + 1} objectives`)
  let share = wanted / all
  while (countAll(shorten(whole, share)) < wanted) share += 0.001
  const tree = shorten(whole, share)
  // Removes single surplus objectives from the end of the largest branch.
  for (let over = countAll(tree) - wanted; over > 0; over--) {
    const largest = tree.reduce((a, b) => (countAll(b.children) > countAll(a.children) ? b : a))
    let branch = largest
    while (branch.children.some(({ children }) => children.length > 0))
      branch = branch.children.reduce((a, b) => (countAll(b.children) > countAll(a.children) ? b : a))
    ;(branch.children as DemoObjective[]).pop()
  }
  return tree
}
