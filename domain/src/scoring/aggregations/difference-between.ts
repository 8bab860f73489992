import type { Fact } from '../ledger.ts'
import { readSight, type Sight, weighSightings, type WeighedSightings } from './sightings.ts'
import { clampNumber } from '../clamp-number.ts'
import { ExactSum, isNewer, nameSource, plainRow, type AggregationRow, type Tally, type TallyRule } from './tally.ts'

interface Ends {
  /** Last fact strictly before the window opens. */
  baseline: Fact | null
  /** Last fact strictly before the window closes. */
  last: Fact | null
  readonly sight: Sight
}

const readChange = (ends: Ends): number => clampNumber((ends.last?.number ?? 0) - (ends.baseline?.number ?? 0))

/**
 * Sum of the gains of all sources between the two ends of the window. Without a value before the window the gain starts at 0.
 * Finished once the window has closed; the required number is ignored.
 */
function start(rule: TallyRule): Tally {
  const opens = rule.valid_from ?? Infinity
  const closes = rule.valid_to ?? -Infinity
  const sources = new Map<string, Ends>()
  const sum = new ExactSum()
  let timestamp: number | null = null
  let hasReports = false
  let weighed: WeighedSightings | null = null
  const toSighting = (ends: Ends) => ({ sight: ends.sight, user_id: ends.last?.user_id ?? null, number: readChange(ends) })
  const weigh = () => (weighed ??= weighSightings(Array.from(sources.values(), toSighting)))
  return {
    add(fact) {
      if (fact.timestamp >= closes) return
      const source = nameSource(rule, fact)
      let ends = sources.get(source)
      if (ends === undefined) {
        const sight = readSight(rule, fact)
        hasReports ||= sight === 'reported'
        sources.set(source, (ends = { baseline: null, last: null, sight }))
      }
      const before = readChange(ends)
      if (fact.timestamp < opens && (ends.baseline === null || isNewer(fact, ends.baseline))) ends.baseline = fact
      if (ends.last === null || isNewer(fact, ends.last)) ends.last = fact
      sum.change(before, readChange(ends))
      weighed = null
      if (timestamp === null || fact.timestamp > timestamp) timestamp = fact.timestamp
    },
    result(now) {
      if (sources.size === 0) return null
      const number = hasReports ? weigh().number : sum.read(() => Array.from(sources.values(), readChange))
      return { number, timestamp, user_id: null, finished: now > closes }
    },
    judge(fact) {
      if (fact.timestamp >= closes) return 'too_late'
      const ends = sources.get(nameSource(rule, fact))
      // One fact can be both ends: nothing was recorded inside the window, so there is no change.
      if (fact.sequence === ends?.baseline?.sequence) return 'baseline'
      if (ends === undefined || fact.sequence !== ends.last?.sequence) return 'superseded'
      return hasReports ? weigh().judge(toSighting(ends)) : 'counts'
    },
  }
}

/**
 * For each tab or player, the last value before the opening is subtracted from the last value before the closing; without an
 * earlier value the gain starts at 0. Values exactly at the opening are within the window, values exactly at the closing are not.
 * The objective needs both `valid_from` and `valid_to`.
 * @example Team levels from Saturday to Sunday. The team has 900 on Friday at 23:00 and 1,020 on Sunday at 11:59, and the window
 * closes at 12:00: the result is 120, finished from the first moment after 12:00.
 */
export const differenceBetween: AggregationRow = {
  ...plainRow,
  label: 'Change within the window',
  help: 'The gain between opening and closing counts; it is final once the window has closed.',
  start,
  refuses({ valid_from, valid_to }) {
    if (valid_from === null || valid_to === null) return 'a change within a window needs both valid_from and valid_to'
    return valid_from > valid_to ? 'the window closes before it opens' : null
  },
  reads_before_window: true,
  turnsAfter: (rule) => rule.valid_to,
}
