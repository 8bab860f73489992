import { textLength } from '@muster/contract/body'
import { type Aggregation, maxRules, type NumberField, type ObjectiveType } from '@muster/contract/objectives'
import { bareName } from '@muster/contract/names'
import {
  type ConditionEntry,
  type EntryRules,
  noRules,
  type ObjectiveEntry,
  type PresetEntry,
  usualAggregation,
} from '../definition-file/document.ts'
import { chooseKey } from '../definition-file/keys.ts'
import { writeLength } from '../definition-file/moment.ts'
import { arrangeBoard, nameCell } from '../objectives/board.ts'
import { countsItems, isCategory } from '../objectives/kinds.ts'
import { readExtra, writeExtra } from '../objectives/layout.ts'
import { deepestLevel, listCountProblems, maxObjectives } from '../objectives/validate.ts'
import { defaultAggregation } from '../scoring/aggregations/index.ts'
import { methods } from '../scoring/methods/index.ts'
import { translateConditions } from './conditions.ts'
import {
  isRaw,
  listObjects,
  pick,
  type Raw,
  readId,
  readName,
  readOffset,
  readText,
  readWhole,
  type UnknownFields,
} from './json.ts'
import type { PresetsById } from './presets.ts'
import { quoted, type Report } from './report.ts'
import { aggregationNames, findMeaning, numberNames, typeNames, type Vocabulary } from './vocabulary.ts'

const known = new Set([
  'id',
  'event_id',
  'parent_id',
  'name',
  'extra',
  'objective_type',
  'aggregation',
  'counting_method',
  'number_field',
  'tracked_value',
  'required_number',
  'hide_progress',
  'valid_from',
  'valid_to',
  'conditions',
  'children',
  'scoring_preset_id',
  'scoring_preset',
  'scoring_presets',
  'scoring_preset_ids',
  'scoring_rules',
  'scoring_rule_ids',
  'tracked_value_explanation',
  'number_field_explanation',
  'details',
  'sync_status',
])
const knownDetails = new Set(['tracked_value_explanation'])

/** An objective that the answer hides: its name is a hash. */
const isMasked = (raw: Raw) => raw['objective_type'] === '' && /^[0-9a-f]{64}$/.test(readText(raw['name']))
/** Since 23 April 2026 an objective that closes after the event is switched off. */
const knowsOffSwitch = (raw: Raw) => Object.hasOwn(raw, 'counting_method') || Object.hasOwn(raw, 'tracked_value')

interface Counting {
  readonly objective_type: ObjectiveType
  readonly aggregation: Aggregation
  readonly number_field: NumberField
  readonly conditions: readonly ConditionEntry[]
}
/** Replaces the counting of an objective that cannot be translated: players report it, and judges decide. */
const reported: Counting = {
  objective_type: 'SUBMISSION',
  aggregation: defaultAggregation,
  number_field: 'SUBMISSION_VALUE',
  conditions: [],
}
const category: Counting = {
  objective_type: 'CATEGORY',
  aggregation: usualAggregation('CATEGORY'),
  number_field: 'FINISHED_OBJECTIVES',
  conditions: [],
}
type Window = Pick<ObjectiveEntry, 'valid_from' | 'valid_to'>

interface Surroundings {
  /** Start of the event, in milliseconds since 1970. */
  readonly start: number
  /** After the start; null: not known. */
  readonly end: number | null
  readonly presets: PresetsById
  /** Conditions that came as a list of their own, by objective. */
  readonly conditions: ReadonlyMap<number, readonly Raw[]>
  readonly report: Report
  readonly unknown: UnknownFields
}

export class ObjectiveTranslator {
  /** Objectives with more than one piece of an item: there, split items do not count. */
  stacks = 0
  /** Keys of the translated objectives by the ids of the existing system. */
  readonly keyOf = new Map<number, string>()
  private readonly around: Surroundings
  private readonly keys = new Set<string>()
  private count = 0

  constructor(around: Surroundings) {
    this.around = around
  }

