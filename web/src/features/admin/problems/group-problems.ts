import type { EventProblem } from '@muster/contract/problems'

export interface ProblemGroup {
  readonly code: string
  readonly message: string
  readonly count: number
  /** The latest occurrence; null for permanent problems. */
  readonly last_at: string | null
}

/** Repeated failures, which may occur every few seconds, are listed once with their number. Ordered by the newest of each. */
export function groupProblems(problems: readonly EventProblem[]): ProblemGroup[] {
  const groups = new Map<string, ProblemGroup>()
  for (const { code, message, noticed_at } of problems) {
    const key = `${code} ${message}`
    const { count, last_at } = groups.get(key) ?? { count: 0, last_at: null }
    const isNewer = last_at === null || (noticed_at !== null && noticed_at > last_at)
    groups.set(key, { code, message, count: count + 1, last_at: isNewer ? noticed_at : last_at })
  }
  return [...groups.values()]
}
