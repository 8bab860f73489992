import { type ItemField, itemFields, largestAmount, largestAtLeast, type Operator, operators } from '@muster/contract/conditions'
import { maxConditions } from '@muster/contract/objectives'
import { isSeq, type ParsedNode } from 'yaml'
import { acceptCondition } from '../conditions/accept.ts'
import { groupAlternatives } from '../conditions/alternatives.ts'
import { validMappings } from '../conditions/mappings.ts'
import { takesList } from '../conditions/phrases.ts'
import type { ConditionEntry } from './document.ts'
import { describeUnknown, type FileReader, nameNode, type Path, quote, textOf } from './reader.ts'
import { type JsonSchema, readEntries, type Shape, wholeNumber } from './shapes.ts'

const operatorsOf = (field: ItemField): readonly Operator[] => validMappings.valid_operators[validMappings.field_to_type[field]]
const isField = (word: string): word is ItemField => (itemFields as readonly string[]).includes(word)
const isOperator = (word: string): word is Operator => (operators as readonly string[]).includes(word)

/** The key of a group, in place of field and operator. */
const anyOf = 'any_of'
/** Extra keys of a group or a condition; 1 if absent. */
const extras = {
  at_least: wholeNumber({ least: 1, most: largestAtLeast }),
  counts_as: wholeNumber({ least: 1, most: largestAmount }),
} as const
type Extra = keyof typeof extras

const valueSchema: JsonSchema = { $ref: '#/$defs/value' }
const valuesSchema: JsonSchema = { oneOf: [valueSchema, { type: 'array', minItems: 1, items: valueSchema }] }
const conditionSchemas = Object.fromEntries(
  itemFields.flatMap((field) =>
    operatorsOf(field).map((operator) => [
      `${field} ${operator}`,
      { $ref: takesList(operator) ? '#/$defs/values' : '#/$defs/value' },
    ]),
  ),
)
/** Exactly one of the properties, optionally with the extra one. */
const oneNameSchema = (properties: JsonSchema, extra: Extra, description: string): JsonSchema => ({
  type: 'object',
  additionalProperties: false,
  properties: { ...properties, [extra]: { ...extras[extra].schema, description } },
  if: { required: [extra] },
  // oxlint-disable-next-line unicorn/no-thenable
  then: { minProperties: 2, maxProperties: 2 },
  else: { minProperties: 1, maxProperties: 1 },
})

/** The parts of the JSON Schema that `conditions` refers to. */
export const conditionDefs: JsonSchema = {
  value: { type: ['string', 'number', 'boolean'] },
  values: valuesSchema,
  condition: oneNameSchema(conditionSchemas, 'counts_as', 'The amount that one piece adds if the condition holds; 1 if absent.'),
}
const conditionsSchema: JsonSchema = {
  type: 'array',
  description:
    'Conditions on an item, or on a line of the game’s log. Each line has a field, an operator and a value, such as "NAME EQ: Goldrim". All must hold.',
  maxItems: maxConditions,
  items: {
    oneOf: [
      { $ref: '#/$defs/condition' },
      oneNameSchema(
        {
          [anyOf]: {
            type: 'array',
            description: 'A group of conditions. At least one of them must hold, or as many as at_least says.',
            minItems: 1,
            items: { $ref: '#/$defs/condition' },
          },
        },
        'at_least',
        'How many conditions of the group must hold; 1 if absent.',
      ),
    ],
  },
}

/** Splits the list in `value` into parts, as in a file written by hand, if this loses nothing. */
function splitValue({ operator, value }: ConditionEntry): string | readonly string[] {
  if (!takesList(operator) || !value.includes(',')) return value
  const parts = value.split(',')
  return parts.every((part) => part !== '' && part.trim() === part) ? parts : value
}

/** A condition as one line: `NAME EQ: Goldrim`. */
export const nameCondition = ({ field, operator, value }: ConditionEntry): string => `${field} ${operator}: ${value}`

const writeOne = (condition: ConditionEntry) => ({
  [`${condition.field} ${condition.operator}`]: splitValue(condition),
  ...(condition.counts_as !== undefined && { counts_as: condition.counts_as }),
})

/** Groups are written at the position of their first condition. */
const writeConditions = (conditions: readonly ConditionEntry[]): unknown[] =>
  groupAlternatives(conditions).flatMap(({ members, at_least }): unknown[] => {
    const written = members.map(writeOne)
    return members[0]?.any_of === null ? written : [{ [anyOf]: written, ...(at_least > 1 && { at_least }) }]
  })

/** Numbers groups by position, joins their members, and gives all of them the number that must hold, as in a file. */
export function orderConditions<T extends ConditionEntry>(conditions: readonly T[]): T[] {
  let groups = 0
  return groupAlternatives(conditions).flatMap(({ members, at_least }) => {
    const any_of = members[0]?.any_of === null ? null : ++groups
    return members.map(
      ({ at_least: _, counts_as, ...one }) =>
        ({ ...one, any_of, ...(at_least > 1 && { at_least }), ...(counts_as !== undefined && { counts_as }) }) as T,
    )
  })
}

