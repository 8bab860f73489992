import type { ScoreHistory } from '@muster/contract/scores'
import { readStep, type Steps } from '../../api/scores/score-history.ts'

/** The data of a chart: ascending moments in unix seconds, and for each team the value at each of them. */
export interface Series {
  readonly times: readonly number[]
  readonly lines: ReadonlyMap<number, readonly number[]>
}

/** A team's line up to now: the history, and the newer live total. */
function extend(steps: Steps, now: number, total: number | undefined): Steps {
  if (total === undefined || readStep(steps, now) === total) return steps
  return [...steps.filter(([at]) => at < now), [now, total]]
}

/**
 * The lines of all teams between two moments. Values are constant between steps, so only steps and both ends are moments of the
 * chart.
 * @param live current totals by team id, newer than the history
 */
export function buildSeries(
  history: ScoreHistory,
  window: { readonly from: number; readonly to: number },
  live: { readonly now: number; readonly totals: ReadonlyMap<number, number> } | null,
): Series {
  const teams = history.teams.map(({ team_id, steps }) => ({
    team_id,
    steps: live ? extend(steps, live.now, live.totals.get(team_id)) : steps,
  }))
  const { from, to } = window
  const inside = teams.flatMap(({ steps }) => steps.map(([at]) => at)).filter((at) => at > from && at < to)
  const times = [...new Set([from, ...inside, to])].sort((a, b) => a - b)
  return { times, lines: new Map(teams.map(({ team_id, steps }) => [team_id, times.map((at) => readStep(steps, at))])) }
}

/** The same lines as differences from the average of all teams at each moment, rounded to whole points. */
export function subtractAverage({ times, lines }: Series): Series {
  const all = [...lines.values()]
  const averages = times.map((_, index) => all.reduce((sum, line) => sum + (line[index] ?? 0), 0) / Math.max(1, all.length))
  const differ = (line: readonly number[]) => line.map((value, index) => Math.round(value - (averages[index] ?? 0)) + 0)
  return { times, lines: new Map([...lines].map(([team_id, line]) => [team_id, differ(line)])) }
}

/** Points gained by all teams in each of several equal slices of time; losses do not count. */
export function countGains(history: ScoreHistory, from: number, to: number, slices: number): number[] {
  const gains = Array.from({ length: slices }, () => 0)
  const length = Math.max(1, (to - from) / slices)
  for (const { steps } of history.teams) {
    let before = 0
    for (const [at, total] of steps) {
      const slice = Math.min(slices - 1, Math.floor((at - from) / length))
      if (slice >= 0) gains[slice] = (gains[slice] ?? 0) + Math.max(0, total - before)
      before = total
    }
  }
  return gains
}
