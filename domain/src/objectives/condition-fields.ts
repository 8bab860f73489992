import { type ItemField, itemFields } from '@muster/contract/conditions'
import { isLogField, valueFields } from '../game-log/log-fields.ts'
import { findLogKind, type LoggedObjective } from '../game-log/log-numbers.ts'
import { countsItems } from './kinds.ts'

const ofItems = itemFields.filter((field) => !isLogField(field))

/** The fields that conditions of an objective can have; none: it has no conditions. */
export function listConditionFields(objective: LoggedObjective): readonly ItemField[] {
  if (countsItems(objective)) return ofItems
  const kind = findLogKind(objective)
  const field = kind === null ? undefined : valueFields[kind]
  return field === undefined ? [] : [field]
}
