/** Compares the product's standings at the end of an event with the sightings. */
import type { Objective } from '@muster/contract/objectives'
import { type Contest, listObjectives, type Sighting, type Outage } from './contest.ts'
import type { Sightings } from './sightings.ts'
import { payAll, type Score, type Standings } from './points.ts'

export interface Difference {
  objective_id: number
  objective: string
  team: number
  /** The oracle's expectation, as text. */
  expected: string
  /** The product's result. */
  found: string
}

export interface Verdict {
  /** Number of compared standings. */
  compared: number
  /** Number of standings with only one possible result, apart from the time within a sighting. */
  exact: number
  differences: Difference[]
  /** Points of each team, computed by the oracle. */
  totals: number[]
}

const describe = ({ number, finished, timestamp_s }: Score) =>
  `${number}${finished ? ' finished' : ''}${timestamp_s === null ? '' : ` at ${new Date(timestamp_s * 1000).toISOString()}`}`

const describeSighting = ({ earliest, latest, number, certain }: Sighting) =>
  `${number} from ${new Date(earliest).toISOString()}${Number.isFinite(latest) ? ` to ${new Date(latest).toISOString()}` : ''}${certain ? '' : ' (if read in time)'}`

/**
 * Extends a sighting by outages: a read is impossible during an outage, and the full delay is allowed afterwards. Lost data is
 * never certain.
 */
const wait = (sighting: Sighting, outages: readonly Outage[]): Sighting => {
  let { latest, certain } = sighting
  for (const { from_ms, to_ms, loses } of outages) {
    if (sighting.earliest >= to_ms || latest <= from_ms) continue
    latest = Math.max(latest, to_ms + (sighting.latest - sighting.earliest))
    if (loses) certain = false
  }
  return { ...sighting, latest, certain }
}

/** If items were shown twice, a tab may seem to contain the items of another one as well. */
const addTwins = (sightings: readonly Sighting[], outages: readonly Outage[]): readonly Sighting[] => {
  const twins = outages.filter((outage) => outage.twins)
  const isTouched = ({ earliest, latest }: Sighting) => twins.some(({ from_ms, to_ms }) => earliest < to_ms && latest > from_ms)
  const largest = Math.max(0, ...sightings.filter(isTouched).map((sighting) => sighting.number))
  return sightings.map((sighting) => (isTouched(sighting) ? { ...sighting, most: sighting.number + largest } : sighting))
}

/** The part of a sighting within an objective's window; null if there is none. */
const clip = (sighting: Sighting, from: number, to: number): Sighting | null => {
  if (sighting.earliest > to || sighting.latest < from) return null
  const isWhole = sighting.earliest >= from && sighting.latest <= to
  return isWhole
    ? sighting
    : { ...sighting, earliest: Math.max(from, sighting.earliest), latest: Math.min(to, sighting.latest), certain: false }
}

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

