import { textLength } from '@muster/contract/body'
import { eventFields } from '@muster/contract/events'
import type { ObjectiveType } from '@muster/contract/objectives'
import { isSeq, type ParsedNode } from 'yaml'
import { findOnlyNumber } from '../characters/number-rows.ts'
import { isCategory } from '../objectives/kinds.ts'
import { writeExtra } from '../objectives/layout.ts'
import { listPresetProblems } from '../objectives/preset-parameters.ts'
import { deepestLevel, listCountProblems, listRuleProblems, maxObjectives } from '../objectives/validate.ts'
import {
  usualAggregation,
  type DefinitionDocument,
  defaultType,
  type EntryRules,
  type EventEntry,
  type ObjectiveEntry,
  type PresetEntry,
} from './document.ts'
import {
  eventShapes,
  formatName,
  formatVersion,
  objectiveFields,
  presetFields,
  requiredOfObjectives,
  requiredOfPresets,
  rules,
} from './format.ts'
import { chooseKey } from './keys.ts'
import { parseFile } from './parse.ts'
import { reportPersonalProblems } from './personal-shape.ts'
import { describeUnknown, type FileProblem, type FileReader, type Path, quote, textOf } from './reader.ts'
import { readEntries, readGroup } from './shapes.ts'

export interface ReadFile {
  readonly ok: true
  readonly document: DefinitionDocument
  /** The line at which each objective or preset begins, by its key. */
  readonly lines: { readonly objectives: ReadonlyMap<string, number>; readonly presets: ReadonlyMap<string, number> }
}

export interface RefusedFile {
  readonly ok: false
  /** At least one, in the order of the file. */
  readonly problems: readonly FileProblem[]
}

const sections = [formatName, 'event', 'scoring_presets', 'objectives', 'rules'] as const

/**
 * Reads a definition file, YAML or JSON. All problems are listed, up to `maxProblems`; never throws.
 * @param options.is_own the text was written from an event: an objective that cannot count is accepted, so that it can be
 *   corrected
 */
export function readDefinition(text: string, { is_own = false } = {}): ReadFile | RefusedFile {
  const parsed = parseFile(text, is_own)
  if ('problems' in parsed) return { ok: false, problems: parsed.problems }
  const { root, reader } = parsed
  const file = new FileContent(reader)
  const document = file.readDocument(root)
  if (document === null || reader.problems.length > 0) {
    const byPlace = (one: FileProblem, other: FileProblem) => one.line - other.line || one.column - other.column
    return { ok: false, problems: reader.problems.toSorted(byPlace) }
  }
  return { ok: true, document, lines: { objectives: file.objectives.lines, presets: file.presets.lines } }
}

/** Tracks keys: the line at which each object begins, and the nodes that still need a key. */
class Keys {
  readonly lines = new Map<string, number>()
  private readonly taken = new Set<string>()
  private readonly reader: FileReader
  private readonly spare: string

  constructor(reader: FileReader, spare: string) {
    this.reader = reader
    this.spare = spare
  }

  /** Keys in the file come first, so that no generated key collides with them. */
  reserve(nodes: readonly ParsedNode[]): void {
    for (const node of nodes) {
      const given = keyIn(node)
      if (given !== null) this.taken.add(given)
    }
  }

  /** The key of a node: the given one, which must be unique, or one derived from its name. */
  take(node: ParsedNode, path: Path, given: string | undefined, name: string, above: string | null): string {
    const key = given ?? chooseKey(name, this.spare, above, this.taken)
    this.taken.add(key)
    const before = this.lines.get(key)
    if (before === undefined) this.lines.set(key, this.reader.lineOf(node))
    else this.reader.report(node, [...path, 'key'], `${quote(key)} occurs twice, first in line ${before}`)
    return key
  }
}

function keyIn(node: ParsedNode): string | null {
  const items = 'items' in node ? (node.items as { key?: ParsedNode; value?: ParsedNode | null }[]) : []
  for (const { key, value } of items) if (key && textOf(key) === 'key') return textOf(value) ?? null
  return null
}

class FileContent {
  readonly objectives: Keys
  readonly presets: Keys
  private readonly reader: FileReader
  private count = 0

  constructor(reader: FileReader) {
    this.reader = reader
    this.objectives = new Keys(reader, 'objective')
    this.presets = new Keys(reader, 'preset')
  }

