import type { Verdict } from '@muster/contract/receipts'
import type { Fact } from '../ledger.ts'
import { isEarlier, readSingle, type Tally, type TallyRule } from './tally.ts'

/** The fact with the most extreme number; if equal, the earliest, then the smaller user id. */
export function startExtreme(rule: TallyRule, isBeyond: (a: number, b: number) => boolean, loses: Verdict): Tally {
  let best: Fact | null = null
  return {
    add(fact, gone) {
      if (gone) return
      if (best === null || isBeyond(fact.number, best.number) || (fact.number === best.number && isEarlier(fact, best)))
        best = fact
    },
    result: () => best && readSingle(best, rule),
    judge(fact, gone) {
      if (gone) return 'gone'
      if (fact.sequence === best?.sequence) return 'counts'
      return fact.number === best?.number ? 'not_first' : loses
    },
  }
}
