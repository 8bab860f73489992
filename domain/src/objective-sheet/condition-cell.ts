import { type ItemField, itemFields, largestAmount, type Operator } from '@muster/contract/conditions'
import { maxConditions } from '@muster/contract/objectives'
import { acceptCondition } from '../conditions/accept.ts'
import { groupAlternatives } from '../conditions/alternatives.ts'
import { validMappings } from '../conditions/mappings.ts'
import { fieldLabels, labelOperator } from '../conditions/phrases.ts'
import { nameCondition } from '../definition-file/conditions.ts'
import type { ConditionEntry } from '../definition-file/document.ts'
import { describeUnknown, quote } from '../definition-file/reader.ts'

export type CellRead<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string }

/** Words of a field or an operator, longest first: "is more than" is found before "is". */
interface Phrase<T> {
  readonly words: string
  readonly meaning: T
}
const longestFirst = <T>(phrases: Phrase<T>[]) => phrases.toSorted((one, other) => other.words.length - one.words.length)

const fieldPhrases = longestFirst(
  itemFields.flatMap((field): Phrase<ItemField>[] => [
    { words: fieldLabels[field].toLowerCase(), meaning: field },
    { words: field.toLowerCase().replaceAll('_', ' '), meaning: field },
    { words: field.toLowerCase(), meaning: field },
  ]),
)
const operatorsOf = (field: ItemField) => validMappings.valid_operators[validMappings.field_to_type[field]]
const operatorPhrases = new Map(
  itemFields.map((field): [ItemField, Phrase<Operator>[]] => {
    const type = validMappings.field_to_type[field]
    const phrases = operatorsOf(field).flatMap((operator): Phrase<Operator>[] => [
      { words: labelOperator(operator, type).replace(/:$/, '').toLowerCase(), meaning: operator },
      { words: operator.toLowerCase(), meaning: operator },
    ])
    return [field, longestFirst<Operator>([...phrases, { words: '=', meaning: 'EQ' }])]
  }),
)

/** The phrase at the start of a text, as whole words, and the text after it. */
function takePhrase<T>(text: string, phrases: readonly Phrase<T>[]): { meaning: T; rest: string } | null {
  const lower = text.toLowerCase()
  for (const { words, meaning } of phrases) {
    if (lower.startsWith(words) && !/^[\p{L}\p{N}_]/u.test(text.slice(words.length)))
      return { meaning, rest: text.slice(words.length).trimStart() }
  }
  return null
}

/** Splits at semicolons and new lines (or at bars) outside quotes. A quote begins at the start of a value. */
function split(text: string, separators: string): string[] {
  const parts: string[] = []
  let [from, isQuoted] = [0, false]
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? ''
    if (isQuoted) {
      if (letter === '\\') at++
      else if (letter === '"') isQuoted = false
    } else if (letter === '"') isQuoted = at === 0 || /[\s:]/.test(text[at - 1] ?? '')
    else if (separators.includes(letter)) {
      parts.push(text.slice(from, at))
      from = at + 1
    }
  }
  return [...parts, text.slice(from)]
}

const yesNo: Readonly<Record<string, string>> = { yes: 'true', no: 'false' }

/** null: a quote that is not closed. */
function readValue(text: string, field: ItemField): string | null {
  const value = text.startsWith('"') ? readText(text) : text
  if (value === null || validMappings.field_to_type[field] !== 'bool') return value
  return yesNo[value.toLowerCase()] ?? value
}

function readText(quoted: string): string | null {
  try {
    const value: unknown = JSON.parse(quoted)
    return typeof value === 'string' ? value : null
  } catch {
    // Not one text in quotes: reported with its condition.
    return null
  }
}

const example = 'write it like "Name is Headhunter" or "Base type is Chaos Orb"'

/** @param item_field compares a text without a field; null: such a text is refused */
function readOne(text: string, item_field: ItemField | null): CellRead<Omit<ConditionEntry, 'any_of'>> {
  const field = takePhrase(text, fieldPhrases)
  const operator = field && takePhrase(field.rest, operatorPhrases.get(field.meaning) ?? [])
  if (!field || !operator) {
    if (item_field !== null) return accept(item_field, 'EQ', readValue(text, item_field), text)
    if (field) {
      const usable = operatorsOf(field.meaning).map((name) => labelOperator(name, validMappings.field_to_type[field.meaning]))
      return {
        ok: false,
        problem: `${quote(text)} has no comparison; after "${fieldLabels[field.meaning]}" ${describeUnknown(field.rest, usable)}`,
      }
    }
    const [named = text] = text.split(/ (?:is|are|contains?|matches|=) /i, 1)
    if (named !== text)
      return {
        ok: false,
        problem: `${quote(named)} is not a field of items; ${describeUnknown(named, Object.values(fieldLabels))}`,
      }
    return { ok: false, problem: `${quote(text)} is not a condition; ${example}, or set the kind to Unique or Base type` }
  }
  return accept(field.meaning, operator.meaning, readValue(operator.rest.replace(/^:\s*/, ''), field.meaning), text)
}