  readDocument(root: ParsedNode | null): DefinitionDocument | null {
    const { reader } = this
    if (textOf(root) === null) return reader.report(root, [], 'the file is empty'), null
    const entries = readEntries(root, [], reader)
    if (entries === null) return null
    for (const [name, { name: named }] of entries) {
      if ((sections as readonly string[]).includes(name)) continue
      reader.report(named, [name], `there is no ${quote(name)} here; ${describeUnknown(name, sections)}`)
    }
    const version = entries.get(formatName)
    if (!version || textOf(version.value) !== String(formatVersion)) {
      reader.report(version?.value ?? root, [formatName], `a definition begins with "${formatName}: ${formatVersion}"`)
      return null
    }
    const nodeOf = (name: (typeof sections)[number]) => entries.get(name)?.value ?? null
    const has = (name: (typeof sections)[number]) => entries.has(name)
    const event = has('event') ? this.readEvent(nodeOf('event')) : null
    const scoring_presets = has('scoring_presets') ? this.readPresets(nodeOf('scoring_presets')) : null
    const objectives = has('objectives') ? this.readTree(nodeOf('objectives')) : null
    const text = has('rules') ? rules.read(nodeOf('rules'), ['rules'], reader) : null
    return { event, scoring_presets, objectives, rules: text ?? null }
  }

  private readEvent(node: ParsedNode | null): EventEntry | null {
    if (textOf(node) === null) return {}
    const group = readGroup(eventShapes, [], node, ['event'], this.reader)
    if (group === null) return null
    const { values, nodes } = group
    for (const window of ['application', 'event'] as const) {
      const [opens, closes] = [`${window}_start_time`, `${window}_end_time`] as const
      const [from, to] = [window === 'event' ? 0 : values[opens], values[closes]]
      if (from === undefined || to === undefined || from <= to) continue
      this.reader.report(nodes[closes], ['event', closes], `must not be before ${opens}`)
    }
    reportPersonalProblems(values, nodes.personal_objectives, this.reader)
    // An empty text removes the stored one; an absent text keeps it.
    const emptied = eventFields.filter(({ name, may_be_empty }) => may_be_empty && name in nodes && values[name] === undefined)
    return { ...values, ...Object.fromEntries(emptied.map(({ name }) => [name, null])) }
  }

  private readPresets(node: ParsedNode | null): PresetEntry[] {
    const nodes = this.listOf(node, ['scoring_presets'])
    this.presets.reserve(nodes)
    return nodes.flatMap((one, at) => {
      const path = ['scoring_presets', at]
      const found = this.reader.problems.length
      const group = readGroup(presetFields, requiredOfPresets, one, path, this.reader)
      if (group === null) return []
      const { name = '', description = '', type = 'OBJECTIVE', scoring_method, points = [] } = group.values
      const { point_cap = 0, parameters = {} } = group.values
      const key = this.presets.take(one, path, group.values.key, name, null)
      if (scoring_method === undefined) return []
      const preset = { key, name, description, type, scoring_method, points, point_cap, parameters }
      const isChecked = !this.reader.is_own && this.reader.problems.length === found
      for (const { field, problem } of isChecked ? listPresetProblems(preset) : [])
        this.reader.report(group.nodes.parameters ?? one, [...path, ...field.split('.')], problem)
      return [preset]
    })
  }

  private readTree(node: ParsedNode | null): ObjectiveEntry[] {
    const path = ['objectives']
    this.reserveBelow(this.listOf(node, path))
    return this.readObjectives(node, path, null, 1)
  }

