import type { ScoreChange } from '@muster/contract/scores'
import type { ScoreTree } from '../../api/scores/score-tree.ts'

/** Points added by a change; negative for a loss. */
export const readGain = ({ diff_type, score, points_before }: ScoreChange): number =>
  (diff_type === 'Removed' ? 0 : score.points) - points_before

export interface ChangeFilter {
  readonly branch_id: number | null
  readonly search: string
  readonly team_id: number | null
  readonly isRankedOnly: boolean
}

/** The matching changes. Every word of the search has to occur in the name of the objective or a parent. */
export function filterChanges(changes: readonly ScoreChange[], tree: ScoreTree['tree'], filter: ChangeFilter): ScoreChange[] {
  const wanted = filter.search.toLowerCase().split(/\s+/).filter(Boolean)
  return changes.filter(({ objective_id, team_id, score }) => {
    if (filter.team_id !== null && team_id !== filter.team_id) return false
    if (filter.isRankedOnly && score.rank === 0) return false
    let isInside = filter.branch_id === null
    let words = ''
    for (let node = tree.by_id.get(objective_id) ?? null; node; node = node.parent) {
      isInside ||= node.item.id === filter.branch_id
      if (node.parent) words += `${node.item.name}\n${node.item.title}\n`
    }
    const text = words.toLowerCase()
    return isInside && wanted.every((word) => text.includes(word))
  })
}
