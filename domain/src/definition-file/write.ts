import { Document, isMap, isScalar, isSeq, type Node, Pair, Scalar, visit } from 'yaml'
import { parametersField } from '@muster/contract/preset-parameters'
import { findOnlyNumber } from '../characters/number-rows.ts'
import { isCategory } from '../objectives/kinds.ts'
import {
  usualAggregation,
  type DefinitionDocument,
  defaultType,
  type EventEntry,
  type ObjectiveEntry,
  type PresetEntry,
} from './document.ts'
import { eventShapes, formatName, formatVersion, objectiveFields, presetFields } from './format.ts'
import type { Shape } from './shapes.ts'

type Plain = Readonly<Record<string, unknown>>

/** Fields in the order of their table, without undefined ones. */
function writeFields(fields: Readonly<Record<string, unknown>>, values: Plain): Plain {
  const written: Record<string, unknown> = {}
  for (const [name, shape] of Object.entries(fields)) {
    const value = values[name]
    if (value !== undefined) written[name] = value === null ? null : (shape as Shape<unknown>).write(value)
  }
  return written
}

/** `undefined` for a default value, which files leave out. */
const unless = <T>(value: T, usual: T | null): T | undefined => (value === usual ? undefined : value)

const writeEvent = (event: EventEntry): Plain => writeFields(eventShapes, { ...event })

const writePreset = (preset: PresetEntry): Plain =>
  writeFields(presetFields, {
    ...preset,
    description: unless(preset.description, ''),
    type: unless(preset.type, 'OBJECTIVE'),
    point_cap: unless(preset.point_cap, 0),
    parameters: parametersField(preset.parameters).parameters,
  })

function writeObjective(objective: ObjectiveEntry): Plain {
  const { objective_type, children, view, tab, cell, valid_from, valid_to, conditions, scoring_preset, further_presets } =
    objective
  const hasParts = isCategory(objective)
  const own = writeFields(objectiveFields, {
    key: objective.key,
    name: objective.name,
    type: hasParts ? undefined : unless(objective_type, defaultType),
    layout:
      view === null && tab === null && cell === null
        ? undefined
        : { ...(view !== null && { view }), ...(tab !== null && { tab }), ...(cell !== null && { cell }) },
    note: unless(objective.note, ''),
    aggregation: unless(objective.aggregation, usualAggregation(objective_type)),
    number_field: unless(objective.number_field, findOnlyNumber(objective_type)),
    required_number: unless(objective.required_number, 1),
    players_from: objective.players_from ?? undefined,
    pieces_from: objective.pieces_from ?? undefined,
    hide_progress: unless(objective.hide_progress, false),
    reports: objective.reports ?? undefined,
    report_proof: objective.report_proof ?? undefined,
    valid_from: valid_from ?? undefined,
    valid_to: valid_to ?? undefined,
    scoring_preset: scoring_preset ?? undefined,
    further_presets: further_presets.length > 0 ? further_presets : undefined,
    finished_by: unless(objective.finished_by, 'all'),
    conditions: conditions.length > 0 ? conditions : undefined,
  })
  return hasParts ? { ...own, objectives: children.map(writeObjective) } : own
}

/** A definition as plain values, in the order of the file; presets are sorted by key, because they have no other order. */
function writeDocument({ event, scoring_presets, objectives, rules }: DefinitionDocument): Plain {
  const byKey = (one: PresetEntry, other: PresetEntry) => (one.key < other.key ? -1 : 1)
  return {
    [formatName]: formatVersion,
    ...(event !== null && { event: writeEvent(event) }),
    ...(scoring_presets !== null && { scoring_presets: scoring_presets.toSorted(byKey).map(writePreset) }),
    ...(objectives !== null && { objectives: objectives.map(writeObjective) }),
    ...(rules !== null && { rules }),
  }
}

/** A definition as JSON. */
export const writeDefinitionJson = (document: DefinitionDocument): string =>
  `${JSON.stringify(writeDocument(document), null, 2)}\n`

const heading = ` Definition of an event for Muster. Its format: docs/definition-files.md`

/** Words that older YAML parsers read as true or false. */
const olderFlags = /^(?:y|n|yes|no|on|off)$/i
/** Invisible characters: a text with any of them is written with escapes. */
const unseen = /(?![ \t\n])[\p{C}\p{Z}]/u

/**
 * Texts that can be written as a block of unchanged lines; texts with trailing blanks, or without an unindented first line, need
 * escapes.
 */
const isPlainBlock = (text: string) => /^\S/.test(text) && !/[ \t]$|[ \t]\n|\n\n$/.test(text)

/** Lists of numbers and small groups are written on one line. */
const inOneLine = new Set(['points', 'layout', 'parameters'])
/** Sections preceded by a blank line, for readability. */
const apart = new Set(['event', 'scoring_presets', 'objectives', 'rules'])

/** A definition as YAML; the same definition always gives the same text. */
export function writeDefinition(document: DefinitionDocument): string {
  const yaml = new Document<Node>(writeDocument(document))
  yaml.commentBefore = heading
  visit(yaml, {
    Scalar(_, node) {
      const { value } = node as Scalar<unknown>
      if (typeof value !== 'string') return
      const isBlock = value.includes('\n') && isPlainBlock(value)
      if (unseen.test(value) || olderFlags.test(value) || (value.includes('\n') && !isBlock)) node.type = Scalar.QUOTE_DOUBLE
      else if (isBlock) node.type = Scalar.BLOCK_LITERAL
    },
    Pair(_, pair) {
      const name = isScalar(pair.key) ? String(pair.key.value) : ''
      if (inOneLine.has(name) && (isSeq(pair.value) || isMap(pair.value))) pair.value.flow = true
    },
  })
  if (isMap(yaml.contents)) {
    for (const pair of yaml.contents.items) {
      if (!(pair instanceof Pair) || !isScalar(pair.key) || !apart.has(String(pair.key.value))) continue
      pair.key.spaceBefore = true
      if (pair.key.value !== 'objectives' || !isSeq(pair.value)) continue
      for (const category of pair.value.items.slice(1)) if (isMap(category)) category.spaceBefore = true
    }
  }
  return yaml.toString({
    lineWidth: 0,
    indent: 2,
    flowCollectionPadding: false,
    minContentWidth: 0,
    // The library's quoted texts of several lines lose a line that is a single blank.
    doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
  })
}
