import type { ObjectiveNode } from '../../api/scores/score-tree.ts'
import type { useShownTeams, useWatchedTeam } from '../../api/scores/shown-teams.ts'
import type { Arrangement, BranchParts } from './arrangement.ts'
import type { SetPlace } from './category-sets.tsx'
import type { CategorySearch, Order } from './category-search.ts'
import type { SetFilter } from './set-filter.ts'

export interface Filters extends SetFilter {
  readonly order: Order
  readonly setFinished: (isShown: boolean) => void
  readonly setFirstTaken: (isShown: boolean) => void
}

/** The input of every part of a page. */
export interface PartProps {
  arrangement: Arrangement
  branches: readonly BranchParts[]
  /** The sets of all branches. */
  sets: readonly ObjectiveNode[]
  /** The sets that pass the filters. */
  places: readonly SetPlace[]
  teams: ReturnType<typeof useShownTeams>
  watched: ReturnType<typeof useWatchedTeam>
  filters: Filters
  search: CategorySearch
  /** The search text, deferred. */
  text: string
  onSearch: (change: Partial<CategorySearch>) => void
}
