import { acceptCondition, describeRefusal, type GivenCondition } from '@muster/domain/conditions/accept'
import { validMappings } from '@muster/domain/conditions/mappings'
import type { ConditionDefinition } from '@muster/domain/objectives/definition'
import type { ItemField, Operator } from '@muster/contract/conditions'
import { Refusal } from './refusal.ts'

type Counts = Pick<GivenCondition, 'any_of' | 'at_least' | 'counts_as'>

/**
 * The condition in its stored form (D-44).
 * @param stored the condition that it replaces: its group and amount stay where `given` says nothing about them
 * @param path of the condition in the body, for the error's field: empty, or `conditions.3.`
 * @throws Refusal invalid_request naming field, operator and reason
 */
export function takeCondition(given: GivenCondition, stored: Counts | null = null, path = ''): ConditionDefinition {
  const keep = (name: keyof Counts) => (given[name] === undefined ? stored?.[name] : given[name])
  const accepted = acceptCondition({
    ...given,
    any_of: keep('any_of'),
    at_least: keep('at_least'),
    counts_as: keep('counts_as'),
  })
  if (accepted.ok) return accepted.condition
  const type = validMappings.field_to_type[given.field as ItemField]
  const fits = validMappings.valid_operators[type].includes(given.operator as Operator)
  const problem = describeRefusal(accepted)
  throw new Refusal('invalid_request', `The condition is invalid: ${problem}`, [
    { field: `${path}${fits ? 'value' : 'operator'}`, problem },
  ])
}
