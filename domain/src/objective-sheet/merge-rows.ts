import { type DefinitionDocument, noRules, usualAggregation } from '../definition-file/document.ts'
import { isKey } from '../definition-file/keys.ts'
import { quote } from '../definition-file/reader.ts'
import { numbersOf } from '../characters/number-rows.ts'
import { isCategory } from '../objectives/kinds.ts'
import { noLayout } from '../objectives/layout.ts'
import { deepestLevel, maxObjectives } from '../objectives/validate.ts'
import { type Column, columns, isEmptyRow, type SheetRow } from './columns.ts'
import { readPath, writePath } from './path-cell.ts'
import { type Cells, checkFields, readFields, readName, type RowContext } from './read-row.ts'
import { isParent, type OwnFields, type SheetNode, SheetTree } from './sheet-tree.ts'
import type { WallClock } from './time-cell.ts'
import { createContext, writeRow } from './write-row.ts'

/** A cell that cannot be used. */
export interface SheetProblem {
  /** Position of the row, from 0. */
  readonly row: number
  readonly column: Column
  /** The mistake, and a text to write instead. */
  readonly problem: string
}

export type RowState = 'empty' | 'wrong' | 'new' | 'changed' | 'same'

export interface SheetMerge {
  /** The event's objectives with all rows that have no problem; its other sections are null and change nothing. */
  readonly document: DefinitionDocument
  readonly states: readonly RowState[]
  /** In the order of the rows. */
  readonly problems: readonly SheetProblem[]
  /** Categories that the rows name and the event does not have. */
  readonly newCategories: number
  /** Row numbers from 1, by key. */
  readonly lines: ReadonlyMap<string, number>
}

/**
 * Adds rows to the objectives of an event. A row with a known key, or with the category and name of an objective, updates it. An
 * empty cell changes nothing.
 */
export function mergeRows(document: DefinitionDocument, rows: readonly SheetRow[], clock: WallClock): SheetMerge {
  const merge = new Merge(document, clock)
  const states = rows.map((row, at) => merge.takeRow(row, at))
  const { tree, problems, newCategories } = merge
  return {
    document: { event: null, scoring_presets: null, objectives: tree.toEntries(), rules: null },
    states,
    problems,
    newCategories,
    lines: new Map([...tree.byKey].flatMap(([key, { row }]) => (row === null ? [] : [[key, row + 1] as const]))),
  }
}

const newCategory = (name: string): OwnFields => ({
  ...noLayout,
  name,
  objective_type: 'CATEGORY',
  aggregation: usualAggregation('CATEGORY'),
  number_field: numbersOf.CATEGORY[0],
  required_number: 1,
  hide_progress: false,
  reports: null,
  report_proof: null,
  players_from: null,
  pieces_from: null,
  valid_from: null,
  valid_to: null,
  ...noRules,
  conditions: [],
})

/** A category, and the names of those below it that do not exist yet. */
interface Place {
  readonly category: SheetNode
  readonly missing: readonly string[]
}

/** Reports a problem of one cell and returns null. */
type Refuse = (column: Column, problem: string) => null

class Merge {
  readonly tree: SheetTree
  readonly problems: SheetProblem[] = []
  newCategories = 0
  private readonly context: RowContext

  constructor(document: DefinitionDocument, clock: WallClock) {
    this.tree = new SheetTree(document.objectives ?? [])
    this.context = { ...createContext(document, clock), end: document.event?.event_end_time ?? null }
  }

  takeRow(row: SheetRow, at: number): RowState {
    if (isEmptyRow(row)) return 'empty'
    const before = this.problems.length
    const report: Refuse = (column, problem) => {
      this.problems.push({ row: at, column, problem })
      return null
    }
    const given: Cells = Object.fromEntries(
      columns.flatMap((column, place): [Column, string][] => {
        const cell = row[place] ?? ''
        return cell.trim() === '' ? [] : [[column, column === 'note' ? cell : cell.trim()]]
      }),
    )
    const target = this.findTarget(given, at, report)
    if (target === null) return 'wrong'
    const { node, place, name } = target
    const cells = node ? this.dropSame(given, row, node) : given
    const fields = readFields(name, cells, node?.fields ?? null, this.context, report)
    const key = node ? null : this.readKey(given.key, report)
    const isChanged = !node || place.missing.length > 0 || place.category !== node.parent || differs(node.fields, fields)
    if (isChanged && this.problems.length === before) {
      checkFields(fields, report)
      this.checkPlace(node, place, fields, report)
    }
    if (this.problems.length > before) return 'wrong'
    if (node && node.original === null && node.row === null) this.newCategories -= 1
    if (node && !isChanged) {
      node.row = at
      return node.original ? 'same' : 'new'
    }
    const category = place.missing.reduce((above, one) => this.addCategory(above, one), place.category)
    if (node) this.tree.change(node, category, fields, at)
    else this.tree.add(category, fields, at, key)
    return node?.original ? 'changed' : 'new'
  }

