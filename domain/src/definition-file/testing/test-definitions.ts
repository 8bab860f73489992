import { type ItemField, itemFields } from '@muster/contract/conditions'
import { eventFields } from '@muster/contract/events'
import { proofRules, reportRules } from '@muster/contract/report-rules'
import { cleanName, isPlainName } from '@muster/contract/names'
import { finishRules, objectiveTypes } from '@muster/contract/objectives'
import {
  orderParameters,
  parameterBounds,
  type ParameterKind,
  parameterNames,
  type ParameterValues,
  presetParameters,
  type PresetParameters,
} from '@muster/contract/preset-parameters'
import { type ScoringMethod, scoringMethods, scoringPresetTypes } from '@muster/contract/scoring-presets'
import { isStorable } from '@muster/contract/storable'
import { numberRows, numbersOf } from '../../characters/number-rows.ts'
import fc from 'fast-check'
import { acceptCondition } from '../../conditions/accept.ts'
import { groupAlternatives } from '../../conditions/alternatives.ts'
import { validMappings } from '../../conditions/mappings.ts'
import { kindAggregations } from '../../objectives/kind-aggregations.ts'
import { isCategory } from '../../objectives/kinds.ts'
import { boardSide, views } from '../../objectives/layout.ts'
import { listCountProblems } from '../../objectives/validate.ts'
import { methods } from '../../scoring/methods/index.ts'
import { orderConditions } from '../conditions.ts'
import {
  type ConditionEntry,
  type DefinitionDocument,
  type EventEntry,
  isOffset,
  type ObjectiveEntry,
  type PresetEntry,
} from '../document.ts'
import { chooseKey } from '../keys.ts'

// Random definitions for property tests: every kind of value that may be stored, and texts that a careless YAML writer would
// change.

const nasty = fc.constantFrom(
  'null',
  '~',
  'true',
  'no',
  'on',
  '3.28',
  '1e3',
  '0x10',
  '- x',
  'a: b',
  '# x',
  ' #x',
  '[x]',
  '{x}',
  '"x"',
  "'x'",
  '&a',
  '*a',
  '!x',
  '|',
  '>',
  '%x',
  '@x',
  '`x',
  '---',
  '...',
  '? x',
  ': x',
  'a\tb',
  'x\\n',
  'é',
  '日本',
  '😀',
  '\u00a0x',
  'x\u2028y',
  '\ufeff',
  '\u0085',
  '\u0007',
  'NAME EQ',
  'start',
  '2026-12-04',
  '=',
  '<<',
  '{"layout":{}}',
  '-',
  '',
)

const storable = (text: string) => isStorable(text)
const line = fc.oneof(
  { weight: 2, arbitrary: nasty },
  { weight: 2, arbitrary: fc.string({ maxLength: 30 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
)
const aText = fc
  .array(fc.oneof(line, fc.constantFrom('\n', '\r\n', '\r', '  ', '\n\n', '\t')), { maxLength: 6 })
  .map((parts) => parts.join(''))
  .filter(storable)
const aWord = line.map((text) => text.trim()).filter((text) => text !== '' && storable(text))
const aName = line.map(cleanName).filter((text) => text !== '' && storable(text) && isPlainName(text))

const anOffset = fc.oneof(
  fc.integer({ min: -40, max: 40 }).map((days) => days * 86_400_000),
  fc.integer({ min: -1e10, max: 1e10 }),
)

const values: Readonly<Record<string, fc.Arbitrary<string>>> = {
  string: fc.oneof(aWord, fc.constantFrom('Goldrim', 'Tabula Rasa, Goldrim', 'Tabula Rasa,Goldrim', ' a , b', 'a,,b', '[0-9]+')),
  int: fc.oneof(fc.integer({ min: -5, max: 100 }).map(String), fc.constantFrom('1,2,3', '1, 2', ' 7 ')),
  bool: fc.constantFrom('true', 'false'),
  'string[]': fc.oneof(aWord, fc.constantFrom('Shaper', 'Shaper,Elder', '3')),
}

const aCondition: fc.Arbitrary<ConditionEntry | null> = fc
  .constantFrom<ItemField>(...itemFields)
  .chain((field) => {
    const type = validMappings.field_to_type[field]
    return fc.record({
      field: fc.constant(field),
      operator: fc.constantFrom(...validMappings.valid_operators[type]),
      value: values[type] ?? aWord,
      any_of: fc.option(fc.integer({ min: 1, max: 4 }), { freq: 3 }),
      at_least: fc.constantFrom(1, 1, 1, 2, 3),
      counts_as: fc.constantFrom(1, 1, 1, 40),
    })
  })
  .map((drawn) => {
    const accepted = acceptCondition(drawn)
    return accepted.ok && isStorable(accepted.condition.value) && accepted.condition.value !== ''
      ? { ...accepted.condition, any_of: drawn.any_of }
      : null
  })

const ownFields = fc.constantFrom(...objectiveTypes).chain((objective_type) =>
  fc.record({
    name: aName,
    view: fc.option(fc.constantFrom(...views)),
    tab: fc.option(line.filter(storable)),
    note: aText,
    cell: fc.option(fc.record({ row: fc.nat(boardSide - 1), column: fc.nat(boardSide - 1) })),
    objective_type: fc.constant(objective_type),
    aggregation: fc.constantFrom(...kindAggregations[objective_type]),
    number_field: fc.constantFrom(...numbersOf[objective_type]),
    required_number: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 1e12 })),
    hide_progress: fc.boolean(),
    reports: fc.option(fc.constantFrom(...reportRules)),
    report_proof: fc.option(fc.constantFrom(...proofRules)),
    players_from: objective_type === 'TEAM' ? fc.option(fc.integer({ min: 1, max: 1e12 })) : fc.constant(null),
    pieces_from: fc.integer({ min: 1, max: 100 }),
    valid_from: fc.option(anOffset),
    valid_to: fc.option(anOffset),
    preset: fc.option(fc.nat({ max: 5 })),
    further: fc.array(fc.nat({ max: 5 }), { maxLength: 3 }),
    finished_by: fc.constantFrom(...finishRules),
    conditions: fc.array(aCondition, { maxLength: 4 }),
    key: fc.option(aWord),
  }),
)