/** The problem with a score of the first completion, or null. */
const judgeEarliest = (sightings: readonly Sighting[], required: number, found: Score): string | null => {
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

/** The problem with a score of the largest number seen, or null. */
const judgeLargest = (sightings: readonly Sighting[], required: number, found: Score): string | null => {
  const due = sightings.reduce((most, { certain, number }) => (certain ? Math.max(most, number) : most), 0)
  if (found.number < due) return `a number of at least ${due}`
  if (found.finished !== found.number >= required) return `${found.number >= required ? '' : 'not '}finished with ${found.number}`
  if (found.number === 0 || sightings.some((sighting) => shows(sighting, found))) return null
  return `a number that was visible: ${describeAll(sightings)}`
}

/** The problem with the best of several claims, or null. Their times are exact: the first claim with the best number counts. */
const judgeBest = (claims: readonly Sighting[], isBetter: (a: number, b: number) => boolean, required: number, found: Score) => {
  const [best] = claims.toSorted((a, b) =>
    a.number === b.number ? a.earliest - b.earliest : isBetter(a.number, b.number) ? -1 : 1,
  )
  const expected: Score = best
    ? { ...found, number: best.number, finished: best.number >= required, timestamp_s: Math.floor(best.earliest / 1000) }
    : { ...found, number: 0, finished: false, timestamp_s: null }
  return describe(expected) === describe(found) ? null : describe(expected)
}

/**
 * The problem with a score, or null.
 * @throws Error for an aggregation that the oracle does not support
 */
const judgeScore = (objective: Objective, sightings: readonly Sighting[], found: Score): string | null => {
  const { aggregation, objective_type, required_number } = objective
  if (aggregation === 'EARLIEST') return judgeEarliest(sightings, required_number, found)
  if (objective_type !== 'SUBMISSION' && aggregation === 'MAXIMUM') return judgeLargest(sightings, required_number, found)
  if (objective_type === 'SUBMISSION' && aggregation === 'MAXIMUM')
    return judgeBest(sightings, (a, b) => a > b, required_number, found)
  if (objective_type === 'SUBMISSION' && aggregation === 'MINIMUM')
    return judgeBest(sightings, (a, b) => a < b, required_number, found)
  throw new Error(`the oracle does not support ${aggregation} of ${objective_type}`)
}

/** Whether an objective counts the state at the end, rather than earlier ones. */
const isSum = ({ objective_type, aggregation }: Objective) =>
  objective_type === 'TEAM' || (objective_type === 'ITEM' && aggregation === 'SUM_LATEST')

const toMs = (time: string | null) => (time === null ? null : Date.parse(time))

/** Compares all scores, and then all points. Points are recomputed from the product's own numbers, by independent rules. */
export const judge = (
  contest: Contest,
  sightings: Pick<Sightings, 'of'>,
  outages: readonly Outage[],
  found: Standings,
  /** null before the end, because sums still change */
  sums: SumReader | null,
): Verdict => {
  const verdict: Verdict = { compared: 0, exact: 0, differences: [], totals: [] }
  const objectives = listObjectives(contest.root)
  const differ = ({ id, name }: Objective, team: number, expected: string, seen: string) =>
    verdict.differences.push({ objective_id: id, objective: name, team, expected, found: seen })

  for (const objective of objectives) {
    if (objective.objective_type === 'CATEGORY') continue
    for (const team of contest.team_ids.keys()) {
      const score = found.of(objective.id, team)
      if (isSum(objective) && sums === null) continue
      verdict.compared++
      if (isSum(objective) && sums !== null) {
        const { least, most } = sums(objective, team)
        const isRight = least <= score.number && score.number <= most
        if (isRight && least === most) verdict.exact++
        if (!isRight) differ(objective, team, `a sum of ${least}${least === most ? '' : ` to ${most}`}`, describe(score))
        continue
      }
      const from = Math.max(contest.start_ms, toMs(objective.valid_from) ?? 0)
      const to = Math.min(contest.end_ms, toMs(objective.valid_to) ?? Number.POSITIVE_INFINITY)
      const shown = sightings.of(objective.id, team).flatMap((sighting) => clip(wait(sighting, outages), from, to) ?? [])
      const open = addTwins(shown, outages)
      if (open.every((sighting) => sighting.certain)) verdict.exact++
      const wrong = judgeScore(objective, open, score)
      if (wrong !== null) differ(objective, team, wrong, describe(score))
    }
  }
  const paid = payAll(contest, found)
  for (const objective of objectives) {
    for (const team of contest.team_ids.keys()) {
      const { points, rank } = paid.of(objective.id, team)
      const seen = found.of(objective.id, team)
      const isSame = seen.points === points && (rank === null || seen.rank === rank)
      if (!isSame) differ(objective, team, `${points} points, rank ${rank ?? 'any'}`, `${seen.points} points, rank ${seen.rank}`)
    }
  }
  verdict.totals = [...contest.team_ids.keys()].map((team) =>
    objectives.reduce((sum, { id }) => sum + paid.of(id, team).points, 0),
  )
  return verdict
}

/** Sum over a team's players or tabs at the end of the league; a range if the exact value is unknown. */
export type SumReader = (objective: Objective, team: number) => { least: number; most: number }
