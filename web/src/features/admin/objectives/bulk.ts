import type { DefinitionEditInput } from '@muster/contract/definition'
import type { ObjectiveId, ScoringPresetId } from '@muster/contract/ids'
import type { Aggregation } from '@muster/contract/objectives'

/** One objective of a pasted list. */
export interface BulkRow {
  readonly name: string
  /** Value for the condition; the name if the table has no such column. */
  readonly value: string
  readonly required: number
  readonly extra: string
}

export interface BulkList {
  readonly rows: readonly BulkRow[]
  /** Lines that were left out, with the reason. */
  readonly dropped: readonly { readonly text: string; readonly why: 'repeated' | 'exists' | 'too_long' | 'no_number' }[]
}

/** Limit of one call. */
export const maxBulk = 1000
const longestName = 200

const heads = ['name', 'value', 'required', 'extra'] as const
type Head = (typeof heads)[number]
const headOf = (cell: string): Head | undefined => {
  const text = cell.trim().toLowerCase()
  if (text === 'number' || text === 'count' || text === 'amount') return 'required'
  if (text === 'note' || text === 'text') return 'extra'
  if (text === 'base type' || text === 'item') return 'value'
  return heads.find((head) => head === text)
}

/** Cells of a line: split at tabs in a table, otherwise the whole line. */
const cellsOf = (line: string) => line.split('\t').map((cell) => cell.trim())

/** Lines, or the parts between commas if there is only one line. A table has tabs. */
function listLines(text: string): string[] {
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '')
  return lines.length === 1 && !lines[0]?.includes('\t') ? (lines[0] ?? '').split(/[,;]/) : lines
}

/**
 * Reads a list of names or a pasted table with the columns name, value, required and extra; a first line with column names sets
 * their order. Names are trimmed; empty, repeated and existing names are left out.
 */
export function readBulk(text: string, existing: readonly string[]): BulkList {
  const lines = listLines(text)
  const first = cellsOf(lines[0] ?? '').map(headOf)
  const hasHeads = first.includes('name') && (first.length > 1 || lines.length > 1)
  const columns: readonly (Head | undefined)[] = hasHeads ? first : heads
  const rows: BulkRow[] = []
  const dropped: BulkList['dropped'][number][] = []
  const known = new Set<string>()
  const taken = new Set(existing.map((name) => name.trim().toLowerCase()))
  for (const line of hasHeads ? lines.slice(1) : lines) {
    const cells = cellsOf(line)
    const read = (head: Head) => cells[columns.indexOf(head)] ?? ''
    const name = read('name')
    if (name === '') continue
    const key = name.toLowerCase()
    const given = read('required')
    const required = given === '' ? 1 : Number(given)
    const why = known.has(key)
      ? 'repeated'
      : taken.has(key)
        ? 'exists'
        : name.length > longestName
          ? 'too_long'
          : Number.isSafeInteger(required) && required > 0
            ? null
            : 'no_number'
    known.add(key)
    if (why) dropped.push({ text: name, why })
    else rows.push({ name, value: read('value') || name, required, extra: read('extra') })
  }
  return { rows, dropped }
}

interface BulkTerms {
  readonly parent_id: number
  readonly field: 'NAME' | 'BASE_TYPE'
  readonly aggregation: Aggregation
  /** Empty for none. */
  readonly scoring_preset_id: string
}

/** One edit per row; all are applied in one transaction. */
export const writeBulk = (rows: readonly BulkRow[], terms: BulkTerms): DefinitionEditInput[] =>
  rows.map(({ name, value, required, extra }, index) => ({
    kind: 'save_objective',
    key: `row-${index}`,
    objective: {
      id: null,
      parent_id: terms.parent_id as ObjectiveId,
      name,
      extra,
      objective_type: 'ITEM',
      aggregation: terms.aggregation,
      number_field: 'STACK_SIZE',
      required_number: required,
      hide_progress: false,
      reports: null,
      report_proof: null,
      valid_from: null,
      valid_to: null,
      scoring_preset_id: terms.scoring_preset_id === '' ? null : (Number(terms.scoring_preset_id) as ScoringPresetId),
      conditions: [{ field: terms.field, operator: 'EQ', value }],
    },
  }))
