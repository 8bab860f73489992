import type { Objective } from '@muster/contract/objectives'
import type { Score } from '@muster/contract/scores'
import type { ScoringPreset } from '@muster/contract/scoring-presets'
import { layoutOf, type View } from '@muster/domain/objectives/layout'
import { buildTree, type Tree, type TreeNode } from '@muster/domain/objectives/tree'
import type { ReceivedScores } from '@muster/domain/scoring/diff'
import { maskScore, type PersonalMask } from '@muster/domain/scoring/personal'
import { countFinished, isClosed, type ReachableNode, readOwnReachable, sumReachable } from '@muster/domain/scoring/reachable'
import type { TaskNode } from '@muster/domain/scoring/tasks'
import { nameItem } from './item-words.ts'

/** objective id -> team id -> score. */
export type ScoreMap = ReceivedScores['scores']

/** An objective as pages use it: times in milliseconds, layout read, preset joined. */
export interface ObjectiveItem {
  readonly id: number
  readonly parent_id: number | null
  readonly name: string
  readonly extra: string
  readonly view: View | null
  /** Title as a tab or column, where it differs from the name. */
  readonly title: string
  /** Free text for people, empty when there is none. */
  readonly note: string
  readonly objective_type: Objective['objective_type']
  readonly aggregation: Objective['aggregation']
  readonly number_field: Objective['number_field']
  /** The item type that is asked for, where the name does not say it; empty when there is none. */
  readonly base_type: string
  /** The page of the community's wiki about the item; null for what is no single item. */
  readonly wiki_page: string | null
  readonly required_number: number
  readonly hide_progress: boolean
  readonly valid_from: number | null
  readonly valid_to: number | null
  readonly preset: ScoringPreset | null
}
export type ObjectiveNode = TreeNode<ObjectiveItem>

/** An objective that opens later: only where it will be and when is known. Milliseconds. */
export interface LockedObjective {
  readonly parent_id: number
  readonly opens_at: number
  readonly closes_at: number | null
}

/** The definition side of the score tree: what can be scored. Changes when the organisers change it. */
export interface ScoreTree {
  readonly tree: Tree<ObjectiveItem>
  readonly locked: readonly LockedObjective[]
  /** The direct children of the root, in the organisers' order. */
  readonly categories: readonly ObjectiveNode[]
  /** Everything a team can finish that has no parts of its own. */
  readonly leaves: readonly ObjectiveNode[]
}

/** The answer of the tree call, or that there is none. */
export interface PublishedTree {
  readonly objective: Objective | null
}

const parseMoment = (text: string | null) => (text === null ? null : Date.parse(text))

export function buildScoreTree(root: PublishedTree, presets: readonly ScoringPreset[]): ScoreTree {
  const presetsById = new Map(presets.map((preset) => [preset.id, preset]))
  const items: ObjectiveItem[] = []
  const locked: LockedObjective[] = []
  const waiting: { objective: Objective; parent_id: number | null }[] = root.objective
    ? [{ objective: root.objective, parent_id: null }]
    : []
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { objective, parent_id } = next
    const valid_from = parseMoment(objective.valid_from)
    const valid_to = parseMoment(objective.valid_to)
    // A masked objective has the id 0 and a random name.
    if (objective.id === 0) {
      if (parent_id !== null && valid_from !== null) locked.push({ parent_id, opens_at: valid_from, closes_at: valid_to })
      continue
    }
    const { id, name, extra, objective_type, aggregation, number_field, required_number } = objective
    const { hide_progress, scoring_preset_id } = objective
    const { view, tab, note } = layoutOf(objective)
    const preset = scoring_preset_id === null ? null : (presetsById.get(scoring_preset_id) ?? null)
    items.push({
      id,
      parent_id,
      name,
      extra,
      view,
      title: tab ?? name,
      note,
      objective_type,
      aggregation,
      number_field,
      ...nameItem(objective),
      required_number,
      hide_progress,
      valid_from,
      valid_to,
      preset,
    })
    for (const child of objective.children) waiting.push({ objective: child, parent_id: id })
  }
  const tree = buildTree(items)
  return {
    tree,
    locked,
    categories: tree.root?.children ?? [],
    leaves: tree.nodes.filter((node) => node.children.length === 0 && node.parent !== null),
  }
}

const noScores: ReadonlyMap<number, Score> = new Map()
/** Scores of one objective by team id. */
export const scoresOf = (scores: ScoreMap, objective_id: number) => scores.get(objective_id) ?? noScores

/** Remembers answers for as long as both inputs live, so that widgets of one page share the work. */
function memoise<A extends object, B extends object, R>(compute: (a: A, b: B) => R): (a: A, b: B) => R {
  const known = new WeakMap<A, WeakMap<B, { answer: R }>>()
  return (a, b) => {
    const inner = known.get(a) ?? new WeakMap<B, { answer: R }>()
    known.set(a, inner)
    const held = inner.get(b) ?? { answer: compute(a, b) }
    inner.set(b, held)
    return held.answer
  }
}

