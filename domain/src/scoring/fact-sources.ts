import type { NumberField } from '@muster/contract/objectives'
import { isCalculated } from '../characters/numbers.ts'
import type { FactSource, FactTrust } from '@muster/contract/receipts'

/** Whether a person decided on the fact: a submission, or a judge's correction. */
export const isRuling: Readonly<Record<FactSource, boolean>> = {
  stash: false,
  worn: false,
  carried: false,
  user: false,
  team: false,
  deposit: false,
  submission: true,
  correction: true,
}

const trustOf: Readonly<Record<FactSource, FactTrust>> = {
  stash: 'tracked',
  worn: 'tracked',
  carried: 'tracked',
  user: 'tracked',
  team: 'tracked',
  deposit: 'confirmed',
  submission: 'confirmed',
  correction: 'confirmed',
}

/**
 * How a fact of an objective is known.
 * @param reason of the judge or rule that confirmed it; a submission that counts without one is a player's report
 */
export function readTrust(source: FactSource, reason: string | null, number_field: NumberField | null): FactTrust {
  if (source === 'submission' && reason === null) return 'reported'
  const isNumber = source === 'user' || source === 'team'
  return isNumber && number_field !== null && isCalculated(number_field) ? 'calculated' : trustOf[source]
}
