import { findAggregation } from '../../scoring/aggregations/index.ts'
import type { EventDefinition, ObjectiveDefinition } from '../definition.ts'
import type { TreeNode } from '../tree.ts'
import { type Finding, say } from './finding.ts'

type Report = Pick<Finding, 'code' | 'severity' | 'sentence'>

interface Bound {
  readonly category: ObjectiveDefinition
  readonly at: number
}

/** The nearest bound on this side among the ancestor categories. */
function findBound(node: TreeNode<ObjectiveDefinition>, side: 'valid_from' | 'valid_to'): Bound | null {
  for (let above = node.parent; above !== null; above = above.parent) {
    const at = above.item[side]
    if (at !== null) return { category: above.item, at }
  }
  return null
}

type Dated = Pick<ObjectiveDefinition, 'id' | 'name' | 'parent_id' | 'valid_from' | 'valid_to'> & { readonly aggregation: string }

/** A window that lies outside the event, wholly or in part. */
export function* reviewAgainstEvent(
  objective: Dated,
  { start_at, end_at }: Pick<EventDefinition, 'start_at' | 'end_at'>,
): Generator<Report> {
  const { valid_from, valid_to } = objective
  const measuresBefore = findAggregation(objective.aggregation)?.reads_before_window === true
  if (valid_from !== null && end_at !== null && valid_from > end_at) {
    yield { code: 'impossible_window', severity: 'error', sentence: say`${objective} opens after the event has ended.` }
    return
  }
  if (valid_to !== null && start_at !== null && valid_to < start_at) {
    yield { code: 'impossible_window', severity: 'error', sentence: say`${objective} closes before the event starts.` }
    return
  }
  if (valid_from !== null && start_at !== null && valid_from < start_at && !measuresBefore) {
    const sentence = say`${objective} opens before the event starts, and counts from the start.`
    yield { code: 'window_beyond_event', severity: 'warning', sentence }
  }
  if (valid_to !== null && end_at !== null && valid_to > end_at) {
    const sentence = say`${objective} closes after the event has ended, and counts until the end.`
    yield { code: 'window_beyond_event', severity: 'warning', sentence }
  }
}

/** Objectives are hidden until their category opens, but count by their own window. */
function* reviewAgainstParents(node: TreeNode<ObjectiveDefinition>): Generator<Report> {
  const { item } = node
  const code = 'window_outside_parent'
  const opens = findBound(node, 'valid_from')
  if (opens !== null && item.valid_to !== null && item.valid_to < opens.at) {
    const sentence = say`${item} closes before ${opens.category} opens, so it is never visible while open.`
    yield { code, severity: 'error', sentence }
  } else if (opens !== null && item.valid_from !== null && item.valid_from < opens.at) {
    yield { code, severity: 'warning', sentence: say`${item} opens before ${opens.category}, which hides it until then.` }
  }
  const closes = findBound(node, 'valid_to')
  if (closes !== null && item.valid_from !== null && item.valid_from > closes.at) {
    yield { code, severity: 'error', sentence: say`${item} opens after ${closes.category} has closed.` }
  } else if (closes !== null && item.valid_to !== null && item.valid_to > closes.at) {
    yield { code, severity: 'warning', sentence: say`${item} closes after its category ${closes.category}.` }
  }
}

/** Windows in which nothing can count, or that do not mean what they seem to. */
export function* reviewWindow(node: TreeNode<ObjectiveDefinition>, definition: EventDefinition): Generator<Report> {
  const { item } = node
  const { valid_from, valid_to } = item
  if (valid_from !== null && valid_to !== null && valid_from > valid_to) {
    yield { code: 'impossible_window', severity: 'error', sentence: say`${item} closes before it opens, so nothing counts.` }
    return
  }
  yield* reviewAgainstEvent(item, definition)
  yield* reviewAgainstParents(node)
}
