import type { Score } from '@muster/contract/scores'
import { readRelease, type ReleasedItem, type ShownEvent } from '../objectives/release.ts'
import { buildTree, type Tree } from '../objectives/tree.ts'
import type { ReceivedScores } from '@muster/contract/received-scores'
import { type Given, listGiven, sumGiven } from './given.ts'
import { type MaskedItem, maskScore, readPersonalMask } from './personal.ts'
import { type RankedTeam, rankTeams } from './team-ranks.ts'

/** The data of an event's pages for one audience: standings, and each player's contributions. */
export interface EventSummary {
  readonly ranked: readonly RankedTeam[]
  /** By user id. */
  readonly given: ReadonlyMap<number, readonly Given<Score>[]>
  /**
   * The time in milliseconds at which the summary changes without a new score: an objective opens, or hidden totals are revealed.
   * Null: never.
   */
  readonly changes_at: number | null
}

export type SummedItem = MaskedItem & ReleasedItem
export type ShownBoard = ReceivedScores['scores']
type Scores = ShownBoard
export interface ShownScores {
  readonly tree: Tree<SummedItem>
  readonly shown: Scores
  readonly changes_at: number | null
}

/** The open objectives and the scores on them, with hidden totals masked. */
export function showScores(items: readonly SummedItem[], event: ShownEvent, scores: Scores, now: number): ShownScores {
  const { ids, next_at } = readRelease(items, event, now)
  const tree = buildTree(items.filter(({ id }) => ids.has(id)))
  const mask = readPersonalMask(tree.root, now)
  const shown = new Map(
    [...scores].flatMap(([id, teams]) =>
      ids.has(id) ? [[id, new Map([...teams].map(([team, score]) => [team, maskScore(mask, id, score)]))] as const] : [],
    ),
  )
  const turns = [next_at, mask.until].filter((at) => at !== null)
  return { tree, shown, changes_at: turns.length === 0 ? null : Math.min(...turns) }
}

export function sumByTeam(scores: Iterable<Iterable<readonly [number, Score]>>): Map<number, number> {
  const totals = new Map<number, number>()
  for (const teams of scores) for (const [team, { points }] of teams) totals.set(team, (totals.get(team) ?? 0) + points)
  return totals
}

/**
 * @param items all objectives; unopened ones are skipped
 * @param scores the scores visible to the audience
 * @param now milliseconds on the event clock
 */
export function summariseEvent(
  items: readonly SummedItem[],
  event: ShownEvent,
  scores: Scores,
  team_ids: readonly number[],
  now: number,
): EventSummary {
  const { shown, changes_at } = showScores(items, event, scores, now)
  return {
    ranked: rankTeams(sumByTeam(shown.values()), team_ids),
    given: listGiven(shown, () => true),
    changes_at,
  }
}

/** Teams by the points of one objective with all below it, and its name; null for an objective that is not open. */
export function summariseObjective(
  objective_id: number,
  items: readonly SummedItem[],
  event: ShownEvent,
  scores: Scores,
  team_ids: readonly number[],
  now: number,
): { readonly name: string; readonly ranked: readonly RankedTeam[] } | null {
  const { tree, shown } = showScores(items, event, scores, now)
  const node = tree.by_id.get(objective_id)
  if (!node) return null
  const below = new Set([objective_id])
  for (const { item } of tree.nodes) if (item.parent_id !== null && below.has(item.parent_id)) below.add(item.id)
  const totals = sumByTeam([...below].flatMap((id) => shown.get(id) ?? []))
  return { name: node.item.name, ranked: rankTeams(totals, team_ids) }
}

/** A player's rank among all who earned this team points; equal sums share a rank. Null without points. */
export function rankInTeam({ given }: Pick<EventSummary, 'given'>, team_id: number, user_id: number): number | null {
  const sumOf = (own: readonly Given<Score>[]) => sumGiven(own.filter((one) => one.team_id === team_id))
  const own = sumOf(given.get(user_id) ?? [])
  if (own === 0) return null
  const better = new Set([...given.values()].map(sumOf).filter((sum) => sum > own))
  return better.size + 1
}

/** The data of one event that totals over a player's events need. */
export interface CountedEvent {
  readonly has_ended: boolean
  readonly team: { readonly rank: number | null; readonly teams: number } | null
}

/** Among the first three, but not last unless first: of two teams, the second is not on the podium. */
export const isPodium = ({ rank, teams }: { readonly rank: number; readonly teams: number }): boolean =>
  rank === 1 || (rank <= 3 && rank < teams)

/** The number of events that the team won, and of those it finished on the podium. */
export function countPodiums(events: readonly CountedEvent[]): { wins: number; podiums: number } {
  const ranks = events.flatMap(({ has_ended, team }) =>
    has_ended && team && team.rank !== null ? [{ rank: team.rank, teams: team.teams }] : [],
  )
  return { wins: ranks.filter(({ rank }) => rank === 1).length, podiums: ranks.filter(isPodium).length }
}
