import type { TreeItem, TreeNode } from '../objectives/tree.ts'
import { countFinished, isClosed, type ReachableNode, readOwnReachable, sumReachable } from './reachable.ts'
import type { TaskNode } from './tasks.ts'

/** The fields of an objective that points depend on, joined with its presets. Milliseconds; null = unbounded. */
export type ScoredItem = TreeItem &
  Pick<TaskNode, 'objective_type' | 'required_number' | 'finished_by' | 'valid_from' | 'valid_to'> & {
    readonly preset: TaskNode['scoring_preset']
    readonly further_presets?: TaskNode['further_presets']
  }

type LinkedNode = TaskNode & { readonly children: TaskNode[] }

const noScores: TaskNode['team_score'] = new Map()

/** Computes the points still possible for boards that change little from one to the next. */
export interface StillPossible {
  /** The nodes with the scores of one board, by objective id; nodes without parts are shared with the previous board. */
  link(
    /** Parents before children, as returned by `buildTree`. */
    nodes: readonly TreeNode<ScoredItem>[],
    scores: ReadonlyMap<number, TaskNode['team_score']>,
  ): ReadonlyMap<number, TaskNode>
  /** The same number as `sumReachable`. */
  sum(node: TaskNode, team_id: number, now: number): number
}

/** Caches the points of nodes without parts, which are nearly all of the work, for as long as their items exist. */
export function createStillPossible(): StillPossible {
  const lastLeaves = new WeakMap<ScoredItem, LinkedNode>()
  const known = new WeakMap<ReachableNode, Map<number, number>>()

  function link(...[nodes, scores]: Parameters<StillPossible['link']>): ReadonlyMap<number, TaskNode> {
    const linked = new Map<number, LinkedNode>()
    for (const { item, parent, children } of nodes) {
      const { id, preset, further_presets = [], ...rest } = item
      const { objective_type, required_number, finished_by, valid_from, valid_to } = rest
      const team_score = scores.get(id) ?? noScores
      const held = children.length === 0 ? lastLeaves.get(item) : undefined
      const rules = { scoring_preset: preset, further_presets, finished_by }
      const own = { id, ...rules, objective_type, required_number, valid_from, valid_to }
      const node =
        held?.team_score === team_score ? held : { ...own, team_score, finished_teams: countFinished(team_score), children: [] }
      if (children.length === 0) lastLeaves.set(item, node)
      linked.set(id, node)
      if (parent) linked.get(parent.item.id)?.children.push(node)
    }
    return linked
  }

  /**
   * The points of a node without parts depend only on its scores until it closes; points of a node with parts also on the parts'
   * scores.
   */
  function readOwn(node: ReachableNode, team_id: number, now: number): number {
    if (node.children.length > 0) return readOwnReachable(node, team_id, now)
    if (isClosed(node, now)) return 0
    const teams = known.get(node) ?? new Map<number, number>()
    known.set(node, teams)
    const points = teams.get(team_id) ?? readOwnReachable(node, team_id, now)
    teams.set(team_id, points)
    return points
  }

  return { link, sum: (node, team_id, now) => sumReachable(node, team_id, now, readOwn) }
}
