/** Possible scores of an objective, by its aggregation: written from docs/scoring.md, independently of the product's code. */
import type { Aggregation, Objective } from '@muster/contract/objectives'
import type { Sighting } from './contest.ts'
import { addRanges, findRange, type Range, type Source, type Window } from './holdings.ts'
import type { Score } from './points.ts'

/** A score of a team on an objective, and everything that readers could have seen. */
interface Case {
  objective: Objective
  /** All that counts, with the time that readers had. */
  sightings: readonly Sighting[]
  sources: readonly Source[]
  window: Window
  /** The end of the event, or the moment of an earlier comparison. */
  end_ms: number
  found: Score
}

interface Judgement {
  /** Null: the score may be right. */
  wrong: string | null
  /** No other number could have been right. */
  isExact: boolean
}

export const describe = ({ number, finished, timestamp_s }: Score) =>
  `${number}${finished ? ' finished' : ''}${timestamp_s === null ? '' : ` at ${new Date(timestamp_s * 1000).toISOString()}`}`

const describeSighting = ({ earliest, latest, number, certain }: Sighting) =>
  `${number} from ${new Date(earliest).toISOString()}${Number.isFinite(latest) ? ` to ${new Date(latest).toISOString()}` : ''}${certain ? '' : ' (if read in time)'}`

const describeAll = (sightings: readonly Sighting[]) =>
  sightings.length === 0
    ? 'nothing to see'
    : sightings
        .toSorted((a, b) => a.earliest - b.earliest)
        .slice(0, 4)
        .map(describeSighting)
        .join('; ')

/** Whether a sighting can explain the result; the product's times are whole seconds. */
const shows = ({ earliest, latest, least, most, number }: Sighting, found: Score): boolean => {
  const at_ms = (found.timestamp_s ?? 0) * 1000
  return earliest - 1000 <= at_ms && at_ms <= latest && least <= found.number && found.number <= (most ?? number)
}

const isNothing = ({ number, finished, timestamp_s }: Score) => number === 0 && !finished && timestamp_s === null

const judgeFinish = (isDue: boolean, { number, finished }: Score) =>
  finished === isDue ? null : `${isDue ? '' : 'not '}finished with ${number}`

const findEarliestError = (sightings: readonly Sighting[], required: number, found: Score): string | null => {
  const at_ms = (found.timestamp_s ?? 0) * 1000
  const enough = sightings.filter((sighting) => sighting.number >= required)
  const sure = enough.filter((sighting) => sighting.certain)
  const due = sure.reduce((least, { latest }) => Math.min(least, latest), Number.POSITIVE_INFINITY)
  if (found.finished) {
    if (!enough.some((sighting) => shows(sighting, found))) return `finished by one of: ${describeAll(enough)}`
    return at_ms <= due ? null : `finished not later than ${new Date(due).toISOString()}: ${describeAll(sure)}`
  }
  if (sure.length > 0) return `finished: ${describeAll(sure)}`
  const most = sightings.reduce((largest, { certain, number }) => (certain ? Math.max(largest, number) : largest), 0)
  if (found.number < most) return `a number of at least ${most}`
  if (found.number > 0 && !sightings.some((sighting) => shows(sighting, found)))
    return `a number that was visible: ${describeAll(sightings)}`
  return null
}

const isAllCertain = (sightings: readonly Sighting[]) => sightings.every(({ certain }) => certain)

const judgeEarliest = ({ objective, sightings, found }: Case): Judgement => ({
  wrong: findEarliestError(sightings, objective.required_number, found),
  isExact: isAllCertain(sightings),
})

/** A growing number may be seen later, when it is larger: at most the largest of its source by the end of the sighting. */
const seenAtMost = ({ by, latest, number, least }: Sighting, sightings: readonly Sighting[]) =>
  sightings.reduce(
    (most, other) => (other.by === by && other.least > least && other.earliest <= latest ? Math.max(most, other.number) : most),
    number,
  )

/** @param isBetter the first number counts instead of the second. */
const judgeExtreme =
  (isBetter: (a: number, b: number) => boolean) =>
  ({ objective, sightings, found }: Case): Judgement => {
    const { objective_type, required_number } = objective
    const grows = objective_type === 'PLAYER' || objective_type === 'TEAM'
    const certain = sightings.filter((sighting) => sighting.certain)
    const sure = (one: Sighting) => (grows && isBetter(0, 1) ? seenAtMost(one, sightings) : one.number)
    const [best] = certain.map(sure).toSorted((a, b) => (isBetter(a, b) ? -1 : isBetter(b, a) ? 1 : 0))
    const isExact = isAllCertain(sightings)
    const find = () => {
      if (best === undefined && found.number === 0 && !found.finished) return null
      if (isNothing(found)) return `a number of ${best}`
      if (best !== undefined && isBetter(best, found.number)) return `a number of ${best} or better`
      if (!sightings.some((sighting) => shows(sighting, found))) return `a number that was visible: ${describeAll(sightings)}`
      const same = certain.filter(({ number, least }) => number === found.number && (!grows || least === number))
      const due = same.reduce((least, { latest }) => Math.min(least, latest), Number.POSITIVE_INFINITY)
      if ((found.timestamp_s ?? 0) * 1000 > due) return `the first appearance of ${found.number}: ${describeAll(same)}`
      return judgeFinish(found.number >= required_number, found)
    }
    return { wrong: find(), isExact }
  }

