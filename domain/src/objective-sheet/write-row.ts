import {
  type DefinitionDocument,
  listEntries,
  listPresetKeys,
  type ObjectiveEntry,
  type PresetEntry,
} from '../definition-file/document.ts'
import { startOf } from '../definition-file/difference.ts'
import { nameCell } from '../objectives/board.ts'
import { type Column, columnLabels, columns, type SheetRow } from './columns.ts'
import { writeConditions } from './condition-cell.ts'
import { writePath } from './path-cell.ts'
import { type WallClock, writeTimeCell } from './time-cell.ts'
import { labelAggregation, labelKind, writeNumber } from './words.ts'

/** In a cell: the objective has none, in place of its current value. */
export const noneWord = 'none'

/** The presets of an event by the words that a cell may use: the key, or a name that no other preset has. */
export class PresetWords {
  private readonly byKey: ReadonlyMap<string, PresetEntry>
  private readonly byName: ReadonlyMap<string, readonly PresetEntry[]>
  readonly names: readonly string[]

  constructor(presets: readonly PresetEntry[]) {
    this.byKey = new Map(presets.map((preset) => [preset.key, preset]))
    this.byName = Map.groupBy(presets, ({ name }) => name.trim().toLowerCase())
    this.names = presets.map(({ name }) => name)
  }

  /** The presets that a text may refer to. */
  find(text: string): readonly PresetEntry[] {
    const own = this.byKey.get(text)
    return own ? [own] : (this.byName.get(text.toLowerCase()) ?? [])
  }

  /** Several with "+" between them; a name that contains one is replaced by the key. */
  writeAll(keys: readonly string[]): string {
    const words = keys.map((key) => this.write(key))
    return words.length < 2 ? words.join('') : words.map((word, at) => (word.includes('+') ? keys[at] : word)).join(' + ')
  }

  private write(key: string): string {
    const name = this.byKey.get(key)?.name ?? ''
    const [found, ...others] = this.find(name)
    return found?.key === key && others.length === 0 && name.trim().toLowerCase() !== noneWord ? name : key
  }
}

export interface CellContext {
  readonly start_ms: number
  readonly clock: WallClock
  readonly presets: PresetWords
}

/** The cells of one objective. @param path the names of its categories */
export function writeRow(entry: ObjectiveEntry, path: readonly string[], { start_ms, clock, presets }: CellContext): SheetRow {
  const moment = (offset: number | null) => (offset === null ? '' : writeTimeCell(offset, start_ms, clock))
  const cells: Readonly<Record<Column, string>> = {
    category: writePath(path),
    name: entry.name,
    kind: labelKind(entry.objective_type),
    conditions: writeConditions(entry.conditions),
    number_field: writeNumber(entry),
    required_number: String(entry.required_number),
    scoring_preset: presets.writeAll(listPresetKeys(entry)),
    aggregation: labelAggregation(entry.aggregation),
    valid_from: moment(entry.valid_from),
    valid_to: moment(entry.valid_to),
    note: entry.note,
    cell: entry.cell ? nameCell(entry.cell) : '',
    key: entry.key,
  }
  return columns.map((column) => cells[column])
}

export const createContext = (document: DefinitionDocument, clock: WallClock): CellContext => ({
  start_ms: startOf(document),
  clock,
  presets: new PresetWords(document.scoring_presets ?? []),
})

/**
 * All objectives of an event with headings, parents before children. View, tab, hidden progress, and the rule that finishes an
 * objective are not in it.
 */
export function writeSheet(document: DefinitionDocument, clock: WallClock): SheetRow[] {
  const context = createContext(document, clock)
  const paths = new Map<ObjectiveEntry | null, readonly string[]>([[null, []]])
  const rows = listEntries(document.objectives ?? []).map(({ entry, parent }) => {
    const path = paths.get(parent) ?? []
    paths.set(entry, [...path, entry.name])
    return writeRow(entry, path, context)
  })
  return [columnLabels, ...rows]
}
