import { findProblems } from '../../scoring/problems.ts'
import type { EventDefinition, ObjectiveDefinition } from '../definition.ts'
import { countsItems } from '../kinds.ts'
import { buildTree, type TreeNode } from '../tree.ts'
import { reviewBoards } from './board-findings.ts'
import { createConditionReview } from './condition-findings.ts'
import { reviewNumbers } from './count-findings.ts'
import type { Finding } from './finding.ts'
import { say } from './finding.ts'
import type { KnownNames } from './known-names.ts'
import { reviewLogConditions } from './log-findings.ts'
import { reviewOverlaps } from './overlap-findings.ts'
import { reviewPay } from './pay-findings.ts'
import { reviewWindow } from './window-findings.ts'

export interface DefinitionReview {
  /** Errors first, then by position in the tree. */
  readonly findings: readonly Finding[]
  /** False: there were too many objectives to compare all pairs. */
  readonly compared_all: boolean
}

const weight = { error: 0, warning: 1, notice: 2 } as const

type Node = TreeNode<ObjectiveDefinition>

/** Problems that prevent scoring; `reviewWindow` reports windows. */
function* reviewScoring(
  definition: EventDefinition,
  nodes: ReturnType<typeof buildTree<ObjectiveDefinition>>,
): Generator<Finding> {
  const names = new Map(definition.objectives.map((objective) => [objective.id, objective]))
  for (const { code, objective_id, preset_id, message } of findProblems(definition, nodes)) {
    const objective = objective_id === null ? undefined : names.get(objective_id)
    if (code === 'bad_dates' && objective) continue
    const inTree = nodes.problems.some((problem) => problem.code === code && problem.id === objective_id)
    // Messages of the engine begin with the name.
    const opening = objective ? `"${objective.name}" ` : ''
    const text = objective && message.startsWith(opening) ? message.slice(opening.length) : message
    yield {
      code: inTree ? 'broken_tree' : 'cannot_count',
      severity: 'error',
      objective_id,
      preset_id,
      sentence: objective && text !== message ? say`${objective} ${text}.` : say`${text}.`,
    }
  }
}

/** Children of one category with the same name. */
function* reviewNames({ item, children }: Node): Generator<Finding> {
  const known = new Map<string, ObjectiveDefinition>()
  for (const { item: child } of children) {
    const name = child.name.trim().toLowerCase()
    const other = known.get(name)
    if (!other) {
      known.set(name, child)
      continue
    }
    const sentence = say`${item} has two parts named ${child}.`
    yield { code: 'same_name', severity: 'warning', objective_id: child.id, preset_id: null, sentence }
  }
}

/**
 * Errors and likely mistakes in a definition: objectives that can never be completed or pay anything, windows that do not fit,
 * and duplicates. Works on definitions as stored, and never throws.
 */
export function findDefinitionProblems(definition: EventDefinition, names: KnownNames): DefinitionReview {
  const tree = buildTree(definition.objectives)
  const findings: Finding[] = [...reviewScoring(definition, tree)]
  const reviewConditions = createConditionReview(names)
  for (const node of tree.nodes) {
    const { item } = node
    const place = { objective_id: item.id, preset_id: null }
    const ofConditions = countsItems(item) ? reviewConditions(item) : reviewLogConditions(item, names.game_version)
    for (const report of [...ofConditions, ...reviewNumbers(item, names, definition), ...reviewWindow(node, definition)]) {
      findings.push({ ...place, ...report })
    }
    findings.push(...reviewNames(node))
  }
  findings.push(...reviewPay(tree.nodes, definition), ...reviewBoards(tree.nodes, definition))
  const overlaps = reviewOverlaps(
    tree.nodes.map(({ item }) => item),
    names.game_version,
  )
  let step = overlaps.next()
  for (; !step.done; step = overlaps.next()) findings.push(step.value)
  const places = new Map(tree.nodes.map(({ item }, place) => [item.id, place]))
  const placeOf = ({ objective_id }: Finding) => places.get(objective_id ?? -1) ?? -1
  findings.sort((a, b) => weight[a.severity] - weight[b.severity] || placeOf(a) - placeOf(b))
  return { findings, compared_all: step.value }
}
