/**
 * Conditions as people say them. The pages name fields and operators by these words, and say an objective in a sentence, so that
 * a mistake is read before it is saved.
 */
import type { FieldType, ItemField, Operator } from '@muster/contract/conditions'
import { frameNames } from '../items/frames.ts'
import { splitValues } from './value-list.ts'

/** A condition that may still be in writing. */
export interface SaidCondition {
  readonly field: ItemField
  readonly operator: Operator
  readonly value: string
  readonly any_of?: number | null
}

export const fieldLabels: Readonly<Record<ItemField, string>> = {
  BASE_TYPE: 'Base type',
  NAME: 'Name',
  ITEM_CLASS: 'Item class',
  ICON_NAME: 'Picture',
  TYPE_LINE: 'Type line',
  QUALITY: 'Quality',
  LEVEL: 'Level',
  RARITY: 'Rarity',
  ILVL: 'Item level',
  FRAME_TYPE: 'Frame type',
  TALISMAN_TIER: 'Talisman tier',
  MAP_TIER: 'Map tier',
  MAP_QUANT: 'Map quantity',
  MAP_RARITY: 'Map rarity',
  MAP_PACK_SIZE: 'Map pack size',
  HEIST_TARGET: 'Heist target',
  HEIST_ROGUE_REQUIREMENT: 'Heist requirement',
  ENCHANT_MODS: 'Enchantments',
  EXPLICIT_MODS: 'Explicit modifiers',
  IMPLICIT_MODS: 'Implicit modifiers',
  CRAFTED_MODS: 'Crafted modifiers',
  FRACTURED_MODS: 'Fractured modifiers',
  INFLUENCES: 'Influences',
  MAX_LINKS: 'Linked sockets',
  SOCKETS: 'Sockets',
  INCUBATOR_KILLS: 'Incubator kills',
  IS_CORRUPTED: 'Corrupted',
  IS_VAAL: 'Vaal gem',
  IS_SPLIT: 'Split',
  IS_IDENTIFIED: 'Identified',
  SANCTUM_AFFLICTIONS: 'Sanctum afflictions',
  TEMPLE_ROOMS: 'Temple rooms',
  RITUAL_VESSEL_BOSSES: 'Ritual vessel monsters',
  RITUAL_VESSEL_MAP: 'Ritual vessel map',
  FACETOR_LENS_EXP: 'Stored experience',
  MEMORY_STRANDS: 'Memory strands',
  WORN_BY: 'Worn by',
}

const plainOperators: Readonly<Record<Operator, string>> = {
  EQ: 'is',
  NEQ: 'is not',
  GT: 'is more than',
  LT: 'is less than',
  IN: 'is one of',
  NOT_IN: 'is none of',
  MATCHES: 'matches the pattern',
  CONTAINS: 'contains',
  CONTAINS_ALL: 'contains all of',
  CONTAINS_MATCH: 'contains a match of the pattern',
  LENGTH_EQ: 'has exactly this many characters:',
  LENGTH_GT: 'has more characters than',
  LENGTH_LT: 'has fewer characters than',
  DOES_NOT_MATCH: 'does not match the pattern',
}
/** Between a list, which is many, and its value. */
const listOperators: Readonly<Partial<Record<Operator, string>>> = {
  CONTAINS: 'contain',
  CONTAINS_ALL: 'contain all of',
  CONTAINS_MATCH: 'contain a match of the pattern',
  LENGTH_EQ: 'are exactly this many:',
  LENGTH_GT: 'are more than',
  LENGTH_LT: 'are fewer than',
  DOES_NOT_MATCH: 'contain no match of the pattern',
}

/** How an operator reads between a field and its value. */
export const labelOperator = (operator: Operator, type: FieldType): string =>
  (type === 'string[]' ? listOperators[operator] : undefined) ?? plainOperators[operator]

const isYes = (value: string) => ['true', 'True', '1'].includes(value)

/** What kind of value an operator asks for. */
export type ValueKind = 'yes_no' | 'number' | 'texts' | 'numbers' | 'text' | 'pattern'

export function readValueKind(type: FieldType, operator: Operator): ValueKind {
  if (type === 'bool') return 'yes_no'
  if (operator.startsWith('LENGTH')) return 'number'
  if (operator === 'IN' || operator === 'NOT_IN') return type === 'int' ? 'numbers' : 'texts'
  if (operator === 'CONTAINS_ALL') return 'texts'
  if (operator === 'MATCHES' || operator === 'CONTAINS_MATCH' || operator === 'DOES_NOT_MATCH') return 'pattern'
  return type === 'int' ? 'number' : 'text'
}

const mostSaid = 6

/** A value with its word where the game has one for it: "Unique (3)". */
function sayValue(field: ItemField, value: string): string {
  const name = field === 'FRAME_TYPE' && /^\d+$/.test(value.trim()) ? frameNames[Number(value)] : undefined
  return name === undefined ? value : `${name} (${value.trim()})`
}

function sayList(field: ItemField, value: string): string {
  const parts = splitValues(value).map((part) => sayValue(field, part))
  const shown = parts.slice(0, mostSaid).join(', ')
  return parts.length > mostSaid ? `${shown} and ${parts.length - mostSaid} more` : shown
}

/** A wearer is known by the class alone, so the length of that says whether there is one. */
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

/**
 * All conditions in one sentence: "An item counts if its name is Tulfall, and any of these holds: its quality is 20; it is
 * corrupted."
 */
export function sayConditions(conditions: readonly SaidCondition[], typeOf: (field: ItemField) => FieldType): string {
  if (conditions.length === 0) return 'Nothing counts, because there are no conditions.'
  const said: string[] = []
  const groups = new Map<number, SaidCondition[]>()
  for (const condition of conditions) {
    const group = condition.any_of ?? null
    if (group === null) said.push(sayCondition(condition, typeOf(condition.field)))
    else groups.set(group, [...(groups.get(group) ?? []), condition])
  }
  for (const group of groups.values()) {
    const parts = group.map((condition) => sayCondition(condition, typeOf(condition.field)))
    said.push(parts.length === 1 ? (parts[0] as string) : `any of these holds: ${parts.join('; ')}`)
  }
  const last = said.pop() as string
  const isWorn = conditions.some(({ field }) => field === 'WORN_BY')
  return `An item${isWorn ? ' of a character' : ''} counts if ${said.length > 0 ? `${said.join(', ')}, and ${last}` : last}.`
}
