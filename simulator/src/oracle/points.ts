/** From standings to points, by the rule book and apart from the product's own code. */
import type { Objective } from '@muster/contract/objectives'
import type { ScoringPreset } from '@muster/contract/scoring-presets'
import { type Contest, listObjectives } from './contest.ts'

/** A team's score on an objective, as the product says it. */
export interface Score {
  points: number
  rank: number
  number: number
  finished: boolean
  timestamp_s: number | null
}

export interface Standings {
  of: (objective_id: number, team: number) => Score
}

export interface Pay {
  points: number
  /** null: the rule gives none. */
  rank: number | null
}

/** The value of a place, counted from 0; the last one of the list repeats, and only whole points are paid. */
const payPlace = (points: readonly number[], place: number): number =>
  points.length === 0 ? 0 : Math.trunc(points[Math.min(place, points.length - 1)] ?? 0)

type Row = Score & { team: number }

/**
 * Places of those who finished, earliest first; who did so at the same moment shares a place. The product ranks by moments
 * and tells whole seconds: who of those in one second came first is what it says, and what follows from that is checked.
 */
const rankByTime = (rows: readonly Row[]): Map<number, number> => {
  const finished = rows.filter((row) => row.finished)
  const momentOf = ({ timestamp_s, rank }: Row) => `${timestamp_s ?? 0}/${rank}`
  const inOrder = finished.toSorted((a, b) => (a.timestamp_s ?? 0) - (b.timestamp_s ?? 0) || a.rank - b.rank)
  const moments = [...new Set(inOrder.map(momentOf))]
  return new Map(finished.map((row) => [row.team, moments.indexOf(momentOf(row)) + 1]))
}

/** The same by number, and by moment where numbers are equal. @param sign 1: the smallest first, -1: the largest. */
const rankByNumber = (rows: readonly Row[], sign: 1 | -1): Map<number, number> => {
  const finished = rows.filter((row) => row.finished)
  const placeOf = ({ number, timestamp_s, rank }: Row) => `${number}/${timestamp_s ?? 0}/${rank}`
  const inOrder = finished.toSorted(
    (a, b) => sign * (a.number - b.number) || (a.timestamp_s ?? 0) - (b.timestamp_s ?? 0) || a.rank - b.rank,
  )
  const places = [...new Set(inOrder.map(placeOf))]
  return new Map(finished.map((row) => [row.team, places.indexOf(placeOf(row)) + 1]))
}

const payLeaf = ({ scoring_method, points, point_cap }: ScoringPreset, rows: readonly Row[]): Pay[] => {
  switch (scoring_method) {
    case 'PRESENCE':
      return rows.map(({ finished }) => ({ points: finished ? payPlace(points, 0) : 0, rank: null }))
    case 'POINTS_FROM_VALUE':
      return rows.map(({ number }) => {
        const whole = Math.trunc((points[0] ?? 0) * number)
        return { points: point_cap === 0 ? whole : Math.min(whole, point_cap), rank: null }
      })
    case 'RANKED_TIME': {
      const ranks = rankByTime(rows)
      return rows.map(({ team }) => {
        const rank = ranks.get(team)
        return rank === undefined ? { points: 0, rank: 0 } : { points: payPlace(points, rank - 1), rank }
      })
    }
    case 'RANKED_VALUE':
    case 'RANKED_REVERSE': {
      const ranks = rankByNumber(rows, scoring_method === 'RANKED_VALUE' ? -1 : 1)
      return rows.map(({ team }) => {
        const rank = ranks.get(team)
        return rank === undefined ? { points: 0, rank: 0 } : { points: payPlace(points, rank - 1), rank }
      })
    }
    default:
      throw new Error(`the oracle does not know ${scoring_method} yet`)
  }
}

/** What every objective pays to every team, bonuses of its category included. */
export const payAll = (contest: Contest, found: Standings): { of: (objective_id: number, team: number) => Pay } => {
  const paid = new Map<string, Pay>()
  const presets = new Map<number, ScoringPreset>(contest.presets.map((preset) => [preset.id, preset]))
  const teams = [...contest.team_ids.keys()]
  const keyOf = (objective_id: number, team: number) => `${objective_id}/${team}`

  const payBonus = (objective: Objective, points: readonly number[]) => {
    for (const team of teams) {
      const done = objective.children
        .flatMap(({ id }) => {
          const { finished, timestamp_s, ...seen } = found.of(id, team)
          const own = paid.get(keyOf(id, team))
          return finished && own ? [{ id, own, second: timestamp_s ?? 0, given: seen.points - own.points }] : []
        })
        // Of those in one second the product knows which was first, and tells by what it paid.
        .toSorted((a, b) => a.second - b.second || a.given - b.given || a.id - b.id)
      const seconds = done.map(({ second }) => second)
      for (const [place, { own, second }] of done.entries()) {
        const first = seconds.indexOf(second)
        const bonuses = seconds.flatMap((one, at) => (one === second ? [payPlace(points, at)] : [])).sort((a, b) => a - b)
        own.points += bonuses[place - first] ?? 0
      }
    }
  }

  for (const objective of listObjectives(contest.root)) {
    const preset = presets.get(objective.scoring_preset_id ?? 0)
    const rows = teams.map((team) => ({ ...found.of(objective.id, team), team }))
    const pays = preset && objective.objective_type !== 'CATEGORY' ? payLeaf(preset, rows) : []
    for (const team of teams) paid.set(keyOf(objective.id, team), pays[team] ?? { points: 0, rank: null })
  }
  // children first: a bonus is added to what they have
  for (const objective of listObjectives(contest.root).reverse()) {
    const preset = presets.get(objective.scoring_preset_id ?? 0)
    if (!preset || objective.objective_type !== 'CATEGORY') continue
    if (preset.scoring_method !== 'BONUS_PER_COMPLETION') throw new Error(`the oracle does not know ${preset.scoring_method} yet`)
    payBonus(objective, preset.points)
  }
  return { of: (objective_id, team) => paid.get(keyOf(objective_id, team)) ?? { points: 0, rank: null } }
}