  /** Siblings in their order. */
  translateAll(given: readonly Raw[], above: ObjectiveEntry['key'] | null, path: string, depth: number): ObjectiveEntry[] {
    const { report } = this.around
    if (given.length > 0 && depth > deepestLevel) {
      report.leaveOut(path, `it is deeper than ${deepestLevel} levels`, 'Move its objectives up by hand.')
      return []
    }
    const entries = given.flatMap((raw) => this.translate(raw, above, path, depth) ?? [])
    const byName = new Map<string, string>()
    for (const { name } of entries) {
      const bare = bareName(name).toLowerCase()
      const before = byName.get(bare)
      if (before !== undefined)
        report.check(
          join(path, name),
          `its name is like that of ${quoted(before)} beside it`,
          'Give it a name of its own, so that people can tell them apart.',
        )
      byName.set(bare, name)
    }
    return entries
  }

  private translate(raw: Raw, above: string | null, parent: string, depth: number): ObjectiveEntry | null {
    const { report, unknown } = this.around
    const path = join(parent, readText(raw['name']).trim() || `objective ${readId(raw['id']) ?? ''}`)
    this.count += 1
    if (this.count > maxObjectives) {
      if (this.count === maxObjectives + 1)
        report.leaveOut(path, `there are more than ${maxObjectives} objectives`, 'Divide the event.')
      return null
    }
    if (isMasked(raw)) {
      report.leaveOut(
        path,
        'the answer hides it, because it opens later',
        'Ask for the tree with the login of an objective designer.',
      )
      return null
    }
    unknown.note(raw, known, 'objective', path)
    if (isRaw(raw['details'])) unknown.note(raw['details'], knownDetails, 'objective.details', path)
    const window = this.translateWindow(raw, path)
    if (window === null) return null

    const name = readName(raw['name'], 'Objective', path, report)
    const key = chooseKey(name, 'objective', above, this.keys)
    this.keys.add(key)
    const id = readId(raw['id'])
    if (id !== null) this.keyOf.set(id, key)
    const below = listObjects(raw['children'])
    if (Array.isArray(raw['children']) && below.length < raw['children'].length)
      report.leaveOut(path, 'some of its children are not objectives', 'Compare the tree with the other system.')
    const rules = this.translateRules(raw, path)
    const required_number = readWhole(raw['required_number'], 1, Number.MAX_SAFE_INTEGER, `${path}, required_number`, report) ?? 1
    const counted = this.chooseCounting(raw, below.length > 0, { required_number, ...window }, path)
    const counting = counted ?? reported
    const children = isCategory(counting) ? this.translateAll(below, key, path, depth + 1) : []
    if (countsItems(counting) && required_number > 1 && knowsOffSwitch(raw)) this.stacks += 1
    const isBoard = rules.methods.some((method) => methods[method].takes.lines !== undefined)
    if (isBoard) this.reportBoard(children, path)
    const layout = this.translateExtra(raw, isBoard, path)
    return {
      key,
      name,
      ...layout,
      ...counting,
      required_number,
      players_from: null,
      pieces_from: null,
      hide_progress: raw['hide_progress'] === true,
      reports: null,
      report_proof: null,
      ...window,
      ...rules.entry,
      children,
    }
  }

  /** null: it never counts, or is switched off. */
  private translateWindow(raw: Raw, path: string): Window | null {
    const { start, end, report } = this.around
    const offset = (name: 'valid_from' | 'valid_to') => readOffset(raw[name], start, `${path}, ${name}`, report)
    const window = { valid_from: offset('valid_from'), valid_to: offset('valid_to') }
    if (window.valid_from !== null && window.valid_to !== null && window.valid_to < window.valid_from) {
      report.leaveOut(
        path,
        'it closes before it opens, so it never counts',
        'Correct its times in the input, and translate again.',
      )
      return null
    }
    if (end === null || window.valid_to === null || window.valid_to <= end) return window
    const problem = `it closes ${writeLength(window.valid_to - end)} after the event`
    if (!knowsOffSwitch(raw)) {
      report.check(path, problem, 'The event ends first. Correct valid_to if another time was meant.')
      return window
    }
    const inside = listObjects(raw['children']).length
    report.leaveOut(
      path,
      `${problem}, which hides it there${inside > 0 ? `, with the ${inside} objectives directly in it` : ''}`,
      'To keep it, set its valid_to to the end of the event in the input, and translate again.',
    )
    return null
  }

