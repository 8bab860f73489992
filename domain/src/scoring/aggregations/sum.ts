import type { Fact } from '../ledger.ts'
import { type Sight, weighSightings, type WeighedSightings } from './sightings.ts'
import { ExactSum, isNewer, type Tally } from './tally.ts'

interface Latest {
  fact: Fact
  gone: boolean
  readonly sight: Sight
}

const toSighting = ({ fact: { user_id, number }, sight }: Latest) => ({ user_id, number, sight })

/**
 * Sum of every source's latest number, in which no thing is both seen and reported (`sightings.ts`). An emptied source adds 0. The
 * time is that of the latest fact whose source is not empty; no player is named.
 */
export function startSum(required_number: number, readSource: (fact: Fact) => string, readSight: (fact: Fact) => Sight): Tally {
  const latest = new Map<string, Latest>()
  const sum = new ExactSum()
  let timestamp: number | null = null
  let hasReports = false
  let weighed: WeighedSightings | null = null

  const weigh = () => (weighed ??= weighSightings([...latest.values()].map(toSighting)))
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
      if (known === undefined) {
        const sight = readSight(fact)
        hasReports ||= sight === 'reported'
        latest.set(source, { fact, gone, sight })
      } else {
        known.fact = fact
        known.gone = gone
      }
      weighed = null
      if (!gone && (timestamp === null || fact.timestamp >= timestamp)) timestamp = fact.timestamp
      // Only the source that provided the latest time can invalidate it; this is the only case that searches all sources.
      else if (gone && heldTime) timestamp = findTimestamp()
    },
    result() {
      if (latest.size === 0) return null
      const number = hasReports ? weigh().number : sum.read(() => Array.from(latest.values(), ({ fact }) => fact.number))
      return { number, timestamp, user_id: null, finished: number >= required_number }
    },
    judge(fact, gone) {
      const known = latest.get(readSource(fact))
      if (known?.fact.sequence !== fact.sequence) return 'superseded'
      if (gone) return 'gone'
      return hasReports ? weigh().judge(toSighting(known)) : 'counts'
    },
  }
}
