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
  /** The share of each rule by its preset; absent if there is only one. */
  by_rule?: ReadonlyMap<number, Pick<Score, 'points' | 'rank' | 'finished'>>
}

export interface Standings {
  of: (objective_id: number, team: number) => Score
}

export interface Pay {
  points: number
  /** Null if the rule has no ranks. */
  rank: number | null
}

/** Points of all rules of an objective, and the rank of the first. */
export interface PaidSum extends Pay {
  by_rule: readonly (Pay & { preset_id: number })[]
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
/** "This many, or a share of all children, rounded down, but at least one; if both are given, the percentage counts." */
const needsRequired: Rule['needs'] = (children, { parameters = {} }) =>
  parameters.required_percent === undefined
    ? (parameters.required_children ?? children)
    : Math.max(1, Math.trunc((children * parameters.required_percent) / 100))
const byTime = ranked(({ timestamp_s }) => timestamp_s ?? 0)

interface Lines {
  seconds: readonly number[]
  needed: number
}

/** "2,0" in a child's text: third column of the first row. */
const readCell = (extra: string): readonly [number, number] | null => {
  const [, column, row] = /^(?:.*"cell":")?(\d+),(\d+)(?:"\}\})?$/.exec(extra) ?? []
  return column === undefined || row === undefined ? null : [Number(column), Number(row)]
}

/** The times of full lines on a board, from docs/scoring.md. */
const readLines: NonNullable<Rule['lines']> = ({ parameters }, children, secondOf) => {
  const side = Math.ceil(Math.sqrt(children.length))
  const known = children.map(({ extra }) => readCell(extra))
  const spots = known.some((cell) => cell !== null) ? known : children.map((_, at) => [at % side, Math.floor(at / side)] as const)
  const placed = spots.flatMap((cell) => (cell ? [cell] : []))
  const width = 1 + Math.max(...placed.map(([column]) => column))
  const height = 1 + Math.max(...placed.map(([, row]) => row))
  const board = known.some((cell) => cell !== null) ? { width, height } : { width: side, height: side }
  const upTo = (count: number) => [...Array.from({ length: count }).keys()]
  const rows = upTo(board.height).map((row) => upTo(board.width).map((column) => [column, row] as const))
  const columns = upTo(board.width).map((column) => upTo(board.height).map((row) => [column, row] as const))
  const isSquare = board.width === board.height
  const down = isSquare ? [upTo(board.width).map((at) => [at, at] as const)] : []
  const up = isSquare ? [upTo(board.width).map((at) => [at, board.width - 1 - at] as const)] : []
  const lines = parameters?.drawn_lines ?? [...rows, ...columns, ...down, ...up]
  const secondAt = ([column, row]: readonly [number, number]) => {
    const child = children[spots.findIndex((cell) => cell?.[0] === column && cell[1] === row)]
    return child ? secondOf(child) : null
  }
  const seconds = lines.flatMap((line) => {
    const all = line.map(secondAt)
    const done = all.filter((second) => second !== null)
    return done.length === all.length ? [Math.max(...done)] : []
  })
  return { seconds: seconds.toSorted((a, b) => a - b), needed: parameters?.lines ?? 1 }
}

