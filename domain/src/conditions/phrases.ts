/**
 * Describes conditions in plain words. Pages use these labels for fields and operators, and describe an objective in one
 * sentence, so that mistakes are noticed before saving.
 */
import { type FieldType, type ItemField, itemFields, type Operator } from '@muster/contract/conditions'
import { isLogField } from '../game-log/log-fields.ts'
import { frameNames } from '../items/frames.ts'
import { type Demand, groupAlternatives } from './alternatives.ts'
import { splitValues } from './value-list.ts'

/** A condition that may still be unfinished. */
export interface SaidCondition {
  readonly field: ItemField
  readonly operator: Operator
  readonly value: string
  readonly any_of?: number | null
  readonly at_least?: number
  readonly counts_as?: number
}

/** Labels of fields whose name in the contract is not readable as a label. */
const otherLabels: Readonly<Partial<Record<ItemField, string>>> = {
  ICON_NAME: 'Picture',
  ILVL: 'Item level',
  MAP_QUANT: 'Map quantity',
  HEIST_ROGUE_REQUIREMENT: 'Heist requirement',
  ENCHANT_MODS: 'Enchantments',
  EXPLICIT_MODS: 'Explicit modifiers',
  IMPLICIT_MODS: 'Implicit modifiers',
  CRAFTED_MODS: 'Crafted modifiers',
  FRACTURED_MODS: 'Fractured modifiers',
  FOULBORN_MODS: 'Foulborn modifiers',
  MAX_LINKS: 'Linked sockets',
  IS_CORRUPTED: 'Corrupted',
  IS_VAAL: 'Vaal gem',
  IS_SPLIT: 'Split',
  IS_MIRRORED: 'Mirrored',
  IS_FOULBORN: 'Foulborn',
  IS_IDENTIFIED: 'Identified',
  TEMPLE_ROOMS_T3: 'Temple rooms of tier 3',
  RITUAL_VESSEL_BOSSES: 'Ritual vessel monsters',
  FACETOR_LENS_EXP: 'Stored experience',
}
const readLabel = (field: ItemField) => field.charAt(0) + field.slice(1).toLowerCase().replaceAll('_', ' ')
export const fieldLabels = Object.fromEntries(
  itemFields.map((field) => [field, otherLabels[field] ?? readLabel(field)]),
) as Record<ItemField, string>

/** The kind of value that an operator takes. */
export type ValueKind = 'yes_no' | 'number' | 'texts' | 'numbers' | 'text' | 'pattern'

interface OperatorPhrase {
  /** The text between a field and its value. */
  readonly label: string
  /** The label after a field that is a list, if different. */
  readonly list_label?: string
  /** `one`: a text or a number, like the field. */
  readonly value: 'one' | 'list' | 'count' | 'pattern'
}

const phrases: Readonly<Record<Operator, OperatorPhrase>> = {
  EQ: { label: 'is', value: 'one' },
  NEQ: { label: 'is not', value: 'one' },
  GT: { label: 'is more than', value: 'one' },
  LT: { label: 'is less than', value: 'one' },
  IN: { label: 'is one of', value: 'list' },
  NOT_IN: { label: 'is none of', value: 'list' },
  MATCHES: { label: 'matches the pattern', value: 'pattern' },
  CONTAINS: { label: 'contains', list_label: 'contain', value: 'one' },
  CONTAINS_ALL: { label: 'contains all of', list_label: 'contain all of', value: 'list' },
  CONTAINS_MATCH: {
    label: 'contains a match of the pattern',
    list_label: 'contain a match of the pattern',
    value: 'pattern',
  },
  LENGTH_EQ: { label: 'has exactly this many characters:', list_label: 'are exactly this many:', value: 'count' },
  LENGTH_GT: { label: 'has more characters than', list_label: 'are more than', value: 'count' },
  LENGTH_LT: { label: 'has fewer characters than', list_label: 'are fewer than', value: 'count' },
  DOES_NOT_MATCH: { label: 'does not match the pattern', list_label: 'contain no match of the pattern', value: 'pattern' },
}

/** The label of an operator: the text between a field and its value. */
export function labelOperator(operator: Operator, type: FieldType): string {
  const { label, list_label = label } = phrases[operator]
  return type === 'string[]' ? list_label : label
}

/** Whether the value of an operator is a list. */
export const takesList = (operator: Operator): boolean => phrases[operator].value === 'list'

export function readValueKind(type: FieldType, operator: Operator): ValueKind {
  if (type === 'bool') return 'yes_no'
  const ofField = type === 'int' ? ({ one: 'number', list: 'numbers' } as const) : ({ one: 'text', list: 'texts' } as const)
  const kinds = { ...ofField, count: 'number', pattern: 'pattern' } as const
  return kinds[phrases[operator].value]
}

const isYes = (value: string) => ['true', 'True', '1'].includes(value)

const maxListed = 6