const hasTwins = ({ outages, closes }: Window) => outages.some(({ twins, from_ms }) => twins && from_ms < closes)

const takeLarger = (a: Range, b: Range): Range => ({
  least: Math.max(a.least, b.least),
  most: Math.max(a.most, b.most),
  isSeen: a.isSeen || b.isSeen,
})

/**
 * The sum of a team (decision 0080): for each player the larger of all that the game shows and all that they reported, and for the
 * team the larger of these and all that the game shows. Everything else is added.
 */
const sumUp = (sources: readonly (Source & { range: Range })[]): Range => {
  const add = (chosen: typeof sources) => addRanges(chosen.map(({ range }) => range))
  const added = add(sources.filter(({ kind }) => kind === 'added'))
  const seen = sources.filter(({ kind }) => kind !== 'added')
  const shown = add(seen.filter(({ kind }) => kind === undefined))
  const players = [...Map.groupBy(seen, ({ by }) => by)].flatMap(([by, own]) =>
    by === undefined
      ? []
      : takeLarger(add(own.filter(({ kind }) => kind === undefined)), add(own.filter(({ kind }) => kind === 'reported'))),
  )
  return addRanges([added, takeLarger(addRanges(players), shown)])
}

const judgeSum = ({ objective, sources, window, found }: Case): Judgement => {
  const ranged = sources.map((source) => ({ ...source, range: findRange(source, window) }))
  const { least, most } = sumUp(ranged)
  const doubled = hasTwins(window) ? Math.max(0, ...ranged.map(({ range }) => range.most)) : 0
  if (found.number < least || found.number > most + doubled)
    return { wrong: `a sum of ${least}${least === most ? '' : ` to ${most + doubled}`}`, isExact: false }
  return { wrong: judgeFinish(found.number >= objective.required_number, found), isExact: least === most + doubled }
}

const largest = judgeExtreme((a, b) => a > b)
const judgeMaximum = (one: Case): Judgement => {
  const judged = largest(one)
  // The number of a team never falls, so its largest is its latest.
  if (one.objective.objective_type !== 'TEAM' || judged.wrong !== null) return judged
  return judgeSum(one)
}

const judgeFresh = (one: Case): Judgement => {
  const { sources, window, sightings, found } = one
  const ranges = sources.map((source) => findRange(source, window))
  const isSure = ranges.some(({ least }) => least > 0)
  const mayBe = ranges.some(({ most }) => most > 0) || (hasTwins(window) && sightings.length > 0)
  if (isNothing(found) && !isSure) return { wrong: null, isExact: !mayBe }
  if (!mayBe) return { wrong: 'no score, because nothing is left', isExact: true }
  const judged = judgeEarliest(one)
  return { ...judged, isExact: judged.isExact && isSure }
}

/** The number at the end of the window less the one at its beginning. */
const subtract = (end: Range, start: Range): Range => ({
  least: end.least - start.most,
  most: end.most - start.least,
  isSeen: end.isSeen,
})

const judgeGain = ({ objective, sources, window, end_ms, found }: Case): Judgement => {
  const opening = { ...window, opens: Number.NEGATIVE_INFINITY, closes: window.opens, isCalm: false }
  const gains = sources.map((source) => {
    const end = findRange(source, { ...window, opens: Number.NEGATIVE_INFINITY })
    const start = findRange(source, opening)
    const isUnchanged = end.least === end.most && start.least === start.most && end.least === start.least
    return isUnchanged ? { least: 0, most: 0, isSeen: end.isSeen } : subtract(end, start)
  })
  const { least, most, isSeen } = addRanges(gains)
  const isExact = least === most
  if (found.number < least || found.number > most) return { wrong: `a gain of ${least}${isExact ? '' : ` to ${most}`}`, isExact }
  const isOver = objective.valid_to !== null && Date.parse(objective.valid_to) < end_ms
  if (found.finished && !isOver) return { wrong: 'not finished before the window has closed', isExact }
  return { wrong: isOver && isSeen ? judgeFinish(true, found) : null, isExact }
}

const judgeNone = ({ found }: Case): Judgement => ({ wrong: isNothing(found) ? null : 'no score', isExact: true })

/** One row per aggregation; the compiler asks for a new one when the contract gains a name. */
export const rules: Readonly<Record<Aggregation, (one: Case) => Judgement>> = {
  EARLIEST: judgeEarliest,
  EARLIEST_FRESH_ITEM: judgeFresh,
  MAXIMUM: judgeMaximum,
  MINIMUM: judgeExtreme((a, b) => a < b),
  SUM_LATEST: judgeSum,
  DIFFERENCE_BETWEEN: judgeGain,
  NONE: judgeNone,
}
