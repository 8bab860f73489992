/** Compares the product's standings at the end of an event with the sightings. */
import type { Objective } from '@muster/contract/objectives'
import { describe, rules } from './aggregation-rules.ts'
import { type Contest, listObjectives, type Sighting, type Outage, type PointsByHand } from './contest.ts'
import { payAll, type Standings } from './points.ts'
import type { Evidence } from './rulings.ts'

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

const toMs = (time: string | null) => (time === null ? null : Date.parse(time))

/** Compares all scores, and then all points. Points are recomputed from the product's own numbers, by independent rules. */
export const judge = (
  contest: Contest,
  evidence: Evidence,
  outages: readonly Outage[],
  found: Standings,
  until_ms: number,
  by_hand: readonly PointsByHand[],
): Verdict => {
  const verdict: Verdict = { compared: 0, exact: 0, differences: [], totals: [] }
  const objectives = listObjectives(contest.root)
  const end_ms = Math.min(contest.end_ms, until_ms)
  const differ = ({ id, name }: Objective, team: number, expected: string, seen: string) =>
    verdict.differences.push({ objective_id: id, objective: name, team, expected, found: seen })

  for (const objective of objectives) {
    if (objective.objective_type === 'CATEGORY' || objective.aggregation === '') continue
    const opens = Math.max(contest.start_ms, toMs(objective.valid_from) ?? 0)
    const closes = Math.min(end_ms, toMs(objective.valid_to) ?? Number.POSITIVE_INFINITY)
    const window = { opens, closes, outages, isCalm: closes === contest.end_ms }
    for (const team of contest.team_ids.keys()) {
      const score = found.of(objective.id, team)
      const shown = evidence.of(objective.id, team).flatMap((sighting) => clip(wait(sighting, outages), opens, closes) ?? [])
      const sightings = addTwins(shown, outages)
      const sources = [...evidence.sources(objective.id, team).values()]
      verdict.compared++
      const { wrong, isExact } = rules[objective.aggregation]({ objective, sightings, sources, window, end_ms, found: score })
      if (isExact) verdict.exact++
      if (wrong !== null) differ(objective, team, wrong, describe(score))
    }
  }
  const paid = payAll(contest, found, by_hand)
  for (const objective of objectives) {
    for (const team of contest.team_ids.keys()) {
      const { points, rank, by_rule } = paid.of(objective.id, team)
      const seen = found.of(objective.id, team)
      const isSame = seen.points === points && (rank === null || seen.rank === rank)
      if (!isSame) differ(objective, team, `${points} points, rank ${rank ?? 'any'}`, `${seen.points} points, rank ${seen.rank}`)
      for (const share of by_rule) {
        const given = seen.by_rule?.get(share.preset_id)
        const isEqual = given?.points === share.points && (share.rank === null || given.rank === share.rank)
        if (seen.by_rule && !isEqual)
          differ(objective, team, `${share.points} points by preset ${share.preset_id}`, `${given?.points ?? 0} points`)
      }
    }
  }
  verdict.totals = [...contest.team_ids.keys()].map((team) =>
    objectives.reduce((sum, { id }) => sum + paid.of(id, team).points, 0),
  )
  return verdict
}