  /** How it counts; null, with lines in the report, if it cannot: players report it then. */
  private chooseCounting(
    raw: Raw,
    hasChildren: boolean,
    own: Window & { required_number: number },
    path: string,
  ): Counting | null {
    const { report } = this.around
    const find = <T extends string>(vocabulary: Vocabulary<T>, names: readonly string[], what: string): T | null => {
      const given = readText(pick(raw, ...names))
      const meaning = findMeaning(vocabulary, given)
      if (meaning === null || 'todo' in meaning) {
        const todo = meaning?.todo ?? `Choose ${what} by hand: docs/scoring.md lists them.`
        report.leaveOut(path, `${what} ${quoted(given)} cannot be translated; players report it instead`, todo)
        return null
      }
      if (meaning.check) report.check(path, `${what} ${quoted(given)} has become ${meaning.is}`, meaning.check)
      return meaning.is
    }
    const given = this.listConditions(raw)
    if (hasChildren || isCategory({ objective_type: readText(raw['objective_type']).trim().toUpperCase() })) {
      this.reportLost(given, path)
      this.checkCategory(raw, path)
      return category
    }
    const objective_type = find(typeNames, ['objective_type'], 'the type')
    if (objective_type === null) {
      this.reportLost(given, path)
      return null
    }
    const hasConditions = countsItems({ objective_type })
    const conditions = hasConditions ? translateConditions(given, path, report) : []
    if (!hasConditions) this.reportLost(given, path)
    const number_field = find(numberNames, ['number_field', 'tracked_value'], 'the number')
    const aggregation = find(aggregationNames, ['aggregation', 'counting_method'], 'the aggregation')
    if (number_field === null || aggregation === null) {
      if (hasConditions) this.reportLost(given, path)
      return null
    }
    if (conditions === null) {
      const todo = 'Make it an ITEM objective again, and write its conditions by hand.'
      report.leaveOut(path, 'not all of its conditions can be translated; players report it instead', todo)
      return null
    }
    const counting = { objective_type, aggregation, number_field, conditions }
    const problems = [...listCountProblems({ ...counting, ...own })]
    for (const { field, problem } of problems)
      report.leaveOut(path, `${field} ${problem}; players report it instead`, 'Correct it by hand.')
    if (problems.length > 0 && hasConditions) this.reportLost(given, path)
    return problems.length > 0 ? null : counting
  }

  /** Reports a type, an aggregation or a number that does not fit a category: a category counts its children. */
  private checkCategory(raw: Raw, path: string): void {
    const { report } = this.around
    const given = (...names: readonly string[]) => readText(pick(raw, ...names))
    const type = given('objective_type')
    if (!isCategory({ objective_type: type.trim().toUpperCase() }))
      report.check(path, `it has objectives below it, and its type is ${quoted(type)}`, 'It has become a category.')
    const aggregation = given('aggregation', 'counting_method')
    if (aggregation !== '' && findMeaning(aggregationNames, aggregation) === null)
      report.leaveOut(path, `the aggregation ${quoted(aggregation)} is unknown`, 'A category counts its finished children.')
    const number = given('number_field', 'tracked_value')
    if (number !== '' && findMeaning(numberNames, number) === null)
      report.leaveOut(path, `the number ${quoted(number)} is unknown`, 'A category counts its finished children.')
  }

  private listConditions(raw: Raw): readonly Raw[] {
    const inside = listObjects(raw['conditions'])
    const id = readId(raw['id'])
    const beside = id === null ? [] : (this.around.conditions.get(id) ?? [])
    const seen = new Set(inside.map((one) => readId(one['id'])).filter((one) => one !== null))
    return [...inside, ...beside.filter((one) => !seen.has(readId(one['id']) ?? Number.NaN))]
  }