type Drawn = typeof ownFields extends fc.Arbitrary<infer T> ? T : never
interface DrawnNode {
  readonly own: Drawn
  readonly children: readonly DrawnNode[]
}

const { tree } = fc.letrec<{ tree: DrawnNode }>((tie) => ({
  tree: fc.record({
    own: ownFields,
    children: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constant<DrawnNode[]>([]),
      fc.array(tie('tree'), { maxLength: 3 }),
    ),
  }),
}))

const ascending = (count: number) =>
  fc
    .uniqueArray(fc.integer({ min: 1, max: 1e12 }), { minLength: count, maxLength: count })
    .map((numbers) => numbers.sort((a, b) => a - b))
const aCell = fc.tuple(fc.nat({ max: parameterBounds.lines.most }), fc.nat({ max: parameterBounds.lines.most }))
/** A value of a parameter in a preset with this many points. */
const parameterValues: { [K in ParameterKind]: (points: number) => fc.Arbitrary<ParameterValues[K]> } = {
  count: () => fc.integer({ min: 1, max: parameterBounds.count.most }),
  percent: () => fc.integer({ min: 1, max: 100 }),
  steps: ascending,
  lines: () => fc.array(fc.array(aCell, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 4 }),
}
/** The parameters that a method must have, and some of the others that it takes. */
function someParameters(method: ScoringMethod, points: number): fc.Arbitrary<PresetParameters> {
  const { takes } = methods[method]
  const taken = parameterNames.filter((name) => takes[name])
  const values = taken.map((name) => [name, parameterValues[presetParameters[name].kind](points)] as const)
  return fc
    .record(Object.fromEntries(values), { requiredKeys: taken.filter((name) => takes[name] === 'required') })
    .map((parameters) => orderParameters(parameters as PresetParameters))
}

const aPreset = fc
  .record({
    name: aName,
    description: aText,
    type: fc.constantFrom(...scoringPresetTypes),
    scoring_method: fc.constantFrom(...scoringMethods),
    points: fc.array(
      fc.oneof(
        fc.integer({ min: -1e9, max: 1e9 }).map((points) => points + 0),
        fc.double({ min: -1e9, max: 1e9, noNaN: true }).map((points) => points + 0),
      ),
      { maxLength: 5 },
    ),
    point_cap: fc.oneof(fc.constant(0), fc.nat({ max: 1e9 })),
  })
  .chain((preset) => {
    const needsValues = Object.values(methods[preset.scoring_method].takes).includes('required')
    const points = needsValues && preset.points.length === 0 ? [1] : preset.points
    return someParameters(preset.scoring_method, points.length).map((parameters) => ({ ...preset, points, parameters }))
  })

const somePersonal = fc.record({
  cap: fc.nat({ max: 100 }),
  steps: fc
    .array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 8 })
    .map((list) => list.map((points, index) => ({ number_field: 'PLAYER_LEVEL' as const, at: index + 1, points }))),
  figures_cap: fc.nat({ max: 100 }),
  figures: fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 1 }).map((list) =>
    list.map((count) => ({
      number_field: 'ASCENDANCY' as const,
      steps: Array.from({ length: count }, (_, index) => ({ at: index + 1, points: index + 1 })),
    })),
  ),
})

