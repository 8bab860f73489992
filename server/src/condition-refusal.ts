import { acceptCondition, describeRefusal } from '@muster/domain/conditions/accept'
import type { ConditionText } from '@muster/domain/conditions/compile'
import { validMappings } from '@muster/domain/conditions/mappings'
import type { ConditionDefinition } from '@muster/domain/objectives/definition'
import type { ItemField, Operator } from '@muster/contract/conditions'
import { Refusal } from './refusal.ts'

/**
 * The condition in its stored form (D-44).
 * @param path of the condition in the body, for the error's field: empty, or `conditions.3.`
 * @throws Refusal invalid_request naming field, operator and reason
 */
export function takeCondition(
  given: ConditionText & { readonly any_of?: number | null | undefined },
  path = '',
): ConditionDefinition {
  const accepted = acceptCondition(given)
  if (accepted.ok) return accepted.condition
  const type = validMappings.field_to_type[given.field as ItemField]
  const fits = validMappings.valid_operators[type].includes(given.operator as Operator)
  const problem = describeRefusal(accepted)
  throw new Refusal('invalid_request', `The condition is invalid: ${problem}`, [
    { field: `${path}${fits ? 'value' : 'operator'}`, problem },
  ])
}
