import { takesSubmissions } from '@muster/domain/objectives/kinds'
import { readOwnReachable } from '@muster/domain/scoring/reachable'
import { findReachable, type ObjectiveNode, type ScoreMap, type ScoreTree, scoresOf } from '../../api/scores/score-tree.ts'

/** The open objective that a team is closest to finishing. */
export interface NextStep {
  readonly objective_id: number
  readonly name: string
  readonly view: ObjectiveNode['item']['view']
  readonly missing: number
  readonly points: number
  /** It is worth at least the gap to the next better team. */
  readonly closes_gap: boolean
}

/**
 * The next step, from the scores alone: of all open objectives with progress, those closing the gap come first, then the
 * smallest missing share. Submissions are left out, because their number does not show how near they are.
 */
export function findNextStep(
  score_tree: ScoreTree,
  scores: ScoreMap,
  team_id: number,
  gap: number,
  now: number,
): NextStep | null {
  const steps: (NextStep & { readonly share: number })[] = []
  for (const node of score_tree.leaves) {
    const { item } = node
    const isOpen = (item.valid_from ?? now) <= now && (item.valid_to ?? now) >= now
    const teams = scoresOf(scores, item.id)
    const own = teams.get(team_id)
    if (!isOpen || !own || own.finished || own.number <= 0 || takesSubmissions(item) || item.required_number <= 1) continue
    const reachable = findReachable(score_tree, scores, item.id)
    const points = reachable ? readOwnReachable(reachable, team_id, now) : 0
    const missing = item.required_number - own.number
    if (points <= 0 || missing <= 0) continue
    const closes_gap = gap > 0 && points >= gap
    const view = node.parent?.item.view ?? item.view
    steps.push({
      objective_id: item.id,
      name: item.name,
      view,
      missing,
      points,
      closes_gap,
      share: missing / item.required_number,
    })
  }
  steps.sort((a, b) => Number(b.closes_gap) - Number(a.closes_gap) || a.share - b.share || b.points - a.points)
  const [best] = steps
  if (!best) return null
  const { share: _, ...step } = best
  return step
}
