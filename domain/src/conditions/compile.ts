import type { FieldType, ItemField, Operator } from '@muster/contract/conditions'
import type { GameItem } from '@muster/contract/game-api'
import { type FieldContext, type FieldRow, type FieldValue, fields } from '../items/fields.ts'
import { operatorTable, type Predicate, type TextProbe } from './operators.ts'

/** A condition as stored or entered; its texts are not trusted. */
export interface ConditionText {
  readonly field: string
  readonly operator: string
  readonly value: string
}

/** Why a condition is invalid; `reason` is meant for its author. */
export interface ConditionRefusal {
  readonly ok: false
  readonly field: string
  readonly operator: string
  readonly reason: string
}

export interface CompiledCondition {
  readonly ok: true
  readonly field: ItemField
  readonly operator: Operator
  readonly value: string
  readonly type: FieldType
  readonly probe: TextProbe | null
  /** Reads the item's value for this field. */
  readonly read: (item: GameItem, context: FieldContext) => FieldValue
  /** Whether a value from `read` satisfies the condition. */
  readonly holds: (value: FieldValue) => boolean
}

/** An operator of some field type; only the table knows which. */
type AnyOperator = (value: string) => Predicate<never> | { readonly reason: string }

function isField(name: string): name is ItemField {
  return Object.hasOwn(fields, name)
}

/** Turns a condition into a predicate, or explains why it is invalid; never throws. */
export function compileCondition(condition: ConditionText): CompiledCondition | ConditionRefusal {
  const { field, operator, value } = condition
  const refuse = (reason: string): ConditionRefusal => ({ ok: false, field: String(field), operator: String(operator), reason })
  if (typeof field !== 'string' || !isField(field)) return refuse(`there is no item field "${String(field)}"`)
  if (typeof value !== 'string') return refuse('the value must be text')
  const row = fields[field]
  const operators: Readonly<Partial<Record<string, AnyOperator>>> = operatorTable[row.type]
  const build = typeof operator === 'string' && Object.hasOwn(operators, operator) ? operators[operator] : undefined
  if (!build) {
    const usable = Object.keys(operators).join(', ')
    return refuse(`${field} is of type ${row.type}, which has no operator "${String(operator)}" (it has ${usable})`)
  }
  if (field === 'ITEM_CLASS' && value.trim() === '') return refuse('an item class is never empty')
  if (field === 'NAME' && value.includes('Foulborn ') && !operator.includes('MATCH')) {
    return refuse('names are compared without "Foulborn ", so leave it out; IS_FOULBORN asks for it')
  }
  const predicate = build(value)
  if ('reason' in predicate) return refuse(predicate.reason)
  return finish({ field, operator: operator as Operator, value }, row, predicate)
}

function finish(
  condition: Pick<CompiledCondition, 'field' | 'operator' | 'value'>,
  row: FieldRow,
  { holds, probe }: Predicate<never>,
): CompiledCondition {
  // The table pairs operators with field types, so `read` and `holds` agree on the value's type.
  const check = holds as (value: FieldValue) => boolean
  const known = { ok: true, ...condition, type: row.type, read: row.read } as const
  if (condition.field !== 'ITEM_CLASS') return { ...known, probe, holds: check }
  // If the class of an item is unknown, no condition on its class holds, not even a negative one.
  const askable = probe?.kind === 'equals' && !probe.negated ? probe : null
  return { ...known, probe: askable, holds: (value) => value !== '' && check(value) }
}