  private addCategory(above: SheetNode, name: string): SheetNode {
    this.newCategories += 1
    return this.tree.add(above, newCategory(name), null, null)
  }

  /** The objective that a row updates, null for a new one, and its category and name. */
  private findTarget(given: Cells, at: number, report: Refuse) {
    const known = given.key === undefined ? undefined : this.tree.byKey.get(given.key)
    // The name in a row may be stored with characters that a new name cannot have.
    const name = known && given.name === known.fields.name.trim() ? known.fields.name : this.nameOf(given, known, report)
    const place = this.findPlace(given.category, known, report)
    if (place === null || name === null) return null
    const node = known ?? this.findByName(place, name, given, report)
    if (node === null) return null
    if (node?.row !== null && node?.row !== undefined && node.row !== at)
      return report(known ? 'key' : 'name', `is in row ${node.row + 1} too; delete one of them, or change the name`)
    return { node: node ?? null, place, name }
  }

  private nameOf(given: Cells, known: SheetNode | undefined, report: Refuse) {
    return given.name === undefined && known ? known.fields.name : readName(given.name ?? '', 'name', report)
  }

  /** undefined: there is none; null: it is unclear which. */
  private findByName({ category, missing }: Place, name: string, given: Cells, report: Refuse) {
    if (missing.length > 0) return undefined
    const found = this.tree.find(category, name)
    const free = found.filter((node) => node.row === null)
    const [first, second] = free
    if (second) return report('name', `${found.length} objectives of this category have this name; fill the column Key`)
    if (first) return first
    // A row with a key of its own is another objective with the same name.
    return given.key === undefined ? found[0] : undefined
  }

  private findPlace(text: string | undefined, known: SheetNode | undefined, report: Refuse): Place | null {
    const now = known?.parent
    if (now && (text === undefined || text === writePath(this.tree.pathOf(known)).trim())) return { category: now, missing: [] }
    const names = readPath(text ?? '')
    let category = this.tree.root
    for (const [at, given] of names.entries()) {
      const name = readName(given, 'category', report)
      if (name === null) return null
      const found = this.tree.find(category, name)
      const [one, other] = found.filter(isParent)
      if (!one && found.length > 0)
        return report('category', `${quote(name)} is an objective, not a category; write the name of a category`)
      if (!one) {
        const missing = names.slice(at).map((rest) => readName(rest, 'category', report))
        return missing.every((rest) => rest !== null) ? { category, missing } : null
      }
      // The nearest row of a category with this name, if there are several: its objectives are below that row.
      const last = found.filter((node) => isParent(node) && node.row !== null).at(-1)
      if (other && !last)
        return report('category', `there are several categories ${quote(name)}; give them different names first`)
      category = other && last ? last : one
    }
    return { category, missing: [] }
  }

  /** Cells that repeat the stored value are not read again: an older value may break a newer rule. */
  private dropSame(given: Cells, row: SheetRow, node: SheetNode): Cells {
    if (!node.original) return given
    const now = writeRow(node.original, [], this.context)
    return Object.fromEntries(
      Object.entries(given).filter(([column]) => {
        const place = columns.indexOf(column as Column)
        return row[place] !== now[place]
      }),
    )
  }

  private readKey(text: string | undefined, report: Refuse): string | null {
    if (text === undefined || isKey(text)) return text ?? null
    return report('key', `${quote(text)} is not a key; write small letters, digits and hyphens, or empty the cell`)
  }

  private checkPlace(node: SheetNode | null, { category, missing }: Place, fields: OwnFields, report: Refuse): void {
    for (let at: SheetNode | null = category; node && at; at = at.parent)
      if (at === node) report('category', 'would put the category into itself; write another category')
    if (this.tree.depthOf(category) + missing.length + heightOf(node) > deepestLevel)
      report('category', `has too many levels; an event has at most ${deepestLevel}`)
    if (!node && this.tree.size + missing.length >= maxObjectives)
      report('name', `is one too many; an event has at most ${maxObjectives} objectives`)
    if (node && node.children.length > 0 && !isCategory(fields))
      report('kind', 'must be Category, because there are objectives in it')
  }
}

const differs = (one: OwnFields, other: OwnFields): boolean =>
  (Object.keys(other) as (keyof OwnFields)[]).some((field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]))

/** Levels of a branch; 1 for an objective without others below it. */
const heightOf = (node: SheetNode | null): number => 1 + Math.max(0, ...(node?.children.map(heightOf) ?? []))