function accept(field: ItemField, operator: Operator, value: string | null, text: string): ReturnType<typeof readOne> {
  if (value === null)
    return { ok: false, problem: `${quote(text)} has a quote that is not closed; write "\\"" for a quote in a value` }
  const accepted = acceptCondition({ field, operator, value })
  if (accepted.ok) return { ok: true, value: { field, operator, value: accepted.condition.value } }
  return { ok: false, problem: `${quote(text)}: ${accepted.reason}` }
}

/** "40 x Name is Goldrim": the amount of a piece, and the condition. */
const amountPattern = /^(\d{1,5})\s*[x×]\s+(?=\S)/i
/** "At least 2 of: …": how many of a group must hold. */
const atLeastPattern = /^at least (\d{1,4}) of:/i

/** The number at the start of a text, 1 without one, and the text after it. */
function takeNumber(text: string, pattern: RegExp): { number: number; rest: string } {
  const found = pattern.exec(text)
  return { number: found ? Number(found[1]) : 1, rest: found ? text.slice(found[0].length).trim() : text }
}

/**
 * The conditions of a cell: "Name is Goldrim; Quality is 20". A semicolon or a new line separates conditions that must all
 * hold, a bar between conditions of a group, which may begin with "At least 2 of:". "40 x" before a condition is the amount that one piece
 * adds. Values with one of these separators are in quotes.
 */
export function readConditions(text: string, item_field: ItemField | null): CellRead<readonly ConditionEntry[]> {
  const read: ConditionEntry[] = []
  let groups = 0
  for (const part of split(text, ';\n\r')) {
    if (part.trim() === '') continue
    const { number: at_least, rest } = takeNumber(part.trim(), atLeastPattern)
    const alternatives = split(rest, '|')
    const any_of = alternatives.length > 1 || at_least > 1 ? ++groups : null
    const members = alternatives.map((one) => one.trim()).filter((one) => one !== '')
    if (at_least < 1) return { ok: false, problem: `${quote(part.trim())} needs a number from 1 to ${members.length}` }
    if (at_least > members.length && at_least > 1)
      return { ok: false, problem: `${quote(part.trim())} has only ${members.length} conditions` }
    for (const one of members) {
      const { number: counts_as, rest: said } = takeNumber(one, amountPattern)
      const condition = readOne(said, item_field)
      if (!condition.ok) return condition
      if (counts_as < 1 || counts_as > largestAmount)
        return { ok: false, problem: `${quote(one)}: a piece counts from 1 to ${largestAmount}` }
      if (read.length >= maxConditions) return { ok: false, problem: `an objective has at most ${maxConditions} conditions` }
      read.push({
        ...condition.value,
        any_of,
        ...(at_least > 1 && { at_least }),
        ...(counts_as > 1 && { counts_as }),
      })
    }
  }
  return { ok: true, value: read }
}

/** A condition in words, or in the notation of definition files if the words have another meaning. */
function writeOne(condition: ConditionEntry): string {
  const { counts_as = 1 } = condition
  return `${counts_as > 1 ? `${counts_as} x ` : ''}${writePlain(condition)}`
}

function writePlain(condition: ConditionEntry): string {
  const { field, operator, value } = condition
  const type = validMappings.field_to_type[field]
  const shown = type === 'bool' ? (value === 'true' ? 'yes' : value === 'false' ? 'no' : value) : value
  const words = `${fieldLabels[field]} ${labelOperator(operator, type)} ${shown}`
  const isPlain = !/["|;\n\r]/.test(words) && words.trim() === words
  const again = isPlain ? readConditions(words, null) : null
  if (again?.ok && JSON.stringify(again.value) === JSON.stringify([{ field, operator, value, any_of: null }])) return words
  return nameCondition({ ...condition, value: JSON.stringify(value) })
}

/** The inverse of `readConditions`. */
export function writeConditions(conditions: readonly ConditionEntry[]): string {
  return groupAlternatives(conditions)
    .map(({ members, at_least }) => {
      const written = members.map(writeOne).join(' | ')
      if (at_least > 1) return `At least ${at_least} of: ${written}`
      // A group with one member is still a group.
      return members.length === 1 && members[0]?.any_of !== null ? `| ${written}` : written
    })
    .join('; ')
}
