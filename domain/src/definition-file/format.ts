import { fileKeyLength, fileKeyPattern, largestInt, nameLength, textLength } from '@muster/contract/body'
import { hostsProblem, isHostList } from '@muster/contract/embed-hosts'
import { rulesLength } from '@muster/contract/event-rules'
import { type EventField, eventFields, isTimeZone, zoneLength, zoneProblem } from '@muster/contract/events'
import { proofRules, reportRules } from '@muster/contract/report-rules'
import { aggregations, finishRules, highestLevel, maxRules, numberFields, objectiveTypes } from '@muster/contract/objectives'
import { largestPoints, longestPoints, scoringMethods, scoringPresetTypes } from '@muster/contract/scoring-presets'
import { boardSide, type Cell, views } from '../objectives/layout.ts'
import { conditionDefs, conditions } from './conditions.ts'
import { type EventEntry, isOffset } from './document.ts'
import { isKey } from './keys.ts'
import { parameters } from './parameters.ts'
import { personalShape } from './personal-shape.ts'
import {
  decimal,
  flag,
  groupSchema,
  type JsonSchema,
  listOf,
  name,
  offset,
  oneOf,
  readGroup,
  type Shape,
  text,
  time,
  wholeNumber,
} from './shapes.ts'

/** The first line of every file. A change of the format gets another number. */
export const formatName = 'muster_definition'
export const formatVersion = 1

const describe = <S extends { readonly schema: JsonSchema }>(shape: S, description: string): S => ({
  ...shape,
  schema: { ...shape.schema, description },
})

const plainKey = text({ most: fileKeyLength })
export const key: Shape<string> = {
  ...plainKey,
  schema: {
    type: 'string',
    maxLength: fileKeyLength,
    pattern: fileKeyPattern.source,
    description: 'Unique, and unchanged when the name changes. If absent, it is derived from the name.',
  },
  read(node, path, reader) {
    const value = plainKey.read(node, path, reader)
    if (value === undefined || isKey(value)) return value
    reader.report(node, path, 'must be lower-case letters, digits and hyphens, such as "heavy-belt-2"')
    return undefined
  },
}

const keyOfPreset = describe(text({ most: fileKeyLength }), 'Key of one of the scoring presets.')

/**
 * A text under an additional rule, checked by a function because pages do not contain the schemas. Our own export is accepted
 * unchanged.
 */
function checked(shape: Shape<string>, isRight: (value: string) => boolean, problem: string): Shape<string> {
  return {
    ...shape,
    read(node, path, reader) {
      const value = shape.read(node, path, reader)
      return value === undefined || reader.is_own || isRight(value) ? value : reader.report(node, path, problem)
    },
  }
}

function eventShape(field: (typeof eventFields)[number]) {
  switch (field.kind) {
    case 'name':
    case 'text':
      return name({ most: nameLength })
    case 'hosts':
      return checked(name({ most: nameLength }), isHostList, hostsProblem)
    case 'choice':
      return oneOf(field.values)
    case 'zone':
      return checked(name({ most: zoneLength }), isTimeZone, zoneProblem)
    case 'moment':
      return isOffset(field.name) ? offset : time
    case 'number':
      return wholeNumber({ least: field.least, most: largestInt })
    case 'limit':
      return wholeNumber({ least: field.least, most: field.most })
    case 'personal':
      return personalShape
  }
}

export const eventShapes = Object.fromEntries(
  eventFields.map((field) => [field.name, field.help ? describe(eventShape(field), field.help) : eventShape(field)]),
) as unknown as { readonly [N in EventField]: Shape<NonNullable<EventEntry[N]>> }

export const presetFields = {
  key,
  name: name({ most: nameLength }),
  description: text({ least: 0, most: textLength, keeps_blanks: true }),
  type: oneOf(scoringPresetTypes),
  scoring_method: oneOf(scoringMethods),
  points: listOf(decimal({ least: -largestPoints, most: largestPoints }), { most: longestPoints, what: 'values' }),
  point_cap: describe(wholeNumber({ least: 0, most: largestPoints }), 'Upper bound for the points; 0 for no cap.'),
  parameters,
}
export const requiredOfPresets = ['name', 'scoring_method', 'points'] as const