  private reserveBelow(nodes: readonly ParsedNode[]): void {
    const open = [...nodes]
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      this.objectives.reserve([one])
      const items = 'items' in one ? (one.items as { key?: ParsedNode; value?: ParsedNode | null }[]) : []
      for (const { key, value } of items) {
        if (key && textOf(key) === 'objectives' && isSeq<ParsedNode>(value)) open.push(...value.items)
      }
    }
  }

  private listOf(node: ParsedNode | null, path: Path): readonly ParsedNode[] {
    if (isSeq<ParsedNode>(node)) return node.items
    if (textOf(node) !== null) this.reader.report(node, path, 'must be a list')
    return []
  }

  private readObjectives(node: ParsedNode | null, path: Path, above: string | null, depth: number): ObjectiveEntry[] {
    const nodes = this.listOf(node, path)
    if (nodes.length > 0 && depth > deepestLevel) {
      this.reader.report(node, path, `the tree has at most ${deepestLevel} levels`)
      return []
    }
    this.count += nodes.length
    if (this.count > maxObjectives) {
      this.reader.report(node, path, `an event has at most ${maxObjectives} objectives`)
      return []
    }
    return nodes.flatMap((one, at) => this.readObjective(one, [...path, at], above, depth) ?? [])
  }

  private readObjective(node: ParsedNode, path: Path, above: string | null, depth: number): ObjectiveEntry | null {
    const { reader } = this
    const below = objectivesBelow(node)
    const group = readGroup({ ...objectiveFields, objectives: anything }, requiredOfObjectives, node, path, reader)
    if (group === null) return null
    const { values, nodes } = group
    const { name = '', note = '', hide_progress = false, required_number = 1, conditions = [] } = values
    const key = this.objectives.take(node, path, values.key, name, above)
    const children = below === undefined ? [] : this.readObjectives(below, [...path, 'objectives'], key, depth + 1)
    const objective_type: ObjectiveType = values.type ?? (below === undefined ? defaultType : 'CATEGORY')
    if (below !== undefined && !isCategory({ objective_type }))
      reader.report(nodes.type, [...path, 'type'], 'must be CATEGORY, because there are objectives below it')
    const number_field = values.number_field ?? findOnlyNumber(objective_type)
    if (number_field === null) {
      reader.report(node, [...path, 'number_field'], `is required for ${objective_type}`)
      return null
    }
    const {
      reports = null,
      report_proof = null,
      players_from = null,
      pieces_from = null,
      valid_from = null,
      valid_to = null,
      scoring_preset = null,
      further_presets = [],
      finished_by = 'all',
      aggregation = usualAggregation(objective_type),
    } = values
    const own = { objective_type, aggregation, number_field, required_number, players_from, pieces_from, valid_from, valid_to }
    for (const { field, problem } of reader.is_own ? [] : listCountProblems(own)) {
      const name_ = field === 'objective_type' ? 'type' : field
      reader.report(nodes[name_ as keyof typeof nodes] ?? node, [...path, name_], problem)
    }
    const paying = { scoring_preset, further_presets, finished_by }
    this.checkRules(paying, nodes, path)
    const { view = null, tab = null, cell = null } = values.layout ?? {}
    if (writeExtra({ view, tab, note, cell }).length > textLength)
      reader.report(nodes.note, [...path, 'note'], 'is too long together with the layout')
    return {
      key,
      name,
      view,
      tab,
      note,
      cell,
      ...own,
      hide_progress,
      reports,
      report_proof,
      ...paying,
      conditions,
      children,
    }
  }

  private checkRules(
    { scoring_preset, further_presets }: EntryRules,
    nodes: { readonly scoring_preset?: ParsedNode | null; readonly further_presets?: ParsedNode | null },
    path: Path,
  ): void {
    const report = (field: 'scoring_preset' | 'further_presets', problem: string, at: number | null = null) =>
      this.reader.report(nodes[field], [...path, field, ...(at === null ? [] : [at])], problem)
    const { lines } = this.presets
    const tell = (key: string) => `${quote(key)} is not a scoring preset of this file; ${describeUnknown(key, [...lines.keys()])}`
    if (scoring_preset !== null && !lines.has(scoring_preset)) report('scoring_preset', tell(scoring_preset))
    for (const [at, key] of further_presets.entries()) if (!lines.has(key)) report('further_presets', tell(key), at)
    for (const { at, problem } of listRuleProblems({ scoring_preset_id: scoring_preset, further_preset_ids: further_presets }))
      report('further_presets', problem, at)
  }
}

/** Read separately; the table of fields only needs to know that the field is allowed. */
const anything = { schema: {}, write: (value: never) => value, read: () => undefined }

/** The node with the children of an objective; undefined if it has none and is not a category. */
function objectivesBelow(node: ParsedNode): ParsedNode | null | undefined {
  if (!('items' in node)) return undefined
  for (const { key, value } of node.items as { key?: ParsedNode; value?: ParsedNode | null }[]) {
    if (key && textOf(key) === 'objectives') return value ?? null
  }
  return undefined
}
