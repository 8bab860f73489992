import { type Operator, operators } from '@muster/contract/conditions'
import { finishRules } from '@muster/contract/objectives'
import { parameterNames, type PresetParameters } from '@muster/contract/preset-parameters'
import { type ScoringMethod, scoringMethods } from '@muster/contract/scoring-presets'
import { type NumberSource, numberRows, numbersOf } from '@muster/domain/characters/number-rows'
import { objectiveKinds } from '@muster/domain/objectives/kinds'
import { kindAggregations } from '@muster/domain/objectives/kind-aggregations'
import { findCounts } from '@muster/domain/scoring/aggregations/counts'
import { aggregations } from '@muster/domain/scoring/aggregations/index'
import { methods } from '@muster/domain/scoring/methods/index'
import { operatorTruths } from '@muster/simulator/oracle/wanted'
import { aBounty, aCategory, anItem, aPlayerGoal, aTeamGoal, type DemoObjective, type DemoPreset } from '../demo/tree.ts'

const [ofResults, ofChildren] = (['results', 'children'] as const).map((source) =>
  scoringMethods.filter((name) => methods[name].reads === source),
)
/** Methods that need parameters have objectives of their own. */
const needsParameters = (method: ScoringMethod) => Object.values(methods[method].takes).includes('required')
const simple = (ofResults ?? []).filter((method) => !needsParameters(method))
const presetAt = (place: number) => simple[place % simple.length] ?? ''

/** Each has as many steps as there are points. */
const sampleParameters: Required<PresetParameters> = {
  required_children: 2,
  required_percent: 75,
  lines: 2,
  drawn_lines: [
    [
      [0, 0],
      [1, 0],
    ],
    [
      [1, 0],
      [1, 1],
      [0, 1],
    ],
  ],
  thresholds: [1, 2, 3, 4],
}
/** The parameters of each preset of a method, by its name: none, unless they are required, and each one alone. */
const listVariants = (method: ScoringMethod): [string, PresetParameters][] => [
  ...(needsParameters(method) ? [] : [[method, {}] as [string, PresetParameters]]),
  ...parameterNames.flatMap((name): [string, PresetParameters][] =>
    methods[method].takes[name] ? [[`${method} by ${name}`, { [name]: sampleParameters[name] }]] : [],
  ),
]

/** Presets of every scoring method, by name. */
export const rulePresets: Readonly<Record<string, DemoPreset>> = Object.fromEntries(
  scoringMethods.flatMap((scoring_method) =>
    listVariants(scoring_method).map(([name, parameters]) => [
      name,
      {
        name,
        description: '',
        scoring_method,
        type: methods[scoring_method].reads === 'children' ? 'CATEGORY' : 'OBJECTIVE',
        points: [30.29, 20, 10, 5],
        point_cap: 400,
        parameters,
      },
    ]),
  ),
)

/** The window, in hours of the event, for aggregations that compare the end of a window with its beginning. */
const window = { from_hour: 0.1, to_hour: 0.3 }
type Options = Pick<DemoObjective, 'aggregation' | 'from_hour' | 'to_hour'>
const eachAggregation = (
  type: 'ITEM' | 'PLAYER' | 'TEAM' | 'SUBMISSION',
  make: (name: string, preset: string, options: Options) => DemoObjective,
): DemoObjective[] =>
  kindAggregations[type].map((aggregation, place) => {
    const times = aggregations[aggregation].reads_before_window ? window : {}
    return make(`${aggregation} of ${objectiveKinds[type].label}`, presetAt(place), { aggregation, ...times })
  })

