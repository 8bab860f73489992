import type { EventProblem } from '@muster/contract/problems'

export interface ProblemGroup {
  readonly code: string
  readonly message: string
  readonly count: number
  /** When it was noticed last; null for what holds all the time. */
  readonly last_at: string | null
}

/** The same failure may come back every few seconds: it is told once, with how often. In the order of the newest of each. */
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
