/** Computes points from standings by the rules, independently of the product's code. */
import type { Objective } from '@muster/contract/objectives'
import type { ScoringMethod, ScoringPreset } from '@muster/contract/scoring-presets'
import { type Contest, listObjectives, type PointsByHand } from './contest.ts'

/** A team's score on an objective, according to the product. */
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
  /** Null if the rule has no ranks. */
  rank: number | null
}

/** The points for a rank, counted from 0; the last value of the list repeats, and fractions are dropped. */
const payPlace = (points: readonly number[], place: number): number =>
  points.length === 0 ? 0 : Math.trunc(points[Math.min(place, points.length - 1)] ?? 0)

type Row = Score & { team: number }

/**
 * Dense ranks of the teams that finished. Times are whole seconds, but the product ranks by milliseconds: within a second its own
 * ranks are used, and only the resulting points are checked.
 */
const rankBy = (rows: readonly Row[], keyOf: (row: Row) => number): Map<number, number> => {
  const finished = rows.filter((row) => row.finished)
  const keysOf = (row: Row) => [keyOf(row), row.timestamp_s ?? 0, row.rank] as const
  const inOrder = finished.toSorted((a, b) => {
    const [first, second] = [keysOf(a), keysOf(b)]
    return first[0] - second[0] || first[1] - second[1] || first[2] - second[2]
  })
  const places = [...new Set(inOrder.map((row) => keysOf(row).join('/')))]
  return new Map(finished.map((row) => [row.team, places.indexOf(keysOf(row).join('/')) + 1]))
}

const ranked =
  (keyOf: (row: Row) => number): Rule['pay'] =>
  ({ points }, rows) => {
    const ranks = rankBy(rows, keyOf)
    return rows.map(({ team }) => {
      const rank = ranks.get(team)
      return rank === undefined ? { points: 0, rank: 0 } : { points: payPlace(points, rank - 1), rank }
    })
  }
const byTime = ranked(({ timestamp_s }) => timestamp_s ?? 0)

interface Rule {
  /** For a category: the number of finished children that completes it. Absent if the rule pays for the objective itself. */
  needs?: (children: number) => number
  pay: (preset: ScoringPreset, rows: readonly Row[]) => Pay[]
  /** Points to add to a finished child, by its index and its own points. */
  adjust?: (preset: ScoringPreset, place: number, own: number) => number
}

/** One row per scoring method, written from docs/scoring.md. */
const rules: Readonly<Record<ScoringMethod, Rule>> = {
  PRESENCE: {
    pay: ({ points }, rows) => rows.map(({ finished }) => ({ points: finished ? payPlace(points, 0) : 0, rank: null })),
  },
  POINTS_FROM_VALUE: {
    pay: ({ points, point_cap }, rows) =>
      rows.map(({ number }) => {
        const whole = Math.max(0, Math.trunc((points[0] ?? 0) * number))
        return { points: point_cap === 0 ? whole : Math.min(whole, point_cap), rank: null }
      }),
  },
  POINTS_PER_UNIT: {
    pay: ({ points, point_cap }, rows) =>
      rows.map(({ number }) => {
        const hundredths = points.map((value) => Math.round(value * 100))
        const listed = hundredths.slice(0, Math.max(0, number)).reduce((sum, value) => sum + value, 0)
        const repeated = (hundredths.at(-1) ?? 0) * Math.max(0, number - points.length)
        const whole = Math.max(0, Math.trunc((listed + repeated) / 100))
        return { points: point_cap === 0 ? whole : Math.min(whole, point_cap), rank: null }
      }),
  },
  RANKED_TIME: { pay: byTime },
  RANKED_VALUE: { pay: ranked(({ number }) => -number) },
  RANKED_REVERSE: { pay: ranked(({ number }) => number) },
  SHARED_BY_FINISHERS: {
    pay: ({ points }, rows) => {
      const finishers = rows.filter(({ finished }) => finished).length
      return rows.map(({ finished }) => ({ points: finished ? payPlace(points, finishers - 1) : 0, rank: null }))
    },
  },
  RANKED_COMPLETION_TIME: { needs: (children) => children, pay: byTime },
  BONUS_PER_COMPLETION: {
    needs: (children) => children,
    pay: (_, rows) => rows.map(() => ({ points: 0, rank: null })),
    adjust: ({ points }, place) => payPlace(points, place),
  },
  BINGO_3: { needs: () => 3, pay: byTime, adjust: (_, place, own) => (place < 3 ? 0 : -own) },
}

/**
 * Points of every team for every objective, including the bonuses and deductions of its category. Points by hand belong to the
 * root.
 */
export const payAll = (
  contest: Contest,
  found: Standings,
  by_hand: readonly PointsByHand[],
): { of: (objective_id: number, team: number) => Pay } => {
  const paid = new Map<string, Pay>()
  const presets = new Map<number, ScoringPreset>(contest.presets.map((preset) => [preset.id, preset]))
  const teams = [...contest.team_ids.keys()]
  const keyOf = (objective_id: number, team: number) => `${objective_id}/${team}`

  /** A team's finished children, in order of completion. */
  const listDone = ({ children }: Objective, team: number) =>
    children
      .flatMap(({ id }) => {
        const { finished, timestamp_s, points } = found.of(id, team)
        const own = paid.get(keyOf(id, team))
        return finished && own ? [{ id, own, second: timestamp_s ?? 0, given: points - own.points }] : []
      })
      .toSorted((a, b) => a.second - b.second || a.given - b.given || a.id - b.id)

  const complete = (objective: Objective, needed: number, team: number): Row => {
    const done = listDone(objective, team).slice(0, needed)
    const finished = needed > 0 && done.length === needed
    const { rank, points } = found.of(objective.id, team)
    return { team, rank, points, number: done.length, finished, timestamp_s: done.at(-1)?.second ?? null }
  }

  /** The order of children within one second is derived from the product's points. */
  const adjustChildren = (objective: Objective, adjust: (place: number, own: number) => number) => {
    for (const team of teams) {
      const done = listDone(objective, team)
      const seconds = done.map(({ second }) => second)
      for (const [at, { own, second }] of done.entries()) {
        const places = seconds.flatMap((one, place) => (one === second ? [place] : []))
        const inOrder = places.toSorted((a, b) => adjust(a, 1) - adjust(b, 1))
        own.points += adjust(inOrder[at - seconds.indexOf(second)] ?? at, own.points)
      }
    }
  }

  // Children first, because their category reads and changes their points.
  for (const objective of listObjectives(contest.root).reverse()) {
    const preset = presets.get(objective.scoring_preset_id ?? 0)
    const rule = preset ? rules[preset.scoring_method] : null
    const needed = rule?.needs?.(objective.children.length)
    const rows = teams.map((team) =>
      needed === undefined ? { ...found.of(objective.id, team), team } : complete(objective, needed, team),
    )
    const pays = preset && rule ? rule.pay(preset, rows) : []
    for (const team of teams) paid.set(keyOf(objective.id, team), pays[team] ?? { points: 0, rank: null })
    const adjust = rule?.adjust
    if (preset && adjust) adjustChildren(objective, (place, own) => adjust(preset, place, own))
  }
  for (const { team, points } of by_hand) {
    const own = paid.get(keyOf(contest.root.id, team))
    if (own) own.points += points
  }
  return { of: (objective_id, team) => paid.get(keyOf(objective_id, team)) ?? { points: 0, rank: null } }
}
