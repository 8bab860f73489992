import type { Broadcast, OverlayCard, OverlayGain, OverlayPlayer, OverlayState } from '@muster/contract/broadcast'
import type { ObjectiveId, TeamId, UserId } from '@muster/contract/ids'
import { isCategory } from '../objectives/kinds.ts'
import type { ShownEvent } from '../objectives/release.ts'
import { buildTree, listBranch, type TreeNode } from '../objectives/tree.ts'
import { findCounts } from '../scoring/aggregations/counts.ts'
import { type BranchTotals, sumBranches } from '../scoring/branch-totals.ts'
import {
  type OpenItems,
  rankInTeam,
  readOpenItems,
  showScores,
  type ShownBoard,
  type SummedItem,
  sumByTeam,
} from '../scoring/event-summary.ts'
import { listGiven, sumGiven } from '../scoring/contributions.ts'
import { type RecordedChange, showChange } from '../scoring/recorded-change.ts'
import { rankTeams } from '../scoring/team-ranks.ts'

/** The longest lists of a state. */
const maxGains = 20
const maxCategories = 3

export interface OverlayItem extends SummedItem {
  readonly objective_type: string
  readonly required_number: number
  /** Whether it hides progress now; a change records whether it did at that time. */
  readonly hide_progress: boolean
}

interface ShownTeam {
  readonly id: TeamId
  readonly name: string
  readonly abbreviation: string
  readonly color: string
}

/** The data about a user that overlays may show. */
export interface KnownPlayer {
  readonly id: UserId
  readonly name: string
  /** Their team in the event now. */
  readonly team_id: TeamId | null
  /** False: they hide their record. */
  readonly has_card: boolean
}

/** The card of a player without the character, which has a history of its own. */
export type PlayerOnCard = Omit<OverlayPlayer, 'character'>

/** The part of a broadcast that decides what overlays leave out, and what the cards show. */
export type ProducerChoices = Pick<
  Broadcast,
  'pinned_objective_id' | 'pinned_user_id' | 'hidden_objective_ids' | 'hidden_team_ids'
>

export const noChoices: ProducerChoices = {
  pinned_objective_id: null,
  pinned_user_id: null,
  hidden_objective_ids: [],
  hidden_team_ids: [],
}

/** Everything known about an event at its delayed moment; times in milliseconds. */
export interface DelayedEvent {
  readonly items: readonly OverlayItem[]
  readonly event: ShownEvent
  readonly teams: readonly ShownTeam[]
  /** The scores that visitors saw at the moment. */
  readonly scores: ShownBoard
  /** The newest changes up to the moment, in their order. */
  readonly changes: readonly (RecordedChange & { readonly changed_at: Date })[]
  readonly choices: ProducerChoices
  readonly moment: number
  /** The pinned player and those credited with changes, by user id. */
  readonly players: ReadonlyMap<number, KnownPlayer>
  /** A moment as in RFC 3339. */
  writeTime(ms: number): string
}

export interface OverlayView {
  readonly state: Pick<OverlayState, 'teams' | 'gains' | 'card' | 'categories' | 'next_opening'>
  readonly player: PlayerOnCard | null
  /** When the state changes without a new score, ms at the delayed moment; null: never. */
  readonly changes_at: number | null
}

type Node = TreeNode<OverlayItem>
const categoryOf = ({ parent }: Node) => (parent === null || parent.parent === null ? '' : parent.item.name)

/** The objectives that the producer hides, with everything below them. */
function listHidden(items: readonly OverlayItem[], hidden_ids: readonly number[]): ReadonlySet<number> {
  const { by_id } = buildTree(items)
  const nodes = hidden_ids.flatMap((id) => by_id.get(id) ?? [])
  return new Set(nodes.flatMap(listBranch).map(({ item }) => item.id))
}

/** Scores without hidden objectives, and without progress that its objective hides now. */
function filterScores(scores: ShownBoard, byId: ReadonlyMap<number, OverlayItem>, hidden: ReadonlySet<number>): ShownBoard {
  return new Map(
    [...scores].flatMap(([id, teams]) => {
      const item = byId.get(id)
      if (!item || hidden.has(id)) return []
      return [[id, item.hide_progress ? new Map([...teams].filter(([, { finished }]) => finished)) : teams] as const]
    }),
  )
}

/**
 * The state of an event's overlays at a moment, as visitors may see it. Progress that is hidden now stays hidden although it was
 * visible at the moment, and the reverse: whichever hides more decides.
 */
export function readOverlayState(given: DelayedEvent): OverlayView {
  const { items, event, teams, choices, moment } = given
  const byId = new Map(items.map((item) => [item.id, item]))
  const hidden = listHidden(items, choices.hidden_objective_ids)
  const open = readOpenItems(items, event, moment)
  const { tree, next_at, changes_at } = open
  const shown = showScores(open, filterScores(given.scores, byId, hidden))
  const totals = sumBranches(tree.nodes, shown)
  const hiddenTeams = new Set<number>(choices.hidden_team_ids)
  const isShown = (team_id: number) => !hiddenTeams.has(team_id)
  const ranked = rankTeams(
    sumByTeam(shown.values()),
    teams.map(({ id }) => id),
  )
  const named = new Map<number, ShownTeam>(teams.map((team) => [team.id, team]))
  const listed = ranked.flatMap(({ team_id, points, rank }) => {
    const team = named.get(team_id)
    if (!team) return []
    const { id, name, abbreviation, color } = team
    return [{ id, name, abbreviation, color, ...(isShown(team_id) ? { points, rank } : { points: null, rank: null }) }]
  })
  const credited = listGains(given, open, hidden, isShown)
  const gains = credited.map(({ gain }) => gain)
  const shown_ids = teams.filter(({ id }) => isShown(id)).map(({ id }) => id)
  return {
    state: {
      teams: [...listed.filter(({ rank }) => rank !== null), ...listed.filter(({ rank }) => rank === null)],
      gains,
      card: readCard(given, tree.by_id, hidden, gains, { shown, totals }, shown_ids),
      categories: sumCategories(tree.root, hidden, totals, shown_ids),
      next_opening: next_at === null ? null : given.writeTime(next_at),
    },
    player: readPlayer(
      credited.map(({ user_id }) => user_id),
      { given, shown, isShown },
    ),
    changes_at,
  }
}

