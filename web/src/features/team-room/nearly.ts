import type { Task } from '@muster/domain/scoring/tasks'

/** Less than this much of what is asked for is not nearly all of it. */
const nearFrom = 0.5

/** Something of which a team holds most parts. */
export interface Near {
  readonly objective_id: number
  readonly done: number
  readonly of: number
  /** What completing it still pays. */
  readonly points: number
  readonly missing_ids: readonly number[]
  readonly closes_at: number | null
}

/** What pays most for each missing part first; then what lacks least. */
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
