import { type Operator, operators } from '@muster/contract/conditions'
import { finishRules } from '@muster/contract/objectives'
import { scoringMethods } from '@muster/contract/scoring-presets'
import { type NumberSource, numberRows, numbersOf } from '@muster/domain/characters/number-rows'
import { objectiveKinds } from '@muster/domain/objectives/kinds'
import { kindAggregations } from '@muster/domain/objectives/kind-aggregations'
import { aggregations } from '@muster/domain/scoring/aggregations/index'
import { methods } from '@muster/domain/scoring/methods/index'
import { operatorTruths } from '@muster/simulator/oracle/wanted'
import { aBounty, aCategory, anItem, aPlayerGoal, aTeamGoal, type DemoObjective, type DemoPreset } from '../demo/tree.ts'

const [ofResults, ofChildren] = (['results', 'children'] as const).map((source) =>
  scoringMethods.filter((name) => methods[name].reads === source),
)
const presetAt = (place: number) => ofResults?.[place % ofResults.length] ?? ''

/** One preset per scoring method, by its name. */
export const rulePresets: Readonly<Record<string, DemoPreset>> = Object.fromEntries(
  scoringMethods.map((scoring_method) => [
    scoring_method,
    {
      name: scoring_method,
      description: '',
      scoring_method,
      type: methods[scoring_method].reads === 'children' ? 'CATEGORY' : 'OBJECTIVE',
      points: [30.29, 20, 10, 5],
      point_cap: 400,
    },
  ]),
)

/** Hours of the event in which an aggregation counts that compares the end of a window with its beginning. */
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
const falling: ReadonlySet<NumberSource> = new Set(['build', 'equipment'])
const numbers = numbersOf.TEAM.flatMap((field, place) => {
  const { counts_pieces, source } = numberRows[field]
  const levels = counts_pieces === null ? {} : { pieces_from: 2 }
  // The oracle follows the latest number of a team where it can fall.
  const sum = falling.has(source) || field === 'EXPERIENCE' ? { aggregation: 'SUM_LATEST' as const } : {}
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
  ...(ofChildren ?? []).map((method) => aCategory(`Common items by ${method}`, common, method)),
  aCategory('Several rules', severalRules),
  ...severalOfChildren,
])