/** Points that teams gained with the credited users, newest first. */
function listGains(
  { changes, players }: DelayedEvent,
  { tree, mask }: OpenItems<OverlayItem>,
  hidden: ReadonlySet<number>,
  isShown: (team_id: number) => boolean,
): { readonly gain: OverlayGain; readonly user_id: number | null }[] {
  return changes
    .toReversed()
    .flatMap((change) => {
      const node = tree.by_id.get(change.objective_id)
      if (!node || hidden.has(change.objective_id) || mask.objective_ids.has(change.objective_id)) return []
      if (!isShown(change.team_id) || (node.item.hide_progress && !change.finished)) return []
      const seen = showChange(change, null)
      if (!seen || seen.diff.diff_type === 'Removed') return []
      const points = seen.diff.score.points - seen.points_before
      if (points <= 0) return []
      const user_id = seen.diff.score.user_id ?? null
      const gain = {
        scored_at: change.changed_at.toISOString(),
        team_id: change.team_id as TeamId,
        objective_id: change.objective_id as ObjectiveId,
        objective: node.item.name,
        category: categoryOf(node),
        points,
        player: user_id === null ? null : (players.get(user_id)?.name ?? null),
      }
      return [{ gain, user_id }]
    })
    .slice(0, maxGains)
}

/** The pinned player, otherwise the one with the latest points, among players who may be shown. */
function readPlayer(
  credited: readonly (number | null)[],
  { given, shown, isShown }: { given: DelayedEvent; shown: ShownBoard; isShown: (team_id: number) => boolean },
): PlayerOnCard | null {
  const pinned = given.choices.pinned_user_id
  for (const user_id of [pinned, ...credited]) {
    const player = given.players.get(user_id ?? 0)
    if (!player?.has_card || player.team_id === null || !isShown(player.team_id)) continue
    const { id, name, team_id } = player
    const all = listGiven(shown, () => true)
    const own = (all.get(id) ?? []).filter((one) => one.team_id === team_id)
    const rank = rankInTeam({ given: all }, team_id, id)
    return { user_id: id, name, team_id, is_pinned: id === pinned, points: sumGiven(own), rank }
  }
  return null
}

/** The pinned objective, otherwise that of the latest points. */
function readCard(
  { choices, writeTime }: DelayedEvent,
  nodes: ReadonlyMap<number, Node>,
  hidden: ReadonlySet<number>,
  gains: readonly OverlayGain[],
  { shown, totals }: { readonly shown: ShownBoard; readonly totals: BranchTotals },
  team_ids: readonly TeamId[],
): OverlayCard | null {
  const pinned = choices.pinned_objective_id
  const isPinned = pinned !== null && nodes.has(pinned) && !hidden.has(pinned)
  const node = nodes.get((isPinned ? pinned : gains[0]?.objective_id) ?? 0)
  if (!node) return null
  const { item } = node
  const points = totals.get(item.id)
  // "First with the item" has an order; a number that can still change has none.
  const counts = findCounts(item.aggregation)
  const isReached = !isCategory(item) && (counts === 'first' || counts === 'sum')
  const teams = team_ids.map((team_id) => {
    const score = shown.get(item.id)?.get(team_id)
    const is_finished = score?.finished ?? false
    const rank = is_finished && score !== undefined && score.rank > 0 ? score.rank : null
    return { team_id, number: score?.number ?? 0, points: points?.get(team_id) ?? 0, is_finished, rank }
  })
  teams.sort(
    (a, b) =>
      Number(b.is_finished) - Number(a.is_finished) ||
      (a.rank ?? Infinity) - (b.rank ?? Infinity) ||
      (counts === 'lowest' ? a.number - b.number : b.number - a.number) ||
      b.points - a.points ||
      a.team_id - b.team_id,
  )
  return {
    objective_id: item.id as ObjectiveId,
    name: item.name,
    category: categoryOf(node),
    closes_at: item.valid_to === null ? null : writeTime(item.valid_to),
    required_number: isReached ? item.required_number : null,
    is_pinned: isPinned,
    teams,
  }
}

/** The branches below the root in which teams have the most points, with the points of each team. */
function sumCategories(root: Node | null, hidden: ReadonlySet<number>, totals: BranchTotals, team_ids: readonly TeamId[]) {
  return (root?.children ?? [])
    .filter(({ item }) => isCategory(item) && !hidden.has(item.id))
    .map(({ item: { id, name } }) => {
      const points = totals.get(id)
      const teams = team_ids.map((team_id) => ({ team_id, points: points?.get(team_id) ?? 0 }))
      return { name, teams, sum: teams.reduce((sum, team) => sum + team.points, 0) }
    })
    .filter(({ sum }) => sum !== 0)
    .sort((a, b) => b.sum - a.sum)
    .slice(0, maxCategories)
    .map(({ name, teams }) => ({ name, teams }))
}
