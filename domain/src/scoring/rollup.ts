import type { AdjustmentKind } from '@muster/contract/receipts'
import type { EventDefinition, ObjectiveDefinition, PresetDefinition } from '../objectives/definition.ts'
import { isCategory } from '../objectives/kinds.ts'
import { listPresetIds } from '../objectives/preset-ids.ts'
import { buildTree, type Tree, type TreeNode } from '../objectives/tree.ts'
import type { Result } from './aggregations/tally.ts'
import { addManualPoints, holdsManualPoints } from './manual-points.ts'
import { findScorer } from './methods/scorers.ts'
import { compareTimes, type Adjustment, type Award, type Completion, type Scorer } from './methods/method.ts'
import { sumRules } from './rule-sum.ts'
import type { Scoreboard, TeamScore } from './score.ts'
import { isSameResult } from './score-equality.ts'
import { fillRow } from './team-row.ts'

/**
 * The number of children that a team has finished, and the time of the last one. Updated in place, so no other code may hold a
 * reference.
 */
type Gathered = { -readonly [field in keyof Result]: Result[field] }

/** A scoring rule of an objective: a preset with its method. */
export interface Rule {
  readonly preset: PresetDefinition
  readonly method: Scorer
}

/** The adjustment of a child by one of its parent's rules. */
export interface RuleAdjustment extends Pick<Adjustment, 'place' | 'points'> {
  readonly kind: AdjustmentKind
  readonly method: Scorer
}

/** A node of the tree with everything its scores are computed from. Lists are indexed by team position. */
export interface ScoredNode {
  readonly objective: ObjectiveDefinition
  readonly parent: ScoredNode | null
  readonly children: ScoredNode[]
  readonly depth: number
  /** In the objective's order; presets without a known method are left out. */
  readonly rules: readonly Rule[]
  /** Finished by its children rather than by facts. */
  readonly is_category: boolean
  /** A cell of a board that counts lines: it shows its result even without a preset. */
  readonly is_cell: boolean
  /** Its results are points given by hand, not progress. */
  readonly holds_manual_points: boolean
  results: (Result | null)[]
  /** Scores by the node's own rules together, before the parent's adjustment. */
  own: readonly (TeamScore | null)[]
  completions: readonly Completion[]
  /** The children's combined progress; entries may be absent for teams that have finished no child. */
  readonly gathered: Gathered[]
  /** The adjustments of this node by the parent's rules, by team position. */
  adjustments: readonly (readonly RuleAdjustment[])[]
}

const unadjusted: readonly RuleAdjustment[] = []

/** Gives every node of the tree its rules; parents come before children, as in the tree. */
export function prepareNodes(tree: Tree<ObjectiveDefinition>, definition: EventDefinition, team_count: number): ScoredNode[] {
  const presets = new Map<number, PresetDefinition>()
  for (const preset of definition.presets) if (!presets.has(preset.id)) presets.set(preset.id, preset)
  const made = new Map<TreeNode<ObjectiveDefinition>, ScoredNode>()
  const nobody = fillRow(team_count, null)
  const incomplete = fillRow<Completion>(team_count, {
    number: 0,
    timestamp: null,
    user_id: null,
    finished: false,
    points: 0,
  })
  for (const treeNode of tree.nodes) {
    const { item, parent, depth } = treeNode
    const rules = listPresetIds(item).flatMap((id): Rule[] => {
      const preset = presets.get(id)
      const method = preset && findScorer(preset.scoring_method)
      return method ? [{ preset, method }] : []
    })
    const scoredParent = parent && (made.get(parent) ?? null)
    const node: ScoredNode = {
      objective: item,
      parent: scoredParent,
      children: [],
      depth,
      rules,
      is_category: isCategory(item) || item.aggregation === 'NONE' || rules.some(({ method }) => method.reads === 'children'),
      is_cell: scoredParent?.rules.some(({ method }) => method.takes.drawn_lines) ?? false,
      holds_manual_points: holdsManualPoints(item),
      results: [...nobody],
      own: nobody,
      completions: incomplete,
      gathered: [],
      adjustments: fillRow(team_count, unadjusted),
    }
    scoredParent?.children.push(node)
    made.set(treeNode, node)
  }
  return [...made.values()]
}

const nothing: Result = { number: 0, timestamp: null, user_id: null, finished: false }

