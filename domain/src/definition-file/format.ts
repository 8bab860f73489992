import { fileKeyLength, fileKeyPattern, largestInt, nameLength, textLength } from '@muster/contract/body'
import { rulesLength } from '@muster/contract/event-rules'
import { type EventField, eventFields } from '@muster/contract/events'
import { aggregations, numberFields, objectiveTypes } from '@muster/contract/objectives'
import { largestPoints, longestPoints, scoringMethods, scoringPresetTypes } from '@muster/contract/scoring-presets'
import { views } from '../objectives/layout.ts'
import { conditionDefs, conditions } from './conditions.ts'
import { type EventEntry, isOffset } from './document.ts'
import { isKey } from './keys.ts'
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

/** What every file begins with. Another number would be another format. */
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
    description: 'Stays when the name changes, and is unique. Without one it is made of the name.',
  },
  read(node, path, reader) {
    const value = plainKey.read(node, path, reader)
    if (value === undefined || isKey(value)) return value
    reader.report(node, path, 'must be small letters, digits and hyphens, such as "heavy-belt-2"')
    return undefined
  },
}

const keyOfPreset = describe(text({ most: fileKeyLength }), 'Key of one of the scoring presets.')

function eventShape(field: (typeof eventFields)[number]) {
  switch (field.kind) {
    case 'name':
    case 'text':
      return name({ most: nameLength })
    case 'choice':
      return oneOf(field.values)
    case 'moment':
      return isOffset(field.name) ? offset : time
    case 'number':
      return wholeNumber({ least: field.least, most: largestInt })
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
  point_cap: describe(wholeNumber({ least: 0, most: largestPoints }), 'The most that it pays; 0 for no cap.'),
}
export const requiredOfPresets = ['name', 'scoring_method', 'points'] as const

const layoutFields = { view: oneOf(views), tab: text({ least: 0, most: textLength, keeps_blanks: true }) }

export interface LayoutEntry {
  readonly view?: (typeof views)[number]
  readonly tab?: string
}

const layout: Shape<LayoutEntry> = {
  schema: groupSchema(layoutFields, [], { description: 'How pages show the branch, and the title of its tab.' }),
  write: (value) => value,
  read: (node, path, reader) => readGroup(layoutFields, [], node, path, reader)?.values,
}

/** All but what is below it. */
export const objectiveFields = {
  key,
  name: name({ most: nameLength }),
  type: describe(oneOf(objectiveTypes), 'ITEM, or CATEGORY with objectives below it, unless it says otherwise.'),
  layout,
  note: describe(text({ least: 0, most: textLength, keeps_blanks: true }), 'A text for people, shown with the objective.'),
  aggregation: oneOf(aggregations),
  number_field: describe(oneOf(numberFields), 'What is counted; needed for PLAYER and TEAM.'),
  required_number: wholeNumber({ least: 1, most: Number.MAX_SAFE_INTEGER }),
  hide_progress: flag,
  valid_from: offset,
  valid_to: offset,
  scoring_preset: keyOfPreset,
  conditions,
}
export const requiredOfObjectives = ['name'] as const

export const rules = describe(
  text({ least: 0, most: rulesLength, keeps_blanks: true }),
  'The rules that people read, in Markdown.',
)

const objectivesSchema: JsonSchema = {
  type: 'array',
  description: 'Objectives in their order. One with objectives of its own is a category.',
  items: { $ref: '#/$defs/objective' },
}

/** The format as JSON Schema, for editors that complete and check while somebody types. */
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