const anItemBy = (operator: Operator, name: string, place: number) => {
  const [field, value] = operatorTruths[operator].common
  return anItem(name, presetAt(place), { [field]: [operator, value] })
}
/** Groups of common conditions, from one to all of them, whose pieces count 1, 2, 3, … */
const groups = [1, 2, 3].map((at_least, place) => {
  const item = anItem(`At least ${at_least} of 3`, presetAt(place), {
    RARITY: ['IN', 'Magic, Rare'],
    ILVL: ['GT', '3'],
    BASE_TYPE: ['MATCHES', '^[A-M]'],
  })
  const conditions = item.conditions.map((one, at) => ({ ...one, any_of: 1, at_least, counts_as: at + 1 }))
  return { ...item, conditions, required_number: 4 }
})
const byOperator = operators.map((operator, place) => anItemBy(operator, operator, place))
const common = (['LT', 'NEQ', 'GT', 'MATCHES'] as const).map((operator, place) =>
  anItemBy(operator, `A common item by ${operator}`, place),
)
/** Cells of a 3 x 2 board with two holes. */
const onBoard = common.map((one, place) => ({ ...one, extra: ['0,0', '2,0', '0,1', '1,1'][place] ?? '' }))
const latest = kindAggregations.TEAM.find((name) => findCounts(name) === 'sum') ?? 'NONE'
const falling: ReadonlySet<NumberSource> = new Set(['build', 'equipment'])
const numbers = numbersOf.TEAM.flatMap((field, place) => {
  const { counts_pieces, source } = numberRows[field]
  const levels = counts_pieces === null ? {} : { pieces_from: 2 }
  // If the number of a team can fall, the oracle follows its latest value.
  const sum = falling.has(source) || field === 'EXPERIENCE' ? { aggregation: latest } : {}
  return [
    aPlayerGoal(field, presetAt(place), field, 1, levels),
    aTeamGoal(`${field} of a team`, presetAt(place + 1), field, 1, { ...levels, ...sum }),
    aTeamGoal(`Players with ${field}`, presetAt(place + 2), field, 1, { ...levels, ...sum, players_from: 2 }),
  ]
})

/** Every method as the first of three rules, finished when all are and when the first is. */
const severalRules = (ofResults ?? []).flatMap((_, place) =>
  finishRules.map((finished_by) => {
    const further = [presetAt(place + 1), presetAt(place + 2)]
    return anItem(`Rules from ${place} by ${finished_by}`, presetAt(place), { RARITY: 'Rare' }, { further, finished_by })
  }),
)
const severalOfChildren = (ofChildren ?? []).map((method, place) => ({
  ...aCategory(`Common items by all rules from ${method}`, common, method),
  further: (ofChildren ?? []).toSpliced(place, 1),
}))

/** The required number is the last threshold, at which the objective is finished. */
const last = sampleParameters.thresholds.at(-1) ?? 1
const steps = (preset: string) =>
  [
    ...eachAggregation('ITEM', (name, _, options) =>
      anItem(name, preset, { RARITY: 'Rare' }, { ...options, required_number: last }),
    ),
    ...eachAggregation('PLAYER', (name, _, options) => aPlayerGoal(name, preset, 'PLAYER_LEVEL', last, options)),
    ...eachAggregation('TEAM', (name, _, options) => aTeamGoal(name, preset, 'PLAYER_LEVEL', last, options)),
    // A gain finishes its objective when the window closes, and the oracle judges that alone.
  ].filter(({ from_hour }) => from_hour === undefined)

/** Every aggregation of every kind, and every operator and scoring method of the contract, and every number of the simulated world. */
export const ruleObjectives: DemoObjective = aCategory('Rules', [
  aCategory(
    'Items',
    eachAggregation('ITEM', (name, preset, options) => anItem(name, preset, { RARITY: 'Rare' }, options)),
  ),
  aCategory(
    'Players',
    eachAggregation('PLAYER', (name, preset, options) => aPlayerGoal(name, preset, 'PLAYER_LEVEL', 2, options)),
  ),
  aCategory(
    'Teams',
    eachAggregation('TEAM', (name, preset, options) => aTeamGoal(name, preset, 'PLAYER_LEVEL', 4, options)),
  ),
  aCategory('Claims', eachAggregation('SUBMISSION', aBounty)),
  aCategory('Numbers', numbers),
  aCategory('Operators', byOperator),
  aCategory('Groups', groups),
  ...(ofChildren ?? []).flatMap((method) =>
    listVariants(method).map(([name]) => aCategory(`Common items by ${name}`, common, name)),
  ),
  ...(ofResults ?? [])
    .filter(needsParameters)
    .flatMap((method) => listVariants(method).map(([name]) => aCategory(name, steps(name)))),
  aCategory('Several rules', severalRules),
  ...severalOfChildren,
  ...(ofChildren ?? []).flatMap((method) =>
    methods[method].takes.drawn_lines
      ? listVariants(method).map(([name]) => aCategory(`A board with holes by ${name}`, onBoard, name))
      : [],
  ),
])