/** The tree of one pair of answers, built once for all widgets. */
export const linkTree = memoise(buildScoreTree)

/** The scores with what the mask hides shown as zero. */
export const maskScores = memoise((scores: ScoreMap, mask: PersonalMask): ScoreMap => {
  if (mask.objective_ids.size === 0) return scores
  const masked = new Map(scores)
  for (const id of mask.objective_ids) {
    const teams = scores.get(id)
    if (teams) masked.set(id, new Map([...teams].map(([team, score]) => [team, maskScore(mask, id, score)])))
  }
  return masked
})

/** objective id -> team id -> points of the node and everything below it. */
export type BranchSums = ReadonlyMap<number, ReadonlyMap<number, number>>

/** Points of every branch and team. */
export const readTotals = memoise(({ tree }: ScoreTree, scores: ScoreMap): BranchSums => {
  const sums = new Map<number, Map<number, number>>()
  const sumsOf = (id: number) => {
    const known = sums.get(id) ?? new Map<number, number>()
    sums.set(id, known)
    return known
  }
  const add = (to: Map<number, number>, team: number, points: number) => to.set(team, (to.get(team) ?? 0) + points)
  // Parents come before children, so backwards every child is complete before its parent needs it.
  for (const node of tree.nodes.toReversed()) {
    const own = sumsOf(node.item.id)
    for (const [team, { points }] of scoresOf(scores, node.item.id)) add(own, team, points)
    if (node.parent) for (const [team, points] of own) add(sumsOf(node.parent.item.id), team, points)
  }
  return sums
})

/** The last node of each objective without parts: most stay the same from one state to the next. */
const lastLeaves = new WeakMap<ObjectiveItem, TaskNode & { readonly children: TaskNode[] }>()

/** The nodes as the rules of points read them, with the scores of one state; made once for all widgets. */
const readNodes = memoise(({ tree }: ScoreTree, scores: ScoreMap): ReadonlyMap<number, TaskNode> => {
  const nodes = new Map<number, TaskNode & { readonly children: TaskNode[] }>()
  for (const { item, parent, children } of tree.nodes) {
    const { id, preset, objective_type, required_number, valid_from, valid_to } = item
    const team_score = scoresOf(scores, id)
    const held = children.length === 0 ? lastLeaves.get(item) : undefined
    const rules = { scoring_preset: preset, objective_type, required_number, valid_from, valid_to }
    const node =
      held?.team_score === team_score
        ? held
        : { id, ...rules, team_score, finished_teams: countFinished(team_score), children: [] }
    if (children.length === 0) lastLeaves.set(item, node)
    nodes.set(item.id, node)
    if (parent) nodes.get(parent.item.id)?.children.push(node)
  }
  return nodes
})

/** One node as the rules of points read it; undefined for one that is not in the tree. */
export const findReachable = (score_tree: ScoreTree, scores: ScoreMap, objective_id: number): TaskNode | undefined =>
  readNodes(score_tree, scores).get(objective_id)

/** What teams can still add on a node without parts while it is open: the same as long as its scores are. */
const ownOfLeaves = new WeakMap<ReachableNode, Map<number, number>>()

function rememberOwn(node: ReachableNode, team_id: number, now: number): number {
  if (node.children.length > 0) return readOwnReachable(node, team_id, now)
  if (isClosed(node, now)) return 0
  const known = ownOfLeaves.get(node) ?? new Map<number, number>()
  ownOfLeaves.set(node, known)
  const points = known.get(team_id) ?? readOwnReachable(node, team_id, now)
  known.set(team_id, points)
  return points
}

/** What a team can still add on a branch, or in the whole event; closed objectives left out. */
export function sumStillPossible(
  score_tree: ScoreTree,
  scores: ScoreMap,
  team_id: number,
  now: number,
  branch_id = score_tree.tree.root?.item.id ?? 0,
): number {
  const node = findReachable(score_tree, scores, branch_id)
  return node ? sumReachable(node, team_id, now, rememberOwn) : 0
}

/** Per branch: leaves that at least one team has finished, and all leaves. */
export const readClaimed = memoise(({ leaves }: ScoreTree, scores: ScoreMap): ReadonlyMap<number, readonly [number, number]> => {
  const claimed = new Map<number, readonly [number, number]>()
  for (const leaf of leaves) {
    const isClaimed = [...scoresOf(scores, leaf.item.id).values()].some((score) => score.finished)
    for (let node: ObjectiveNode | null = leaf; node; node = node.parent) {
      const [done, all] = claimed.get(node.item.id) ?? [0, 0]
      claimed.set(node.item.id, [done + (isClaimed ? 1 : 0), all + 1])
    }
  }
  return claimed
})
