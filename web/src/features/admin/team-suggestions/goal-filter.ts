import type { Goal } from '@muster/domain/scoring/goals'

export const goalSorts = ['worth', 'points', 'nearest', 'closes', 'name'] as const
export type GoalSort = (typeof goalSorts)[number]

export interface GoalFilter {
  readonly search: string
  /** Its top-level category; null for any. */
  readonly category_id: number | null
  readonly closesSoon: boolean
  readonly nearlyDone: boolean
  readonly sort: GoalSort
}

export interface ListedGoal extends Goal {
  readonly name: string
  /** Names of its categories, below the root. */
  readonly path: readonly string[]
  readonly category_id: number
  /** Its rank among the team's tasks, most worthwhile first; objectives that are not tasks come last. */
  readonly rank: number
}

const soon_ms = 3 * 3_600_000
/** A started objective with at most this much missing is nearly done. */
const fewMissing = 2
const largeShare = 0.8

export const isClosingSoon = ({ closes_at }: Goal, now: number) => closes_at !== null && closes_at - now <= soon_ms
export const isNearlyDone = ({ done, of }: Goal) => done > 0 && (of - done <= fewMissing || done / of >= largeShare)

const byName = (a: ListedGoal, b: ListedGoal) => a.name.localeCompare(b.name)
const compare: Readonly<Record<GoalSort, (a: ListedGoal, b: ListedGoal) => number>> = {
  worth: (a, b) => a.rank - b.rank || b.points - a.points || byName(a, b),
  points: (a, b) => b.points - a.points || byName(a, b),
  nearest: (a, b) => b.done / b.of - a.done / a.of || b.points - a.points || byName(a, b),
  closes: (a, b) => {
    const [first, second] = [a.closes_at ?? Number.MAX_SAFE_INTEGER, b.closes_at ?? Number.MAX_SAFE_INTEGER]
    return first - second || b.points - a.points || byName(a, b)
  },
  name: byName,
}

/** Open objectives that match the lead's filter. */
export function filterGoals(goals: readonly ListedGoal[], filter: GoalFilter, now: number): ListedGoal[] {
  const words = filter.search.toLowerCase().split(/\s+/).filter(Boolean)
  return goals
    .filter((goal) => {
      if (goal.state !== 'open') return false
      if (filter.category_id !== null && goal.category_id !== filter.category_id) return false
      if (filter.closesSoon && !isClosingSoon(goal, now)) return false
      if (filter.nearlyDone && !isNearlyDone(goal)) return false
      const text = [goal.name, ...goal.path].join(' ').toLowerCase()
      return words.every((word) => text.includes(word))
    })
    .sort(compare[filter.sort])
}
