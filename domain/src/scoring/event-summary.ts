import type { Score } from '@muster/contract/scores'
import { readRelease, type ReleasedItem, type ShownEvent } from '../objectives/release.ts'
import { buildTree, type Tree } from '../objectives/tree.ts'
import type { ReceivedScores } from '@muster/contract/received-scores'
import { type Given, listGiven, sumGiven } from './contributions.ts'
import { sumBranches } from './branch-totals.ts'
import { type MaskedItem, maskScore, type PersonalMask, readPersonalMask } from './personal.ts'
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

/** The objectives that everyone may see at a time; times in milliseconds. */
export interface OpenItems<T extends SummedItem> {
  readonly tree: Tree<T>
  /** Hidden totals among them. */
  readonly mask: PersonalMask
  /** When the next objectives open; null: none are left. */
  readonly next_at: number | null
  /** When any of this changes; null: never. */
  readonly changes_at: number | null
}

/** @param items all objectives; unopened ones are skipped */
export function readOpenItems<T extends SummedItem>(items: readonly T[], event: ShownEvent, now: number): OpenItems<T> {
  const { ids, next_at } = readRelease(items, event, now)
  const tree = buildTree(items.filter(({ id }) => ids.has(id)))
  const mask = readPersonalMask(tree.root, now)
  const turns = [next_at, mask.until].filter((at) => at !== null)
  return { tree, mask, next_at, changes_at: turns.length === 0 ? null : Math.min(...turns) }
}

/** The scores on open objectives, with hidden totals masked. */
export const showScores = ({ tree, mask }: Pick<OpenItems<SummedItem>, 'tree' | 'mask'>, scores: ShownBoard): ShownBoard =>
  new Map(
    [...scores].flatMap(([id, teams]) =>
      tree.by_id.has(id) ? [[id, new Map([...teams].map(([team, score]) => [team, maskScore(mask, id, score)]))] as const] : [],
    ),
  )

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
  scores: ShownBoard,
  team_ids: readonly number[],
  now: number,
): EventSummary {
  const open = readOpenItems(items, event, now)
  const shown = showScores(open, scores)
  return {
    ranked: rankTeams(sumByTeam(shown.values()), team_ids),
    given: listGiven(shown, () => true),
    changes_at: open.changes_at,
  }
}

/** Teams by the points of one objective with all below it, and its name; null for an objective that is not open. */
export function summariseObjective(
  objective_id: number,
  items: readonly SummedItem[],
  event: ShownEvent,
  scores: ShownBoard,
  team_ids: readonly number[],
  now: number,
): { readonly name: string; readonly ranked: readonly RankedTeam[] } | null {
  const open = readOpenItems(items, event, now)
  const node = open.tree.by_id.get(objective_id)
  if (!node) return null
  const totals = sumBranches(open.tree.nodes, showScores(open, scores))
  return { name: node.item.name, ranked: rankTeams(totals.get(objective_id) ?? new Map(), team_ids) }
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
