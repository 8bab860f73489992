import type { Fact } from '../ledger.ts'
import { ExactSum, isNewer, type Tally } from './tally.ts'

interface Latest {
  fact: Fact
  gone: boolean
}

/**
 * Sum of every source's latest number. An emptied source adds 0. The time is that of the latest fact whose source is not empty; no
 * player is named.
 */
export function startSum(required_number: number, readSource: (fact: Fact) => string): Tally {
  const latest = new Map<string, Latest>()
  const sum = new ExactSum()
  let timestamp: number | null = null

  const findTimestamp = (): number | null => {
    let found: number | null = null
    for (const { fact, gone } of latest.values()) if (!gone && (found === null || fact.timestamp > found)) found = fact.timestamp
    return found
  }
  return {
    add(fact, gone) {
      const source = readSource(fact)
      const known = latest.get(source)
      if (known !== undefined && !isNewer(fact, known.fact)) return
      const heldTime = known !== undefined && !known.gone && known.fact.timestamp === timestamp
      sum.change(known?.fact.number ?? 0, fact.number)
      if (known === undefined) latest.set(source, { fact, gone })
      else {
        known.fact = fact
        known.gone = gone
      }
      if (!gone && (timestamp === null || fact.timestamp >= timestamp)) timestamp = fact.timestamp
      // Only the source that provided the latest time can invalidate it; this is the only case that searches all sources.
      else if (gone && heldTime) timestamp = findTimestamp()
    },
    result() {
      if (latest.size === 0) return null
      const number = sum.read(() => Array.from(latest.values(), ({ fact }) => fact.number))
      return { number, timestamp, user_id: null, finished: number >= required_number }
    },
    judge(fact, gone) {
      if (latest.get(readSource(fact))?.fact.sequence !== fact.sequence) return 'superseded'
      return gone ? 'gone' : 'counts'
    },
  }
}
