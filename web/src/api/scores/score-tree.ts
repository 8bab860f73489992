import type { Objective } from '@muster/contract/objectives'
import type { Score } from '@muster/contract/scores'
import type { ScoringPreset } from '@muster/contract/scoring-presets'
import { type Cell, readExtra, type View, viewOf } from '@muster/domain/objectives/layout'
import { buildTree, type Tree, type TreeNode } from '@muster/domain/objectives/tree'
import { countClaimed, sumBranches } from '@muster/domain/scoring/branch-totals'
import type { ReceivedScores } from '@muster/contract/received-scores'
import { maskScore, type PersonalMask } from '@muster/domain/scoring/personal'
import { createStillPossible } from '@muster/domain/scoring/still-possible'
import type { TaskNode } from '@muster/domain/scoring/tasks'
import { t } from '../../lib/text/messages.ts'
import { nameItem } from './item-words.ts'

/** objective id -> team id -> score. */
export type ScoreMap = ReceivedScores['scores']

/** An objective for pages: times in milliseconds, layout parsed, preset joined. */
export interface ObjectiveItem {
  readonly id: number
  readonly parent_id: number | null
  readonly name: string
  readonly view: View | null
  /** Title as a tab or column, if it differs from the name. */
  readonly title: string
  /** A text for players, may be empty. */
  readonly note: string
  /** Its place on the board of its category. */
  readonly cell: Cell | null
  readonly objective_type: Objective['objective_type']
  readonly aggregation: Objective['aggregation']
  readonly number_field: Objective['number_field']
  /** The required item type, if the name does not contain it; otherwise empty. */
  readonly base_type: string
  /** The community wiki's page about the item; null if it is not a single item. */
  readonly wiki_page: string | null
  readonly required_number: number
  readonly hide_progress: boolean
  readonly valid_from: number | null
  readonly valid_to: number | null
  readonly preset: ScoringPreset | null
  /** Further scoring rules, in their order. */
  readonly further_presets: readonly ScoringPreset[]
  /** Absent: by all rules. */
  readonly finished_by?: Objective['finished_by']
}
/** All scoring rules of an objective, the first one first. */
export const presetsOf = ({ preset, further_presets }: Pick<ObjectiveItem, 'preset' | 'further_presets'>) =>
  preset ? [preset, ...further_presets] : further_presets

export type ObjectiveNode = TreeNode<ObjectiveItem>

/** An objective that opens later: only its position and opening time are known. Milliseconds. */
export interface LockedObjective {
  readonly parent_id: number
  /** Among all children of its parent, from 0. */
  readonly position: number
  readonly cell: Cell | null
  readonly opens_at: number
  readonly closes_at: number | null
}

/** The definition side of the score tree: everything that can be scored. Changes when the organisers change it. */
export interface ScoreTree {
  readonly tree: Tree<ObjectiveItem>
  readonly locked: readonly LockedObjective[]
  /** The direct children of the root, in the organisers' order. */
  readonly categories: readonly ObjectiveNode[]
  /** All objectives that a team can complete and that have no parts. */
  readonly leaves: readonly ObjectiveNode[]
}

/** The answer of the tree call, or its absence. */
export interface PublishedTree {
  readonly objective: Objective | null
}

const parseMoment = (text: string | null) => (text === null ? null : Date.parse(text))

export function buildScoreTree(root: PublishedTree, presets: readonly ScoringPreset[]): ScoreTree {
  const presetsById = new Map(presets.map((preset) => [preset.id, preset]))
  const items: ObjectiveItem[] = []
  const locked: LockedObjective[] = []
  const waiting: { objective: Objective; parent_id: number | null; position: number }[] = root.objective
    ? [{ objective: root.objective, parent_id: null, position: 0 }]
    : []
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { objective, parent_id, position } = next
    const valid_from = parseMoment(objective.valid_from)
    const valid_to = parseMoment(objective.valid_to)
    const { view, tab, note, cell } = readExtra(objective.extra)
    // A masked objective has the id 0 and a random name.
    if (objective.id === 0) {
      if (parent_id !== null && valid_from !== null)
        locked.push({ parent_id, position, cell, opens_at: valid_from, closes_at: valid_to })
      continue
    }
    const { id, name, objective_type, aggregation, number_field, required_number } = objective
    const { hide_progress, scoring_preset_id, further_preset_ids = [], finished_by } = objective
    const preset = scoring_preset_id === null ? null : (presetsById.get(scoring_preset_id) ?? null)
    items.push({
      id,
      parent_id,
      // The root has only the points that organisers give and take.
      name: parent_id === null ? t('score.byOrganisers') : name,
      view: viewOf({ name, view }),
      title: tab ?? name,
      note,
      cell,
      objective_type,
      aggregation,
      number_field,
      ...nameItem(objective),
      required_number,
      hide_progress,
      valid_from,
      valid_to,
      preset,
      further_presets: further_preset_ids.flatMap((preset_id) => presetsById.get(preset_id) ?? []),
      finished_by,
    })
    for (const [at, child] of objective.children.entries()) waiting.push({ objective: child, parent_id: id, position: at })
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

/** Caches results as long as both inputs live, so that the widgets of a page share the work. */
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

/** Points of every branch and team. */
export const readTotals = memoise(({ tree }: ScoreTree, scores: ScoreMap) => sumBranches(tree.nodes, scores))

/** Per branch: leaves that at least one team has finished, and all leaves. */
export const readClaimed = memoise(({ tree }: ScoreTree, scores: ScoreMap) => countClaimed(tree.nodes, scores))

const stillPossible = createStillPossible()
const linkNodes = memoise(({ tree }: ScoreTree, scores: ScoreMap) => stillPossible.link(tree.nodes, scores))

/** One node in the format of the scoring rules; undefined if it is not in the tree. */
export const findReachable = (score_tree: ScoreTree, scores: ScoreMap, objective_id: number): TaskNode | undefined =>
  linkNodes(score_tree, scores).get(objective_id)

/** The points that a team can still add on a branch, or in the whole event; without closed objectives. */
export function sumStillPossible(
  score_tree: ScoreTree,
  scores: ScoreMap,
  team_id: number,
  now: number,
  branch_id = score_tree.tree.root?.item.id ?? 0,
): number {
  const node = findReachable(score_tree, scores, branch_id)
  return node ? stillPossible.sum(node, team_id, now) : 0
}
