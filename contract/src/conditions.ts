import { z } from 'zod'
import { ConditionId } from './ids.ts'

export const itemFields = [
  'BASE_TYPE',
  'NAME',
  'ITEM_CLASS',
  'ICON_NAME',
  'TYPE_LINE',
  'QUALITY',
  'LEVEL',
  'RARITY',
  'ILVL',
  'FRAME_TYPE',
  'TALISMAN_TIER',
  'MAP_TIER',
  'MAP_QUANT',
  'MAP_RARITY',
  'MAP_PACK_SIZE',
  'HEIST_TARGET',
  'HEIST_ROGUE_REQUIREMENT',
  'ENCHANT_MODS',
  'EXPLICIT_MODS',
  'IMPLICIT_MODS',
  'CRAFTED_MODS',
  'FRACTURED_MODS',
  'INFLUENCES',
  'MAX_LINKS',
  'SOCKETS',
  'INCUBATOR_KILLS',
  'IS_CORRUPTED',
  'IS_VAAL',
  'IS_SPLIT',
  'IS_IDENTIFIED',
  'SANCTUM_AFFLICTIONS',
  'TEMPLE_ROOMS',
  'RITUAL_VESSEL_BOSSES',
  'RITUAL_VESSEL_MAP',
  'FACETOR_LENS_EXP',
  'MEMORY_STRANDS',
] as const
export const ItemField = z.enum(itemFields).meta({ id: 'ItemField' })
export type ItemField = z.output<typeof ItemField>

export const operators = [
  'EQ',
  'NEQ',
  'GT',
  'LT',
  'IN',
  'NOT_IN',
  'MATCHES',
  'CONTAINS',
  'CONTAINS_ALL',
  'CONTAINS_MATCH',
  'LENGTH_EQ',
  'LENGTH_GT',
  'LENGTH_LT',
  'DOES_NOT_MATCH',
] as const
export const Operator = z.enum(operators).meta({ id: 'Operator' })
export type Operator = z.output<typeof Operator>

export const fieldTypes = ['string', 'int', 'bool', 'string[]'] as const
export const FieldType = z.enum(fieldTypes).meta({ id: 'FieldType' })
export type FieldType = z.output<typeof FieldType>

/** One requirement on an item; all conditions of an objective must hold. Lists in `value` are comma-separated. */
export const Condition = z
  .object({ id: ConditionId, field: ItemField, operator: Operator, value: z.string() })
  .meta({ id: 'Condition' })
export type Condition = z.output<typeof Condition>