/** A value with the game's name for it, if there is one: "Unique (3)". */
function sayValue(field: ItemField, value: string): string {
  const name = field === 'FRAME_TYPE' && /^\d+$/.test(value.trim()) ? frameNames[Number(value)] : undefined
  return name === undefined ? value : `${name} (${value.trim()})`
}

function sayList(field: ItemField, value: string): string {
  const parts = splitValues(value).map((part) => sayValue(field, part))
  const shown = parts.slice(0, maxListed).join(', ')
  return parts.length > maxListed ? `${shown} and ${parts.length - maxListed} more` : shown
}

/** A wearer is only known by class, so the length of the class shows whether there is one. */
const wearers: Readonly<Record<string, string>> = {
  'LENGTH_GT 0': 'a character wears it',
  'LENGTH_EQ 0': 'nobody wears it',
  'LENGTH_LT 1': 'nobody wears it',
}

/** "the name is Tulfall", "it is corrupted". */
export function sayCondition({ field, operator, value }: SaidCondition, type: FieldType): string {
  const label = fieldLabels[field].toLowerCase()
  if (type === 'bool')
    return `it is ${isYes(value) === (operator === 'EQ') ? '' : 'not '}${label === 'vaal gem' ? 'a vaal gem' : label}`
  const kind = readValueKind(type, operator)
  const shown = kind === 'texts' || kind === 'numbers' ? sayList(field, value) : value === '' ? '…' : sayValue(field, value)
  const said = `${labelOperator(operator, type)} ${shown}`
  if (field === 'WORN_BY') return wearers[`${operator} ${value.trim()}`] ?? `the class of its wearer ${said}`
  return `its ${label} ${said}`
}

/** " (each counts 40)"; empty if a piece counts 1. */
export const sayAmount = ({ counts_as = 1 }: Pick<SaidCondition, 'counts_as'>): string =>
  counts_as > 1 ? ` (each counts ${counts_as})` : ''

/** "any of these holds", "at least 2 of these hold". */
const sayDemand = ({ members, at_least }: Demand<unknown>): string => {
  if (at_least === 1) return 'any of these holds'
  return at_least === members.length ? 'all of these hold' : `at least ${at_least} of these hold`
}

/**
 * How many pieces are enough where some count more than others: "40 are needed: 1 piece is enough if its name is Tulfall, 40
 * otherwise." null: one piece is always enough, or every piece counts 1.
 */
export function sayPieces(
  conditions: readonly SaidCondition[],
  required_number: number,
  typeOf: (field: ItemField) => FieldType,
): string | null {
  const demands = groupAlternatives(conditions)
  const amountOf = ({ counts_as = 1 }: SaidCondition) => counts_as
  // The smallest amount of a piece that counts: its item satisfies `at_least` conditions of each demand.
  const least = Math.max(
    1,
    ...demands.flatMap(
      ({ members, at_least }) =>
        members
          .map(amountOf)
          .toSorted((a, b) => a - b)
          .slice(0, at_least)
          .at(-1) ?? 1,
    ),
  )
  const larger = conditions.filter((condition) => amountOf(condition) > least).toSorted((a, b) => amountOf(b) - amountOf(a))
  const piecesOf = (amount: number) => Math.ceil(required_number / amount)
  if (required_number === 1 || (least === 1 && larger.length === 0)) return null
  const ways = larger.map((condition, at) => {
    const pieces = piecesOf(amountOf(condition))
    const enough = at > 0 ? '' : pieces === 1 ? ' piece is enough' : ' pieces are enough'
    return `${pieces}${enough} if ${sayCondition(condition, typeOf(condition.field))}`
  })
  const rest = piecesOf(least)
  if (ways.length === 0)
    return `${required_number} are needed: each piece counts ${least}, so ${rest} ${rest === 1 ? 'is' : 'are'} enough.`
  return `${required_number} are needed: ${ways.join(', ')}, ${rest} otherwise.`
}

/**
 * All conditions in one sentence: "An item counts if its name is Tulfall, and any of these holds: its quality is 20; it is
 * corrupted."
 */
export function sayConditions(conditions: readonly SaidCondition[], typeOf: (field: ItemField) => FieldType): string {
  if (conditions.length === 0) return 'Nothing counts, because there are no conditions.'
  const sayOne = (condition: SaidCondition) => `${sayCondition(condition, typeOf(condition.field))}${sayAmount(condition)}`
  const isSingle = ({ members, at_least }: Demand<SaidCondition>) => members.length === 1 && at_least === 1
  const demands = groupAlternatives(conditions)
  const said = [...demands.filter(isSingle), ...demands.filter((demand) => !isSingle(demand))].map((demand) => {
    const parts = demand.members.map(sayOne).join('; ')
    return isSingle(demand) ? parts : `${sayDemand(demand)}: ${parts}`
  })
  const last = said.pop() as string
  const worn = conditions.some(({ field }) => field === 'WORN_BY') ? ' of a character' : ''
  const subject = conditions.every(({ field }) => isLogField(field)) ? 'A line of the log' : `An item${worn}`
  return `${subject} counts if ${said.length > 0 ? `${said.join(', ')}, and ${last}` : last}.`
}