function aFieldValue(field: (typeof eventFields)[number]): fc.Arbitrary<unknown> {
  switch (field.kind) {
    case 'name':
      return aName
    case 'text':
      return fc.option(aName)
    case 'hosts':
      return fc.option(fc.constantFrom('league.example.com', 'a.example b.example:8443'))
    case 'choice':
      return fc.constantFrom(...field.values)
    case 'zone':
      return fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York')
    case 'moment':
      if (!isOffset(field.name)) return fc.integer({ min: 631_152_000_000, max: 7_258_118_400_000 })
      return field.name === 'application_start_time' ? fc.integer({ min: -1e10, max: 0 }) : fc.nat({ max: 1e10 })
    case 'number':
      return fc.integer({ min: field.least, max: 1000 })
    case 'limit':
      return fc.option(fc.integer({ min: field.least, max: Math.min(field.most, 1000) }))
    case 'personal':
      return fc.option(somePersonal)
  }
}
const anEvent = fc.record(
  Object.fromEntries(eventFields.map((field) => [field.name, aFieldValue(field)])),
) as unknown as fc.Arbitrary<Required<EventEntry>>

/**
 * Makes a random objective valid: windows that open before they close, numbers that fit the aggregation, and valid conditions.
 */
function settle(drawn: Drawn, presets: readonly PresetEntry[], hasChildren: boolean): Omit<ObjectiveEntry, 'key' | 'children'> {
  const { preset, further, finished_by, key: _, conditions, ...own } = drawn
  const keyAt = (place: number) => presets[place % Math.max(1, presets.length)]?.key ?? null
  const scoring_preset = preset === null ? null : keyAt(preset)
  const others = new Set(scoring_preset === null ? [] : further.map(keyAt).filter((one) => one !== null))
  others.delete(scoring_preset ?? '')
  // A file that demands more conditions than a group has is refused.
  const kept = groupAlternatives(conditions.filter((one) => one !== null)).flatMap(({ members, at_least }) =>
    members.map((one) => ({ ...one, at_least: Math.min(at_least, members.length) })),
  )
  const asCategory = {
    objective_type: 'CATEGORY',
    aggregation: 'NONE',
    number_field: 'FINISHED_OBJECTIVES',
    players_from: null,
  } as const
  const { number_field } = hasChildren ? asCategory : own
  const settled = {
    ...own,
    ...(hasChildren && !isCategory(own) && asCategory),
    pieces_from: numberRows[number_field].counts_pieces === null ? null : own.pieces_from,
    scoring_preset,
    further_presets: [...others],
    finished_by: others.size > 0 ? finished_by : ('all' as const),
    conditions: orderConditions(kept),
  }
  const withoutWindow = { ...settled, valid_from: null, valid_to: null, required_number: 1 }
  if ([...listCountProblems(settled)].length === 0) return settled
  return [...listCountProblems(withoutWindow)].length === 0 ? withoutWindow : { ...withoutWindow, aggregation: 'EARLIEST' }
}

function listKeys(names: readonly string[], spare: string): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const key = chooseKey(name, spare, null, taken)
    taken.add(key)
    return key
  })
}

export const aDefinition: fc.Arbitrary<DefinitionDocument> = fc
  .record({ event: anEvent, presets: fc.array(aPreset, { maxLength: 5 }), roots: fc.array(tree, { maxLength: 4 }), rules: aText })
  .map(({ event, presets: drawnPresets, roots, rules }) => {
    const presetKeys = listKeys(
      drawnPresets.map(({ name }) => name),
      'preset',
    )
    const presets = drawnPresets
      .map((preset, at): PresetEntry => ({ key: presetKeys[at] ?? '', ...preset }))
      .toSorted((one, other) => (one.key < other.key ? -1 : 1))
    const listed: Drawn[] = []
    const list = (nodes: readonly DrawnNode[]): void => {
      for (const { own, children } of nodes) {
        listed.push(own)
        list(children)
      }
    }
    list(roots)
    // Keys that do not match the names, as after a rename.
    const keys = listKeys(
      listed.map(({ name, key }) => key ?? name),
      'objective',
    )
    let at = 0
    const build = ({ own, children }: DrawnNode): ObjectiveEntry => {
      const key = keys[at++] ?? ''
      return { key, ...settle(own, presets, children.length > 0), children: children.map(build) }
    }
    return { event, scoring_presets: presets, objectives: roots.map(build), rules }
  })

/** A fixed number of definitions from a seed, for tests that cannot run thousands. */
export const sampleDefinitions = (count: number, seed: number): DefinitionDocument[] =>
  fc.sample(aDefinition, { numRuns: count, seed })
