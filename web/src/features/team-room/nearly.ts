import type { Task } from '@muster/domain/scoring/tasks'

/** Minimum share for nearly complete. */
const nearFrom = 0.5

/** An objective with most of its parts. */
export interface Near {
  readonly objective_id: number
  readonly done: number
  readonly of: number
  /** The points for completing it. */
  readonly points: number
  readonly missing_ids: readonly number[]
  readonly closes_at: number | null
}

/** Most points per missing part first; then fewest missing parts. */
export function listNear(tasks: readonly Task[], isCollected: (objective_id: number) => boolean): Near[] {
  return tasks
    .filter(({ objective_id, done, of, is_set }) => done < of && done >= of * nearFrom && (is_set || isCollected(objective_id)))
    .map(({ objective_id, done, of, points, missing_ids, closes_at }) => ({
      objective_id,
      done,
      of,
      points,
      missing_ids,
      closes_at,
    }))
    .sort((a, b) => b.points / (b.of - b.done) - a.points / (a.of - a.done) || a.of - a.done - (b.of - b.done))
}