/** A value: one text, or for operators that take a list also a list of texts. */
function readValue(node: ParsedNode | null, operator: Operator, path: Path, reader: FileReader): string | null {
  if (isSeq<ParsedNode>(node) && takesList(operator)) {
    const parts = node.items.map((one) => textOf(one)?.trim())
    const wrong = parts.findIndex((part) => part === undefined || part === '' || part.includes(','))
    if (wrong === -1 && parts.length > 0) return parts.join(',')
    reader.report(node.items[wrong] ?? node, path, 'must be a list of texts without commas')
    return null
  }
  const text = textOf(node)
  if (typeof text === 'string') return text
  reader.report(node, path, text === null ? 'has no value' : `must be a single value, not ${nameNode(node)}`)
  return null
}

function readOne(
  { name, named, value, entries }: Line,
  path: Path,
  reader: FileReader,
): Omit<ConditionEntry, 'any_of' | 'at_least'> | null {
  const [field = '', operator = '', ...rest] = name.split(/ +/)
  if (!isField(field)) {
    reader.report(named, path, `${quote(field)} is not a field of items; ${describeUnknown(field, itemFields)}`)
    return null
  }
  const usable = operatorsOf(field)
  if (!isOperator(operator) || rest.length > 0 || !usable.includes(operator)) {
    const given = [operator, ...rest].join(' ')
    const what = given === '' ? `${field} needs an operator` : `${field} has no operator ${quote(given)}`
    reader.report(named, path, `${what}; ${describeUnknown(given, usable)}`)
    return null
  }
  const text = readValue(value, operator, path, reader)
  const counts_as = readExtra(entries, 'counts_as', path, reader)
  if (text === null) return null
  const counts = counts_as > 1 ? { counts_as } : {}
  if (reader.is_own) return { field, operator, value: text, ...counts }
  const accepted = acceptCondition({ field, operator, value: text, ...counts })
  if (accepted.ok) return accepted.condition
  reader.report(value ?? named, path, accepted.reason)
  return null
}

type Entries = NonNullable<ReturnType<typeof readEntries>>
interface Line {
  readonly name: string
  readonly named: ParsedNode
  readonly value: ParsedNode | null
  readonly entries: Entries
}

/** One line of a list; null if it is invalid. */
function readLine(node: ParsedNode, path: Path, reader: FileReader): Line | null {
  const entries = readEntries(node, path, reader)
  if (entries === null) return null
  const lines = [...entries].filter(([name]) => !Object.hasOwn(extras, name))
  const [line] = lines
  const extra: Extra = line?.[0].trim() === anyOf ? 'at_least' : 'counts_as'
  if (line === undefined || lines.length > 1 || entries.size > (entries.has(extra) ? 2 : 1)) {
    reader.report(node, path, 'each line must be one condition, such as "- NAME EQ: Goldrim"')
    return null
  }
  const [name, { name: named, value }] = line
  return { name: name.trim(), named, value, entries }
}

/** The extra number of a condition or a group; 1 if absent. */
function readExtra(entries: Entries, name: Extra, path: Path, reader: FileReader): number {
  const entry = entries.get(name)
  return entry === undefined ? 1 : (extras[name].read(entry.value, [...path, name], reader) ?? 1)
}

export const conditions: Shape<readonly ConditionEntry[]> = {
  schema: conditionsSchema,
  write: writeConditions,
  read(node, path, reader) {
    if (textOf(node) === null) return []
    if (!isSeq<ParsedNode>(node)) return reader.report(node, path, 'must be a list')
    const read: ConditionEntry[] = []
    let groups = 0
    const readLines = (nodes: readonly ParsedNode[], at: Path, any_of: number | null, at_least: number) => {
      for (const [index, one] of nodes.entries()) {
        if (read.length >= maxConditions) return reader.report(one, at, `an objective has at most ${maxConditions} conditions`)
        const place = [...at, index]
        const line = readLine(one, place, reader)
        if (line === null) continue
        if (line.name === anyOf) {
          const inner = line.value
          if (any_of !== null) reader.report(line.named, place, 'alternatives cannot contain alternatives')
          else if (!isSeq<ParsedNode>(inner) || inner.items.length === 0)
            reader.report(line.named, place, 'must be a list of conditions')
          else {
            const demanded = readExtra(line.entries, 'at_least', place, reader)
            if (demanded > inner.items.length && !reader.is_own)
              reader.report(line.named, place, `has only ${inner.items.length} conditions`)
            readLines(inner.items, [...place, anyOf], ++groups, demanded)
          }
          continue
        }
        const condition = readOne(line, place, reader)
        if (condition === null) continue
        const { counts_as, ...plain } = condition
        read.push({ ...plain, any_of, ...(at_least > 1 && { at_least }), ...(counts_as !== undefined && { counts_as }) })
      }
    }
    readLines(node.items, path, null, 1)
    return read
  },
}
