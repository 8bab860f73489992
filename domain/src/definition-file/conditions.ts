import { type ItemField, itemFields, type Operator, operators } from '@muster/contract/conditions'
import { mostConditions } from '@muster/contract/objectives'
import { isSeq, type ParsedNode } from 'yaml'
import { acceptCondition } from '../conditions/accept.ts'
import { validMappings } from '../conditions/mappings.ts'
import { takesList } from '../conditions/phrases.ts'
import type { ConditionEntry } from './document.ts'
import { describeUnknown, type FileReader, nameNode, type Path, quote, textOf } from './reader.ts'
import { type JsonSchema, readEntries, type Shape } from './shapes.ts'

const operatorsOf = (field: ItemField): readonly Operator[] => validMappings.valid_operators[validMappings.field_to_type[field]]
const isField = (word: string): word is ItemField => (itemFields as readonly string[]).includes(word)
const isOperator = (word: string): word is Operator => (operators as readonly string[]).includes(word)

/** The key of a group of alternatives, in place of field and operator. */
const anyOf = 'any_of'

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
const oneNameSchema = (properties: JsonSchema): JsonSchema => ({
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  maxProperties: 1,
  properties,
})

/** The parts of the JSON Schema that `conditions` refers to. */
export const conditionDefs: JsonSchema = {
  value: { type: ['string', 'number', 'boolean'] },
  values: valuesSchema,
  condition: oneNameSchema(conditionSchemas),
}
const conditionsSchema: JsonSchema = {
  type: 'array',
  description:
    'Conditions on an item, or on a line of the game’s log. Each line has a field, an operator and a value, such as "NAME EQ: Goldrim". All must hold.',
  maxItems: mostConditions,
  items: {
    oneOf: [
      { $ref: '#/$defs/condition' },
      oneNameSchema({
        [anyOf]: {
          type: 'array',
          description: 'At least one of these must hold.',
          minItems: 1,
          items: { $ref: '#/$defs/condition' },
        },
      }),
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

const writeOne = (condition: ConditionEntry) => ({ [`${condition.field} ${condition.operator}`]: splitValue(condition) })

/** Alternatives are written at the position of the first of them. */
function writeConditions(conditions: readonly ConditionEntry[]): unknown[] {
  const written: unknown[] = []
  const groups = new Map<number, unknown[]>()
  for (const condition of conditions) {
    const { any_of } = condition
    if (any_of === null) {
      written.push(writeOne(condition))
      continue
    }
    const group = groups.get(any_of) ?? []
    if (!groups.has(any_of)) {
      groups.set(any_of, group)
      written.push({ [anyOf]: group })
    }
    group.push(writeOne(condition))
  }
  return written
}

/** Numbers groups of alternatives by position and joins their members, as in a file. */
export function orderConditions<T extends ConditionEntry>(conditions: readonly T[]): T[] {
  const groups = new Map<number, T[]>()
  const ordered: T[][] = []
  for (const condition of conditions) {
    const { any_of } = condition
    const group = any_of === null ? undefined : groups.get(any_of)
    if (group) {
      group.push(condition)
      continue
    }
    const begun = [condition]
    ordered.push(begun)
    if (any_of !== null) groups.set(any_of, begun)
  }
  const numbers = new Map([...groups.keys()].map((number, at) => [number, at + 1]))
  return ordered.flat().map((one) => ({ ...one, any_of: one.any_of === null ? null : (numbers.get(one.any_of) ?? null) }))
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

function readOne(name: string, named: ParsedNode, value: ParsedNode | null, path: Path, reader: FileReader) {
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
  if (text === null) return null
  if (reader.is_own) return { field, operator, value: text }
  const accepted = acceptCondition({ field, operator, value: text })
  if (accepted.ok) return accepted.condition
  reader.report(value ?? named, path, accepted.reason)
  return null
}

/** One line of a list; null if it is invalid. */
function readLine(node: ParsedNode, path: Path, reader: FileReader) {
  const entries = readEntries(node, path, reader)
  if (entries === null) return null
  const [line, ...others] = [...entries]
  if (line === undefined || others.length > 0) {
    reader.report(node, path, 'each line must be one condition, such as "- NAME EQ: Goldrim"')
    return null
  }
  const [name, { name: named, value }] = line
  return { name: name.trim(), named, value }
}

export const conditions: Shape<readonly ConditionEntry[]> = {
  schema: conditionsSchema,
  write: writeConditions,
  read(node, path, reader) {
    if (textOf(node) === null) return []
    if (!isSeq<ParsedNode>(node)) return reader.report(node, path, 'must be a list')
    const read: ConditionEntry[] = []
    let groups = 0
    const readLines = (nodes: readonly ParsedNode[], at: Path, any_of: number | null) => {
      for (const [index, one] of nodes.entries()) {
        if (read.length >= mostConditions) return reader.report(one, at, `an objective has at most ${mostConditions} conditions`)
        const place = [...at, index]
        const line = readLine(one, place, reader)
        if (line === null) continue
        if (line.name === anyOf) {
          const inner = line.value
          if (any_of !== null) reader.report(line.named, place, 'alternatives cannot contain alternatives')
          else if (!isSeq<ParsedNode>(inner) || inner.items.length === 0)
            reader.report(line.named, place, 'must be a list of conditions, at least one of which must hold')
          else readLines(inner.items, [...place, anyOf], ++groups)
          continue
        }
        const condition = readOne(line.name, line.named, line.value, place, reader)
        if (condition) read.push({ ...condition, any_of })
      }
    }
    readLines(node.items, path, null)
    return read
  },
}
