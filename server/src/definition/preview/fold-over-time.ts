import type { EventDefinition } from '@muster/domain/objectives/definition'
import { createEngine } from '@muster/domain/scoring/engine'
import type { Fact } from '@muster/domain/scoring/ledger'
import type { Scoreboard, ScoreDelta } from '@muster/domain/scoring/score'

/** Points by team. */
export type Totals = ReadonlyMap<number, number>

/** Upper bound for the points in time of a history. */
const maxMoments = 200

/**
 * The points in time at which standings are compared, ascending: the times of the facts or, if these are too many, evenly spread
 * ones. The last one is now, or the end of the event.
 */
export function chooseMoments(
  facts: readonly Fact[],
  { start_at, end_at }: Pick<EventDefinition, 'start_at' | 'end_at'>,
  now: number,
): number[] {
  const last = Math.min(now, end_at ?? now)
  const inside = facts.map(({ timestamp }) => timestamp).filter((at) => at >= (start_at ?? at) && at < last)
  const seen = [...new Set(inside)].sort((a, b) => a - b)
  if (seen.length < maxMoments) return [...seen, last]
  const first = start_at ?? seen[0] ?? last
  const step = (last - first) / (maxMoments - 1)
  return [...Array.from({ length: maxMoments - 1 }, (_, at) => Math.round(first + at * step)), last]
}

export interface Folded {
  readonly board: Scoreboard
  /** At each point in time, from the facts up to then. */
  readonly totals: readonly Totals[]
}

/**
 * Folds facts by time, and records the teams' points at each point in time. Facts of one source with the same time stay in the
 * order of the ledger; any other order gives the same result.
 */
export function foldOverTime(
  definition: EventDefinition,
  facts: readonly Fact[],
  moments: readonly number[],
  now: number,
): Folded {
  const sorted = facts.toSorted((a, b) => a.timestamp - b.timestamp || a.sequence - b.sequence)
  const engine = createEngine(definition, moments[0] ?? now)
  const totals = new Map<number, number>()
  // A team has the sum of the points of all objectives and categories.
  const note = (deltas: readonly ScoreDelta[]) => {
    for (const { team_id, before, after } of deltas) {
      totals.set(team_id, (totals.get(team_id) ?? 0) + (after?.points ?? 0) - (before?.points ?? 0))
    }
  }
  const history: Totals[] = []
  let next = 0
  for (const [place, moment] of moments.entries()) {
    const isLast = place === moments.length - 1
    const from = next
    while (next < sorted.length && (isLast || (sorted[next]?.timestamp ?? 0) <= moment)) next += 1
    note(engine.apply(sorted.slice(from, next), isLast ? now : moment).deltas)
    history.push(new Map(totals))
  }
  return { board: engine.scoreboard(), totals: history }
}