const side = wholeNumber({ least: 0, most: boardSide - 1 })
const cellFields = { row: side, column: side }

const cell: Shape<Cell> = {
  schema: groupSchema(cellFields, ['row', 'column'], {
    description: 'The place on the board of the category, both numbers from 0.',
  }),
  write: (value) => value,
  read(node, path, reader) {
    const { row, column } = readGroup(cellFields, ['row', 'column'], node, path, reader)?.values ?? {}
    return row === undefined || column === undefined ? undefined : { row, column }
  },
}

const layoutFields = { view: oneOf(views), tab: text({ least: 0, most: textLength, keeps_blanks: true }), cell }

export interface LayoutEntry {
  readonly view?: (typeof views)[number]
  readonly tab?: string
  readonly cell?: Cell
}

const layout: Shape<LayoutEntry> = {
  schema: groupSchema(layoutFields, [], {
    description: 'How pages show the branch, the title of its tab, and its cell on a board.',
  }),
  write: (value) => value,
  read: (node, path, reader) => readGroup(layoutFields, [], node, path, reader)?.values,
}

/** All fields except the children. */
export const objectiveFields = {
  key,
  name: name({ most: nameLength }),
  type: describe(oneOf(objectiveTypes), 'Default: CATEGORY with objectives below it, otherwise ITEM.'),
  layout,
  note: describe(text({ least: 0, most: textLength, keeps_blanks: true }), 'A text for people, shown with the objective.'),
  aggregation: oneOf(aggregations),
  number_field: describe(oneOf(numberFields), 'The number to count; required for PLAYER and TEAM.'),
  required_number: wholeNumber({ least: 1, most: Number.MAX_SAFE_INTEGER }),
  players_from: describe(
    wholeNumber({ least: 1, most: Number.MAX_SAFE_INTEGER }),
    'For TEAM: counts the players with at least this number, instead of adding up.',
  ),
  pieces_from: describe(
    wholeNumber({ least: 1, most: highestLevel }),
    'The level from which gems or flasks count; required for GEMS_OF_LEVEL and FLASKS_OF_ITEM_LEVEL.',
  ),
  hide_progress: flag,
  reports: describe(oneOf(reportRules), 'How reports of players count here and below. Default: as in the category or the event.'),
  report_proof: describe(
    oneOf(proofRules),
    'The proof that reports need here and below. Default: as in the category or the event.',
  ),
  valid_from: offset,
  valid_to: offset,
  scoring_preset: keyOfPreset,
  further_presets: describe(
    listOf(keyOfPreset, { most: maxRules - 1, what: 'presets' }),
    'Keys of further scoring presets: their points are added, in this order on receipts.',
  ),
  finished_by: describe(oneOf(finishRules), 'With further presets: finished when all rules are (default), or the first.'),
  conditions,
}
export const requiredOfObjectives = ['name'] as const

export const rules = describe(text({ least: 0, most: rulesLength, keeps_blanks: true }), 'The rules for players, in Markdown.')

const objectivesSchema: JsonSchema = {
  type: 'array',
  description: 'Objectives in order. An objective with objectives of its own is a category.',
  items: { $ref: '#/$defs/objective' },
}

/** The format as JSON Schema, for editors that complete and check files during typing. */
export const definitionSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Definition of a Muster event',
  ...groupSchema(
    {
      [formatName]: { schema: { const: formatVersion, description: 'Version of the format.' } },
      event: { schema: groupSchema(eventShapes, []) },
      scoring_presets: { schema: { type: 'array', items: groupSchema(presetFields, requiredOfPresets) } },
      objectives: { schema: objectivesSchema },
      rules,
    },
    [formatName],
  ),
  $defs: {
    ...conditionDefs,
    objective: groupSchema({ ...objectiveFields, objectives: { schema: objectivesSchema } }, requiredOfObjectives),
  },
}