  private reportLost(given: readonly Raw[], path: string): void {
    for (const [at, raw] of given.entries()) {
      const [field, operator, value] = ['field', 'operator', 'value'].map((name) => readText(raw[name]))
      const what = `${field} ${operator} ${quoted(value)}: only objectives that count items have conditions`
      this.around.report.leaveOut(
        `${path}, condition ${at + 1}`,
        what,
        'Enter it again once the objective counts items, or drop it.',
      )
    }
  }

  private translateRules(raw: Raw, path: string): { entry: EntryRules; methods: readonly PresetEntry['scoring_method'][] } {
    const { presets, report } = this.around
    const rules: PresetEntry[] = []
    for (const id of readRuleIds(raw)) {
      const preset = presets.get(id)
      if (preset) rules.push(preset)
      else if (preset === null)
        report.leaveOut(
          path,
          `the scoring preset ${id} was not translated`,
          'Give it another preset, or it pays less than before.',
        )
      else
        report.leaveOut(
          path,
          `there is no scoring preset ${id} in the input`,
          'Add the response of the call for presets or rules, and translate again.',
        )
    }
    if (rules.length > maxRules)
      report.leaveOut(
        path,
        `only the first ${maxRules} of ${rules.length} rules are kept`,
        'Put the others on an objective of their own.',
      )
    const [first, ...further] = rules.slice(0, maxRules)
    const entry = first ? { ...noRules, scoring_preset: first.key, further_presets: further.map(({ key }) => key) } : noRules
    return { entry, methods: rules.map(({ scoring_method }) => scoring_method) }
  }

  private translateExtra(raw: Raw, isBoard: boolean, path: string): Pick<ObjectiveEntry, 'view' | 'tab' | 'note' | 'cell'> {
    const { report } = this.around
    const extra = readText(raw['extra']).trim()
    const { note, ...layout } = readExtra(extra.replace(/^(\d+)\s*,\s*(\d+)$/, '$1,$2'))
    const explained = readText(
      pick(raw, 'tracked_value_explanation', 'number_field_explanation') ??
        (isRaw(raw['details']) ? raw['details']['tracked_value_explanation'] : ''),
    ).trim()
    if (layout.cell === null && /^\d+,\d+$/.test(note))
      report.check(path, `the cell ${quoted(note)} is beyond a board`, 'Move it onto the board.')
    const text = [note, explained && `Number: ${explained}`].filter(Boolean).join('\n')
    const own = { ...layout, view: isBoard ? ('board' as const) : layout.view }
    if (writeExtra({ ...own, note: text }).length <= textLength) return { ...own, note: text }
    report.leaveOut(path, 'its text for players is too long', 'Shorten it by hand.')
    return { ...own, note: '' }
  }

  private reportBoard(children: readonly ObjectiveEntry[], path: string): void {
    for (const { name, cell } of arrangeBoard(children, (child) => child.cell).beside) {
      const problem = cell ? `its cell ${nameCell(cell)} is taken` : 'it has no cell, and others have'
      this.around.report.check(join(path, name), problem, 'Give it a free cell: beside the board it counts for no line.')
    }
  }
}

/** Rules by id: as a list of numbers, or of whole rules. */
const listRuleIds = (raw: Raw): readonly unknown[] => [
  ...['scoring_preset_ids', 'scoring_rule_ids'].flatMap((name): readonly unknown[] =>
    Array.isArray(raw[name]) ? raw[name] : [],
  ),
  ...listEmbeddedRules(raw).map(({ id }) => id),
]

/** Whole presets and rules in an objective. */
export const listEmbeddedRules = (raw: Raw): readonly Raw[] => [
  ...(isRaw(raw['scoring_preset']) ? [raw['scoring_preset']] : []),
  ...listObjects(raw['scoring_presets']),
  ...listObjects(raw['scoring_rules']),
]

const join = (path: string, name: string) => (path === '' ? name : `${path} > ${name}`)

/** The ids of an objective's rules, each once. */
export function readRuleIds(raw: Raw): ReadonlySet<number> {
  const ids = [raw['scoring_preset_id'], ...listRuleIds(raw)].flatMap((one) => readId(one) ?? [])
  // The Go server writes 0 for none.
  return new Set(ids.filter((id) => id !== 0))
}
