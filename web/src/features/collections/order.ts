import type { Score } from '@muster/contract/scores'
import { type ObjectiveNode, readPotential } from '../../api/score-tree.ts'

export const orders = ['event', 'closest', 'points'] as const
export type CollectionOrder = (typeof orders)[number]

/** One card as far as its place on the page goes. */
export interface CollectionPlace {
  readonly id: number
  /** Finished by the viewer's team, or by every team for those without one. */
  readonly is_finished: boolean
}

interface Ranked extends CollectionPlace {
  readonly share: number
  readonly open_points: number
}

type TeamScores = ReadonlyMap<number, Score>

function judge(node: ObjectiveNode, scores: TeamScores, team_ids: readonly number[], own_id: number | null): Ranked {
  const watched = own_id === null ? team_ids : [own_id]
  const shareOf = (team: number) => Math.min(1, (scores.get(team)?.number ?? 0) / Math.max(1, node.item.required_number))
  const openOf = (team: number) => (scores.get(team)?.finished ? 0 : readPotential(node, scores, team))
  return {
    id: node.item.id,
    is_finished: watched.length > 0 && watched.every((team) => scores.get(team)?.finished),
    share: Math.max(0, ...watched.map((team) => (scores.get(team)?.finished ? 0 : shareOf(team)))),
    open_points: Math.max(0, ...watched.map(openOf)),
  }
}

/**
 * Cards in the chosen order: as the organisers have them, or by what is nearest to be finished, or by the points that are
 * still to be had. What is finished comes last in the latter two. Equal cards stay in the organisers' order.
 */
export function orderCollections(
  nodes: readonly ObjectiveNode[],
  readScores: (objective_id: number) => TeamScores,
  team_ids: readonly number[],
  own_id: number | null,
  order: CollectionOrder,
): CollectionPlace[] {
  const cards = nodes.map((node) => judge(node, readScores(node.item.id), team_ids, own_id))
  if (order !== 'event') {
    const value = (card: Ranked) => (order === 'closest' ? card.share : card.open_points)
    cards.sort((a, b) => Number(a.is_finished) - Number(b.is_finished) || value(b) - value(a))
  }
  return cards.map(({ id, is_finished }) => ({ id, is_finished }))
}