/** A category without children is never finished. */
function gatherChildren(children: readonly ScoredNode[], team: number): Gathered {
  let number = 0
  let timestamp: number | null = null
  for (const child of children) {
    const done = child.completions[team]
    if (!done?.finished) continue
    if (number === 0 || compareTimes(done.timestamp, timestamp) > 0) timestamp = done.timestamp
    number++
  }
  return { number, timestamp, user_id: null, finished: number > 0 && number === children.length }
}

/**
 * Updates the children's combined progress after one has changed: a newly finished child is added; any other change is
 * recomputed.
 */
function takeChild({ children, gathered }: ScoredNode, team: number, then: Completion, now: Completion): void {
  if (then.finished) {
    if (!now.finished || then.timestamp !== now.timestamp) gathered[team] = gatherChildren(children, team)
  } else if (now.finished) {
    const known = (gathered[team] ??= { ...nothing })
    if (known.number === 0 || compareTimes(now.timestamp, known.timestamp) > 0) known.timestamp = now.timestamp
    known.number++
    known.finished = known.number === children.length
  }
}

/**
 * Completion of a node: its own score, or else its result; of a category without both: all its children. If nothing has changed,
 * the old object is returned.
 */
function readCompletion(node: ScoredNode, team: number, before: Completion | undefined): Completion {
  const own = node.own[team] ?? null
  const result = node.holds_manual_points ? null : (node.results[team] ?? null)
  const told = own ?? result ?? (node.is_category ? node.gathered[team] : null) ?? nothing
  const points = own?.points ?? 0
  if (before && before.points === points && isSameResult(before, told)) return before
  // A score is a completion with a rank.
  if (own && isSameResult(own, told)) return own
  const { number, timestamp, user_id, finished } = told
  return { number, timestamp, user_id, finished, points }
}

/** The scores of a node by its rules together; a single rule's scores stay as they are. */
function sumAwards(
  { objective, rules }: ScoredNode,
  awards: readonly Award[],
  team_count: number,
): readonly (TeamScore | null)[] {
  const [only] = awards
  if (only === undefined) return fillRow(team_count, null)
  if (awards.length === 1) return only.scores
  const parts = rules.map(({ preset }, at) => ({ scoring_preset_id: preset.id, scores: awards[at]?.scores ?? [] }))
  const sums: (TeamScore | null)[] = []
  for (let team = 0; team < team_count; team++) sums.push(sumRules(parts, team, objective.finished_by ?? 'all'))
  return sums
}

/**
 * Scores one node again from its results and its children's completions. `changed`: the parent has to be scored again.
 * `adjusted`: children whose adjustment has changed.
 */
function scoreNode(node: ScoredNode, team_count: number): { changed: boolean; adjusted: readonly ScoredNode[] } {
  const before = node.completions
  const input = {
    team_count,
    results: node.holds_manual_points ? fillRow(team_count, null) : node.results,
    children: node.children.map(({ objective: { id, cell }, completions }) => ({ objective_id: id, cell, completions })),
  }
  const awards = node.rules.map(({ preset, method }) => method.award({ preset, ...input }))
  node.own = sumAwards(node, awards, team_count)
  const completions: Completion[] = []
  node.completions = completions
  let changed = false
  for (let team = 0; team < team_count; team++) {
    const then = before[team]
    const now = readCompletion(node, team, then)
    completions.push(now)
    if (then === undefined || then === now) continue
    changed = true
    if (node.parent) takeChild(node.parent, team, then, now)
  }
  const adjusted = node.rules.some(({ method }) => method.adjusts) ? adjustChildren(node, awards, team_count) : []
  return { changed, adjusted }
}

/** A child's points are lost only once, whatever the number of the parent's rules that remove them; other adjustments add up. */
const countsOnce: Readonly<Record<AdjustmentKind, boolean>> = { bonus: false, bingo: true }

function adjustChildren(node: ScoredNode, awards: readonly Award[], team_count: number): ScoredNode[] {
  const rows = new Map<number, (readonly RuleAdjustment[])[]>()
  for (const [at, { method }] of node.rules.entries()) {
    const kind = method.adjusts
    if (kind === null) continue
    for (const { child, team, place, points } of awards[at]?.adjustments ?? []) {
      let row = rows.get(child)
      if (row === undefined) rows.set(child, (row = fillRow(team_count, unadjusted)))
      const earlier = row[team] ?? unadjusted
      if (countsOnce[kind] && earlier.some((one) => one.kind === kind)) continue
      row[team] = [...earlier, { kind, method, place, points }]
    }
  }
  const adjusted: ScoredNode[] = []
  for (const [position, child] of node.children.entries()) {
    const row = rows.get(position)
    if (!child.adjustments.some((then, team) => !isSameAdjustment(then, row?.[team] ?? unadjusted))) continue
    child.adjustments = row ?? fillRow(team_count, unadjusted)
    adjusted.push(child)
  }
  return adjusted
}

