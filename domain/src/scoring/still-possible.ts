import type { TreeItem, TreeNode } from '../objectives/tree.ts'
import { countFinished, isClosed, type ReachableNode, readOwnReachable, sumReachable } from './reachable.ts'
import type { TaskNode } from './tasks.ts'

/** An objective as far as the rules of points go, joined with its preset. Milliseconds; null = no such bound. */
export type ScoredItem = TreeItem &
  Pick<TaskNode, 'objective_type' | 'required_number' | 'valid_from' | 'valid_to'> & {
    readonly preset: TaskNode['scoring_preset']
  }

type LinkedNode = TaskNode & { readonly children: TaskNode[] }

const noScores: TaskNode['team_score'] = new Map()

/** Answers what teams can still earn, again and again for boards of which little changes from one to the next. */
export interface StillPossible {
  /** The nodes with the scores of one board, by objective id; those without parts are shared with the board before. */
  link(
    /** Parents before children, as `buildTree` gives them. */
    nodes: readonly TreeNode<ScoredItem>[],
    scores: ReadonlyMap<number, TaskNode['team_score']>,
  ): ReadonlyMap<number, TaskNode>
  /** The same number as `sumReachable`. */
  sum(node: TaskNode, team_id: number, now: number): number
}

/** It remembers what nodes without parts pay, which is nearly all there is to compute, for as long as their items live. */
export function createStillPossible(): StillPossible {
  const lastLeaves = new WeakMap<ScoredItem, LinkedNode>()
  const known = new WeakMap<ReachableNode, Map<number, number>>()

  function link(...[nodes, scores]: Parameters<StillPossible['link']>): ReadonlyMap<number, TaskNode> {
    const linked = new Map<number, LinkedNode>()
    for (const { item, parent, children } of nodes) {
      const { id, preset, objective_type, required_number, valid_from, valid_to } = item
      const team_score = scores.get(id) ?? noScores
      const held = children.length === 0 ? lastLeaves.get(item) : undefined
      const rules = { scoring_preset: preset, objective_type, required_number, valid_from, valid_to }
      const node =
        held?.team_score === team_score
          ? held
          : { id, ...rules, team_score, finished_teams: countFinished(team_score), children: [] }
      if (children.length === 0) lastLeaves.set(item, node)
      linked.set(id, node)
      if (parent) linked.get(parent.item.id)?.children.push(node)
    }
    return linked
  }

  /** A node without parts pays the same from its scores until it closes; one with parts also looks at theirs. */
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