interface Rule {
  /** For a category: the number of finished children that completes it. Absent if the rule pays for the objective itself. */
  needs?: (children: number, preset: ScoringPreset) => number
  /** For a category: the numbers of its children are added up. */
  adds_numbers?: true
  /** Instead of `needs`: the times of everything that completes the category, and the number of them that it takes. */
  lines?: (preset: ScoringPreset, children: Objective['children'], secondOf: (child: Objective) => number | null) => Lines
  pay: (preset: ScoringPreset, rows: readonly Row[]) => Pay[]
  /** Points to add to a finished child, by its index and its own points. */
  adjust?: (preset: ScoringPreset, place: number, own: number) => number
  /** It takes the child's points away, which happens only once. */
  removes?: true
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
  POINTS_BY_THRESHOLD: {
    pay: ({ points, parameters }, rows) =>
      rows.map(({ number }) => {
        const step = (parameters?.thresholds ?? []).findLastIndex((least) => number >= least)
        return { points: step < 0 ? 0 : payPlace(points, step), rank: null }
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
  RANKED_COMPLETION_TIME: { needs: needsRequired, pay: byTime },
  BONUS_PER_COMPLETION: {
    needs: needsRequired,
    pay: (_, rows) => rows.map(() => ({ points: 0, rank: null })),
    adjust: ({ points }, place) => payPlace(points, place),
  },
  RANKED_CHILD_SUM: {
    adds_numbers: true,
    pay: (preset, rows) =>
      ranked(({ number }) => -number)(
        preset,
        rows.map((row) => ({ ...row, finished: row.number > 0 })),
      ),
  },
  BINGO_3: { needs: () => 3, pay: byTime, adjust: (_, place, own) => (place < 3 ? 0 : -own), removes: true },
  BINGO_BOARD: { lines: readLines, pay: byTime },
}

/**
 * Points of every team for every objective, including the bonuses and deductions of its category. Points by hand belong to the
 * root.
 */
export const payAll = (
  contest: Contest,
  found: Standings,
  by_hand: readonly PointsByHand[],
): { of: (objective_id: number, team: number) => PaidSum } => {
  const paid = new Map<string, PaidSum>()
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

  const complete = (objective: Objective, needed: number, { team, rank, points }: Row): Row => {
    const done = listDone(objective, team).slice(0, needed)
    const finished = needed > 0 && done.length === needed
    return { team, rank, points, number: done.length, finished, timestamp_s: done.at(-1)?.second ?? null }
  }

  const addUp = ({ children }: Objective, { team, rank, points }: Row): Row => {
    const counted = children.map((child) => found.of(child.id, team)).filter(({ number }) => number !== 0)
    const seconds = counted.map(({ timestamp_s }) => timestamp_s ?? Infinity)
    const number = counted.reduce((sum, one) => sum + one.number, 0)
    return { team, rank, points, number, finished: false, timestamp_s: seconds.length > 0 ? Math.max(...seconds) : null }
  }

  const completeLines = ({ seconds, needed }: Lines, { team, rank, points }: Row): Row => {
    const counted = seconds.slice(0, needed)
    const finished = counted.length === needed
    return { team, rank, points, number: counted.length, finished, timestamp_s: counted.at(-1) ?? null }
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
    const secondOf = (team: number) => (child: Objective) => {
      const { finished, timestamp_s } = found.of(child.id, team)
      return finished ? (timestamp_s ?? 0) : null
    }
    const ids = [objective.scoring_preset_id, ...(objective.further_preset_ids ?? [])]
    const used = ids.flatMap((id) => presets.get(id ?? 0) ?? [])
    const pays = used.map((preset) => {
      const rule = rules[preset.scoring_method]
      const needed = rule.needs?.(objective.children.length, preset)
      const rows = teams.map((team): Row => {
        const score = found.of(objective.id, team)
        const row = { ...score, ...score.by_rule?.get(preset.id), number: score.number, team }
        if (rule.adds_numbers) return addUp(objective, row)
        if (rule.lines) return completeLines(rule.lines(preset, objective.children, secondOf(team)), row)
        return needed === undefined ? row : complete(objective, needed, row)
      })
      return { preset_id: preset.id, paid: rule.pay(preset, rows) }
    })
    for (const team of teams) {
      const by_rule = pays.map((one) => ({ preset_id: one.preset_id, ...(one.paid[team] ?? { points: 0, rank: null }) }))
      const points = by_rule.reduce((sum, share) => sum + share.points, 0)
      paid.set(keyOf(objective.id, team), { points, rank: by_rule[0]?.rank ?? null, by_rule })
    }
    const removing = used.find((preset) => rules[preset.scoring_method].removes)
    const adjusting = used.filter((preset) => preset === removing || !rules[preset.scoring_method].removes)
    if (adjusting.some((preset) => rules[preset.scoring_method].adjust)) {
      adjustChildren(objective, (place, own) =>
        adjusting.reduce((sum, preset) => sum + (rules[preset.scoring_method].adjust?.(preset, place, own) ?? 0), 0),
      )
    }
  }
  for (const { team, points } of by_hand) {
    const own = paid.get(keyOf(contest.root.id, team))
    if (own) own.points += points
  }
  return { of: (objective_id, team) => paid.get(keyOf(objective_id, team)) ?? { points: 0, rank: null, by_rule: [] } }
}
