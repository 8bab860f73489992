/** Holds what the product says of the end of an event against what was there to see. */
import type { Objective } from '@muster/contract/objectives'
import { type Contest, listObjectives, type Look, type Outage } from './contest.ts'
import type { Looks } from './looks.ts'
import { payAll, type Standing, type Standings } from './points.ts'

export interface Difference {
  objective_id: number
  objective: string
  team: number
  /** What the oracle knows, in words. */
  expected: string
  /** What the product says. */
  found: string
}

export interface Verdict {
  /** Standings of objectives that were compared. */
  compared: number
  /** Of these: nothing else could have been right, apart from the moment within a look. */
  exact: number
  differences: Difference[]
  /** Points of each team by the oracle's own reckoning. */
  totals: number[]
}

const describe = ({ number, finished, timestamp_s }: Standing) =>
  `${number}${finished ? ' finished' : ''}${timestamp_s === null ? '' : ` at ${new Date(timestamp_s * 1000).toISOString()}`}`

const describeLook = ({ earliest, latest, number, certain }: Look) =>
  `${number} from ${new Date(earliest).toISOString()}${Number.isFinite(latest) ? ` to ${new Date(latest).toISOString()}` : ''}${certain ? '' : ' (if anybody looked)'}`

/** While the game was silent nobody could look; then everybody has as long as ever, unless what there was is lost. */
const wait = (look: Look, outages: readonly Outage[]): Look => {
  let { latest, certain } = look
  for (const { from_ms, to_ms, loses } of outages) {
    if (look.earliest >= to_ms || latest <= from_ms) continue
    latest = Math.max(latest, to_ms + (look.latest - look.earliest))
    if (loses) certain = false
  }
  return { ...look, latest, certain }
}

/** Where things were shown twice, a tab may seem to hold what another one does as well. */
const addTwins = (looks: readonly Look[], outages: readonly Outage[]): readonly Look[] => {
  const twins = outages.filter((outage) => outage.twins)
  const isTouched = ({ earliest, latest }: Look) => twins.some(({ from_ms, to_ms }) => earliest < to_ms && latest > from_ms)
  const largest = Math.max(0, ...looks.filter(isTouched).map((look) => look.number))
  return looks.map((look) => (isTouched(look) ? { ...look, most: look.number + largest } : look))
}

/** The part of a look that counts for an objective; null when none does. */
const clip = (look: Look, from: number, to: number): Look | null => {
  if (look.earliest > to || look.latest < from) return null
  const isWhole = look.earliest >= from && look.latest <= to
  return isWhole ? look : { ...look, earliest: Math.max(from, look.earliest), latest: Math.min(to, look.latest), certain: false }
}

const describeAll = (looks: readonly Look[]) =>
  looks.length === 0
    ? 'nothing to see'
    : looks
        .toSorted((a, b) => a.earliest - b.earliest)
        .slice(0, 4)
        .map(describeLook)
        .join('; ')

/** What is wrong with a standing of the first completion; null when it may be so. */
const judgeEarliest = (looks: readonly Look[], required: number, found: Standing): string | null => {
  const at_ms = (found.timestamp_s ?? 0) * 1000
  // the product tells whole seconds
  const shows = (look: Look) =>
    look.earliest - 1000 <= at_ms &&
    at_ms <= look.latest &&
    look.least <= found.number &&
    found.number <= (look.most ?? look.number)
  const enough = looks.filter((look) => look.number >= required)
  const sure = enough.filter((look) => look.certain)
  const due = Math.min(...sure.map((look) => look.latest))
  if (found.finished) {
    if (!enough.some(shows)) return `finished by one of: ${describeAll(enough)}`
    return at_ms <= due ? null : `finished not later than ${new Date(due).toISOString()}: ${describeAll(sure)}`
  }
  if (sure.length > 0) return `finished: ${describeAll(sure)}`
  const most = Math.max(0, ...looks.filter((look) => look.certain).map((look) => look.number))
  if (found.number < most) return `a number of ${most} or more`
  if (found.number > 0 && !looks.some(shows)) return `a number that was there: ${describeAll(looks)}`
  return null
}

const toMs = (time: string | null) => (time === null ? null : Date.parse(time))

/**
 * Compares standing by standing, and then all points: these are reckoned anew from what the product says it saw, by rules
 * written apart from the product's.
 */
export const judge = (
  contest: Contest,
  looks: Looks,
  outages: readonly Outage[],
  found: Standings,
  /** null before the end: a sum that moves is not held against anything. */
  sums: SumReader | null,
): Verdict => {
  const verdict: Verdict = { compared: 0, exact: 0, differences: [], totals: [] }
  const objectives = listObjectives(contest.root)
  const differ = ({ id, name }: Objective, team: number, expected: string, seen: string) =>
    verdict.differences.push({ objective_id: id, objective: name, team, expected, found: seen })

  for (const objective of objectives) {
    if (objective.objective_type === 'CATEGORY' || objective.objective_type === 'SUBMISSION') continue
    for (const team of contest.team_ids.keys()) {
      const standing = found.of(objective.id, team)
      if (objective.objective_type === 'TEAM' && sums === null) continue
      verdict.compared++
      if (objective.objective_type === 'TEAM' && sums !== null) {
        const sum = sums(objective, team)
        if (standing.number === sum) verdict.exact++
        else differ(objective, team, `the sum ${sum}`, describe(standing))
        continue
      }
      if (objective.aggregation !== 'EARLIEST') throw new Error(`the oracle does not know ${objective.aggregation} yet`)
      const from = Math.max(contest.start_ms, toMs(objective.valid_from) ?? 0)
      const to = Math.min(contest.end_ms, toMs(objective.valid_to) ?? Number.POSITIVE_INFINITY)
      const shown = looks.of(objective.id, team).flatMap((look) => clip(wait(look, outages), from, to) ?? [])
      const open = addTwins(shown, outages)
      if (open.every((look) => look.certain)) verdict.exact++
      const wrong = judgeEarliest(open, objective.required_number, standing)
      if (wrong !== null) differ(objective, team, wrong, describe(standing))
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

/** The sum over a team at the end of the league. */
export type SumReader = (objective: Objective, team: number) => number
