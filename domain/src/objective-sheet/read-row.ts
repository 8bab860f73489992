import { nameLength, textLength } from '@muster/contract/body'
import { cleanName, isPlainName, nameProblem } from '@muster/contract/names'
import { maxRules } from '@muster/contract/objectives'
import { isStorable } from '@muster/contract/storable'
import { type EntryRules, noRules, usualAggregation } from '../definition-file/document.ts'
import { describeUnknown, quote } from '../definition-file/reader.ts'
import { listConditionFields } from '../objectives/condition-fields.ts'
import { findOnlyNumber, numbersOf } from '../characters/number-rows.ts'
import { findCell } from '../objectives/board.ts'
import { countsItems } from '../objectives/kinds.ts'
import { kindAggregations } from '../objectives/kind-aggregations.ts'
import { noLayout, writeExtra } from '../objectives/layout.ts'
import { listCountProblems, listRuleProblems } from '../objectives/validate.ts'
import { type Column, labelColumn } from './columns.ts'
import { readConditions } from './condition-cell.ts'
import type { OwnFields } from './sheet-tree.ts'
import { readTimeCell } from './time-cell.ts'
import {
  findAdding,
  findKindWord,
  findNumber,
  type KindWord,
  labelAggregation,
  labelKind,
  labelNumber,
  splitNumber,
  usualKinds,
} from './words.ts'
import { type CellContext, noneWord, type PresetWords } from './write-row.ts'

export interface RowContext extends CellContext {
  /** Milliseconds after the start; null: unknown. */
  readonly end: number | null
}

/** Takes a problem of one cell, with the words to write instead. */
export type Report = (column: Column, problem: string) => void

/** Cells that are not empty, trimmed except for the note. An empty cell keeps the current value. */
export type Cells = Readonly<Partial<Record<Column, string>>>

const isNone = (text: string) => text.toLowerCase() === noneWord

/** A name in the form in which it is stored; null if it cannot be one. */
export function readName(text: string, column: Column, report: Report): string | null {
  const name = cleanName(text)
  if (name === '') report(column, 'is empty; write the name that players see')
  else if (!isPlainName(text) || !isStorable(name)) report(column, nameProblem)
  else if (name.length > nameLength) report(column, `is longer than ${nameLength} characters; write a shorter name`)
  else return name
  return null
}

/** The fields of an objective after a row: the values of its cells, for empty cells the fields of `before` or the usual ones. */
export function readFields(name: string, cells: Cells, before: OwnFields | null, context: RowContext, report: Report): OwnFields {
  const kind = readKind(cells.kind, report)
  const objective_type = kind?.objective_type ?? before?.objective_type ?? 'ITEM'
  const isSameKind = before?.objective_type === objective_type
  const started: OwnFields = {
    ...noLayout,
    hide_progress: false,
    reports: null,
    report_proof: null,
    players_from: null,
    pieces_from: null,
    required_number: 1,
    ...noRules,
    valid_from: null,
    valid_to: null,
    conditions: [],
    ...before,
    name,
    objective_type,
    number_field: isSameKind ? before.number_field : numbersOf[objective_type][0],
    aggregation: isSameKind ? before.aggregation : usualAggregation(objective_type),
  }
  // The other cells of an unknown kind cannot be judged.
  if (cells.kind !== undefined && kind === null) return started
  const { number_field, pieces_from, players_from } = readNumber(cells, kind, objective_type, isSameKind ? before : null, report)
  const counted: OwnFields = {
    ...started,
    number_field,
    pieces_from,
    players_from,
    aggregation: readAdding(cells.aggregation, started, report),
  }
  return {
    ...counted,
    required_number: readRequired(cells.required_number, started.required_number, report),
    ...readPresets(cells.scoring_preset, started, context, report),
    conditions: readConditionCell(cells.conditions, kind, isSameKind, counted, report),
    note: readNote(cells.note, started, report),
    cell: readCell(cells.cell, started.cell, report),
    ...readWindow(cells, started, context, report),
  }
}

function readKind(text: string | undefined, report: Report): KindWord | null {
  if (text === undefined) return null
  const kind = findKindWord(text)
  if (!kind) report('kind', `${quote(text)} is not a kind; ${describeUnknown(text, usualKinds)}`)
  return kind
}

type Typed = Pick<OwnFields, 'objective_type'>

type CountedNumber = Pick<OwnFields, 'number_field' | 'pieces_from' | 'players_from'>

function readNumber(
  { number_field: text }: Cells,
  kind: KindWord | null,
  objective_type: OwnFields['objective_type'],
  before: OwnFields | null,
  report: Report,
): CountedNumber {
  const number_fields = numbersOf[objective_type]
  const [first] = number_fields
  const usable = number_fields.map(labelNumber)
  const plain = (number_field: OwnFields['number_field']) => ({ number_field, pieces_from: null, players_from: null })
  if (text === undefined) {
    if (!kind?.number_field && before) return before
    const usual = kind?.number_field ?? findOnlyNumber(objective_type)
    if (usual === null) report('number_field', `is empty; write ${usable.join(', ')}`)
    return plain(usual ?? first)
  }
  const { name, ...counted } = splitNumber(text)
  const number_field = findNumber(name)
  if (number_field !== null && number_fields.includes(number_field)) return { number_field, ...counted }
  const problem =
    number_field === null ? 'is not a number that can be counted' : `does not exist for ${labelKind(objective_type)}`
  report('number_field', `${quote(text)} ${problem}; ${describeUnknown(name, usable)}`)
  return plain(first)
}