function isSameAdjustment(a: readonly RuleAdjustment[], b: readonly RuleAdjustment[]): boolean {
  if (a === b) return true
  return a.length === b.length && a.every(({ points, place }, at) => points === b[at]?.points && place === b[at].place)
}

/** The points that the parent's rules add to a node, or take from it. */
const sumAdjustments = (node: ScoredNode, team: number): number =>
  (node.adjustments[team] ?? unadjusted).reduce((sum, { points }) => sum + points, 0)

/**
 * A team's score as shown: the node's own score plus the parent's adjustments, or plus points given by hand. A child without a preset
 * has no score of its own; a bonus, or a place on a board, gives it one.
 */
export function readScore(node: ScoredNode, team: number): TeamScore | null {
  const own = node.own[team] ?? null
  if (node.holds_manual_points) return addManualPoints(own, node.results[team] ?? null)
  const adjustment = sumAdjustments(node, team)
  if (own !== null) return adjustment === 0 ? own : { ...own, points: own.points + adjustment }
  const completion = node.completions[team]
  if (!completion || (adjustment === 0 && !(node.is_cell && (completion.finished || completion.number !== 0)))) return null
  return { ...completion, rank: 0, points: adjustment }
}

/** Scores all nodes, children before parents. */
export function scoreAll(nodes: readonly ScoredNode[], team_count: number): void {
  for (let at = nodes.length - 1; at >= 0; at--) {
    const node = nodes[at]
    if (node) scoreNode(node, team_count)
  }
}

/** Scores nodes again, then their ancestors, deepest first; the ancestors of an unchanged node are skipped. */
export function scoreUpwards(nodes: readonly ScoredNode[], team_count: number): Set<ScoredNode> {
  const moved = new Set<ScoredNode>()
  const levels: Set<ScoredNode>[] = []
  const plan = (node: ScoredNode) => (levels[node.depth] ??= new Set()).add(node)
  for (const node of nodes) plan(node)
  for (let depth = levels.length - 1; depth >= 0; depth--) {
    for (const node of levels[depth] ?? []) {
      const { changed, adjusted } = scoreNode(node, team_count)
      moved.add(node)
      for (const child of adjusted) moved.add(child)
      if (changed && node.parent) plan(node.parent)
    }
  }
  return moved
}

/** The scores of one node by team id. */
export function readScores(node: ScoredNode, team_ids: readonly number[]): Map<number, TeamScore> {
  const scores = new Map<number, TeamScore>()
  let position = 0
  for (const team_id of team_ids) {
    const score = readScore(node, position++)
    if (score) scores.set(team_id, score)
  }
  return scores
}

/** Total points of every team that has a score: the sum over all nodes. Bonuses are included in the children's scores. */
export function sumTotals(board: Scoreboard): Map<number, number> {
  const totals = new Map<number, number>()
  for (const scores of board.values()) {
    for (const [team_id, { points }] of scores) totals.set(team_id, (totals.get(team_id) ?? 0) + points)
  }
  return totals
}

/** The whole board from aggregated results: objective id -> team id -> result. The engine computes the same incrementally. */
export function evaluateResults(
  definition: EventDefinition,
  results: ReadonlyMap<number, ReadonlyMap<number, Result>>,
): Scoreboard {
  const team_ids = [...new Set(definition.team_ids)]
  const nodes = prepareNodes(buildTree(definition.objectives), definition, team_ids.length)
  for (const node of nodes) {
    const given = results.get(node.objective.id)
    if (given) node.results = team_ids.map((team_id) => given.get(team_id) ?? null)
  }
  scoreAll(nodes, team_ids.length)
  const board = new Map<number, ReadonlyMap<number, TeamScore>>()
  for (const node of nodes) {
    const scores = readScores(node, team_ids)
    if (scores.size > 0) board.set(node.objective.id, scores)
  }
  return board
}
