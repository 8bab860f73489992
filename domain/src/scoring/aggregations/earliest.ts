import type { Verdict } from '@muster/contract/receipts'
import type { Fact } from '../ledger.ts'
import { isEarlier, plainRow, readSingle, type AggregationRow, type Tally, type TallyRule } from './tally.ts'

/** A finished fact beats an unfinished one, whatever their numbers. */
function isBetter(a: Fact, b: Fact, required: number): boolean {
  const aReached = a.number >= required
  if (aReached !== b.number >= required) return aReached
  if (!aReached) return a.number !== b.number ? a.number > b.number : isEarlier(a, b)
  if (a.timestamp !== b.timestamp) return a.timestamp < b.timestamp
  return a.number !== b.number ? a.number > b.number : isEarlier(a, b)
}

/**
 * The first fact that reaches the required number (if simultaneous: larger number, then smaller user id); until then the largest
 * number, earliest first. Numbers of different tabs or players are never added.
 */
export function startEarliest(rule: TallyRule): Tally {
  let best: Fact | null = null
  const judge = (fact: Fact, gone: boolean): Verdict => {
    if (gone) return 'gone'
    if (fact.sequence === best?.sequence) return 'counts'
    return fact.number >= rule.required_number ? 'not_first' : 'not_reached'
  }
  return {
    add(fact, gone) {
      if (!gone && (best === null || isBetter(fact, best, rule.required_number))) best = fact
    },
    result: () => best && readSingle(best, rule),
    judge,
  }
}

/**
 * If several are simultaneous, the larger number wins, then the smaller user id. Until then the largest number is shown as
 * progress, with its first time.
 * @example 3 of an item are required. 10:00 tab A shows 2. 10:05 tab B shows 2: nothing is added, the team has had 2 of 3 since
 * 10:00. 10:20 tab A shows 4: finished at 10:20, with the number 4. 10:30 tab A is empty: nothing changes.
 */
export const earliest: AggregationRow = {
  ...plainRow,
  label: 'First completion',
  help: 'The first time one place holds the required number, or one player reaches it, counts permanently.',
  start: startEarliest,
}