function readAdding(
  text: string | undefined,
  { objective_type, aggregation }: Typed & Pick<OwnFields, 'aggregation'>,
  report: Report,
) {
  if (text === undefined) return aggregation
  const found = findAdding(text)
  const usable = kindAggregations[objective_type]
  if (found !== null && usable.includes(found)) return found
  const problem = found === null ? 'is not known' : `does not fit ${labelKind(objective_type)}`
  report('aggregation', `${quote(text)} ${problem}; ${describeUnknown(text, usable.map(labelAggregation))}`)
  return aggregation
}

function readRequired(text: string | undefined, before: number, report: Report): number {
  if (text === undefined) return before
  const number = Number(text)
  if (/^\d{1,16}$/.test(text) && Number.isSafeInteger(number) && number >= 1) return number
  report('required_number', `${quote(text)} is not a whole number from 1; write digits only, such as 1 or 300`)
  return before
}

/** One preset, or several with "+" between them. */
function readPresets(text: string | undefined, before: EntryRules, { presets }: RowContext, report: Report): EntryRules {
  const { scoring_preset, further_presets, finished_by } = before
  if (text === undefined) return { scoring_preset, further_presets, finished_by }
  if (isNone(text)) return noRules
  const words = presets.find(text).length > 0 ? [text] : text.split('+').map((word) => word.trim())
  const keys = words.map((word) => readPreset(word, presets, report))
  const [first = null, ...further] = keys
  if (keys.includes(null)) return { scoring_preset, further_presets, finished_by }
  if (keys.length > maxRules) report('scoring_preset', `has more than ${maxRules} presets; leave some out`)
  for (const { at, problem } of listRuleProblems({ scoring_preset_id: first, further_preset_ids: further }))
    report('scoring_preset', `${quote(words[at + 1] ?? '')} ${problem}; leave it out`)
  return {
    scoring_preset: first,
    further_presets: further.filter((key) => key !== null),
    finished_by: further.length > 0 ? finished_by : 'all',
  }
}

function readPreset(text: string, presets: PresetWords, report: Report): string | null {
  const [preset, other] = presets.find(text)
  if (preset && !other) return preset.key
  if (preset) report('scoring_preset', `several presets are called ${quote(text)}; write the key, such as ${quote(preset.key)}`)
  else if (presets.names.length === 0)
    report('scoring_preset', `${quote(text)} is not a preset; the event has none yet, so create it first`)
  else report('scoring_preset', `${quote(text)} is not a preset of this event; ${describeUnknown(text, presets.names)}`)
  return null
}

/** @param isSameKind an objective without conditions stays as it is */
function readConditionCell(
  text: string | undefined,
  kind: KindWord | null,
  isSameKind: boolean,
  fields: OwnFields,
  report: Report,
): OwnFields['conditions'] {
  const takesItems = countsItems(fields)
  const item_field = kind?.item_field ?? null
  if (text === undefined) {
    if (!takesItems || isSameKind || fields.conditions.length > 0) return fields.conditions
    if (item_field !== null) return [{ field: item_field, operator: 'EQ', value: fields.name, any_of: null }]
    report('conditions', 'is empty; write "Name is …" or "Base type is …", or set the kind to Unique or Base type')
    return []
  }
  if (isNone(text)) return []
  if (listConditionFields(fields).length === 0) {
    report(
      'conditions',
      `only items, areas and bosses have conditions; empty the cell, or change the kind from ${labelKind(fields.objective_type)} to Item`,
    )
    return fields.conditions
  }
  const read = readConditions(text, item_field)
  if (read.ok) return read.value
  report('conditions', read.problem)
  return fields.conditions
}

function readNote(text: string | undefined, { view, tab, note, cell }: OwnFields, report: Report): string {
  if (text === undefined) return note
  const read = isNone(text.trim()) ? '' : text
  if (!isStorable(read)) report('note', 'has a character that cannot be stored; delete it')
  else if (writeExtra({ view, tab, note: read, cell }).length > textLength)
    report('note', `is longer than ${textLength} characters; shorten it`)
  return read
}

function readCell(text: string | undefined, before: OwnFields['cell'], report: Report): OwnFields['cell'] {
  if (text === undefined) return before
  if (isNone(text)) return null
  const cell = findCell(text)
  if (!cell) report('cell', `${quote(text)} is not a cell of a board; write its column and row, from A1 to T20, such as C1`)
  return cell ?? before
}

function readWindow(cells: Cells, fields: OwnFields, context: RowContext, report: Report) {
  const readOne = (column: 'valid_from' | 'valid_to') => {
    const text = cells[column]
    if (text === undefined) return fields[column]
    if (isNone(text)) return null
    const read = readTimeCell(text, context.start_ms, context.clock)
    if (!read.ok) {
      report(column, read.problem)
      return fields[column]
    }
    if (column === 'valid_from' && context.end !== null && read.value >= context.end)
      report(column, `${quote(text)} is not before the end of the event; write an earlier time, or empty the cell`)
    if (column === 'valid_to' && context.end !== null && read.value <= 0)
      report(column, `${quote(text)} is not after the start of the event; write a later time, or empty the cell`)
    return read.value
  }
  return { valid_from: readOne('valid_from'), valid_to: readOne('valid_to') }
}

const columnsOfProblems: Readonly<Record<string, Column>> = {
  number_field: 'number_field',
  pieces_from: 'number_field',
  players_from: 'number_field',
  aggregation: 'aggregation',
  required_number: 'required_number',
  valid_from: 'valid_from',
  valid_to: 'valid_to',
}

/** Problems of fields together: a window that closes before it opens, or an aggregation that needs a window. */
export function checkFields(fields: OwnFields, report: Report): void {
  for (const { field, problem } of listCountProblems(fields)) {
    const words = problem.replaceAll('valid_from', labelColumn('valid_from')).replaceAll('valid_to', labelColumn('valid_to'))
    report(columnsOfProblems[field] ?? 'kind', words)
  }
}
