import type { ObjectiveNode } from '../../api/scores/score-tree.ts'
import type { Order } from './category-search.ts'
import { type NodeScores, readProgress } from './measure.ts'

/** The sort keys of one card. */
export interface CardPlace {
  readonly id: number
  /** Finished by the watched team, or by every team without a watched one. */
  readonly is_finished: boolean
  readonly is_closed: boolean
}

/** The input of the order of cards. */
export interface OrderInput {
  readonly readScores: (node: ObjectiveNode) => NodeScores
  /** Points a team can still add on a card. */
  readonly readReachable: (node: ObjectiveNode, team_id: number) => number
  readonly team_ids: readonly number[]
  readonly watched_id: number | null
  /** Milliseconds on the event clock. */
  readonly now: number
}

interface Ranked extends CardPlace {
  readonly share: number
  readonly open_points: number
  readonly closes_at: number
}

function judge(node: ObjectiveNode, input: OrderInput, order: Order): Ranked {
  const { readScores, readReachable, team_ids, watched_id, now } = input
  const scores = readScores(node)
  const watched = (watched_id === null ? team_ids : [watched_id]).map((team_id) => ({
    team_id,
    ...readProgress(node, scores, team_id),
  }))
  const shareOf = ({ done, of, finished }: { done: number; of: number; finished: boolean }) =>
    finished || of === 0 ? 0 : Math.min(1, done / of)
  const { valid_to } = node.item
  return {
    id: node.item.id,
    is_finished: watched.length > 0 && watched.every(({ finished }) => finished),
    share: Math.max(0, ...watched.map(shareOf)),
    // Costs a walk through the branch for each team, so it is computed on demand.
    open_points: order === 'points' ? Math.max(0, ...watched.map(({ team_id }) => readReachable(node, team_id))) : 0,
    is_closed: valid_to !== null && valid_to < now,
    closes_at: valid_to ?? Number.POSITIVE_INFINITY,
  }
}

const later = (a: number, b: number) => (a === b ? 0 : a < b ? -1 : 1)

/** Equal cards stay in the organisers' order, because sorting is stable. */
const comparisons: Readonly<Record<Order, (a: Ranked, b: Ranked) => number>> = {
  event: () => 0,
  closest: (a, b) =>
    Number(a.is_finished) - Number(b.is_finished) || Number(a.is_closed) - Number(b.is_closed) || b.share - a.share,
  points: (a, b) =>
    Number(a.is_finished) - Number(b.is_finished) || Number(a.is_closed) - Number(b.is_closed) || b.open_points - a.open_points,
  // Next to close first, with finished ones after; closed ones last, newest first.
  time: (a, b) =>
    Number(a.is_closed) - Number(b.is_closed) ||
    (a.is_closed
      ? later(b.closes_at, a.closes_at)
      : Number(a.is_finished) - Number(b.is_finished) || later(a.closes_at, b.closes_at)),
}

/** Cards in the chosen order: the organisers' order, by distance to the goal, by available points, or by closing time. */
export function orderCards(nodes: readonly ObjectiveNode[], order: Order, input: OrderInput): CardPlace[] {
  return nodes
    .map((node) => judge(node, input, order))
    .sort(comparisons[order])
    .map(({ id, is_finished, is_closed }) => ({ id, is_finished, is_closed }))
}
