import type { Fact } from '../ledger.ts'
import { startEarliest } from './earliest.ts'
import { isNewer, plainRow, type AggregationRow, type Tally, type TallyRule } from './tally.ts'

/**
 * Like EARLIEST, but only while the newest snapshot of at least one tab shows a match, of any number. Finder and time stay those
 * of the first completion, even after the item moved to a teammate.
 */
function start(rule: TallyRule): Tally {
  const first = startEarliest(rule)
  const newest = new Map<string, { fact: Fact; gone: boolean }>()
  let showing = 0
  return {
    add(fact, gone) {
      first.add(fact, gone)
      const before = newest.get(fact.source)
      if (before === undefined) newest.set(fact.source, { fact, gone })
      else if (isNewer(fact, before.fact)) {
        if (!before.gone) showing--
        before.fact = fact
        before.gone = gone
      } else return
      if (!gone) showing++
    },
    result: (now) => (showing > 0 ? first.result(now) : null),
    judge(fact, gone) {
      const verdict = first.judge(fact, gone)
      return verdict === 'counts' && showing === 0 ? 'not_fresh' : verdict
    },
  }
}

/**
 * Finder and time of the first completion stay, even if the item goes to a teammate or the guild; the tab that keeps it may show
 * fewer than required. A tab made private counts as empty. An item that a player reports counts as kept until the report is withdrawn.
 * @example 10:00 Ada's tab shows the jewel: finished at 10:00. 11:00 her tab is empty: no score. 11:02 the guild tab shows it:
 * finished again, at 10:00, found by Ada.
 */
export const earliestFreshItem: AggregationRow = {
  ...plainRow,
  label: 'First completion, while kept',
  help: 'Like the first completion, but only while a matching item is still seen somewhere in the team.',
  needs_tabs: true,
  start,
}
