import { createHmac } from 'node:crypto'
import type { Objective } from '@muster/contract/objectives'
import { noLayout, writeExtra } from '@muster/domain/objectives/layout'
import { findEventOpening, readShowing, type ShownEvent } from '@muster/domain/objectives/release'
import { buildTree, type TreeNode } from '@muster/domain/objectives/tree'
import type { Secret } from '../config.ts'
import { nameFurther } from '../db/further-presets.ts'
import type { StoredObjective } from '../features/objectives/store.ts'

const toText = (date: Date | null) => date?.toISOString() ?? null

function present(stored: StoredObjective, children: Objective[]): Objective {
  const { event_id: _, position: __, file_key: ___, view, tab, note, cell, valid_from, valid_to, ...columns } = stored
  const { further_preset_ids, finished_by, players_from, pieces_from, ...objective } = columns
  return {
    ...objective,
    // Most objectives have neither.
    ...(players_from !== null && { players_from }),
    ...(pieces_from !== null && { pieces_from }),
    extra: writeExtra({ view, tab, note, cell }),
    valid_from: toText(valid_from),
    valid_to: toText(valid_to),
    scoring_preset: null,
    ...nameFurther(further_preset_ids, finished_by),
    children,
  }
}

/**
 * The public part of an objective that opens later: its existence, its cell on a board, and its opening time. Its name is a keyed
 * digest of the id, so that no guess can be confirmed, and stays the same between calls.
 */
function mask(stored: StoredObjective, secret: Secret): Objective {
  return {
    id: 0,
    parent_id: stored.parent_id,
    name: createHmac('sha256', secret.reveal()).update(`masked objective ${stored.id}`).digest('hex'),
    extra: writeExtra({ ...noLayout, cell: stored.cell }),
    objective_type: '',
    aggregation: '',
    number_field: '',
    required_number: 0,
    hide_progress: false,
    reports: null,
    report_proof: null,
    valid_from: toText(stored.valid_from),
    valid_to: toText(stored.valid_to),
    conditions: [],
    version: 0,
    scoring_preset_id: null,
    scoring_preset: null,
    children: [],
  }
}

export interface PresentedTree {
  readonly root: Objective
  /** When the next masked objective opens, ms on the event clock. */
  readonly changes_at: number | undefined
}

/**
 * The nested tree at a moment; null if the event has no root. Until an event shows its objectives the tree is only its root, so
 * that not even their number is public.
 * @param secret null = nothing is masked
 */
export function presentTree(
  objectives: readonly StoredObjective[],
  event: ShownEvent,
  now: number,
  secret: Secret | null,
): PresentedTree | null {
  const { root } = buildTree(objectives)
  if (!root) return null
  const all = readShowing(true, findEventOpening(event), now)
  if (secret && all.to === 'everyone_later') return { root: present(root.item, []), changes_at: all.at }
  let changes_at: number | undefined
  function walk(node: TreeNode<StoredObjective>): Objective {
    const own = readShowing(true, node.item.valid_from?.getTime() ?? null, now)
    if (secret && own.to === 'everyone_later') {
      changes_at = Math.min(changes_at ?? own.at, own.at)
      return mask(node.item, secret)
    }
    return present(node.item, node.children.map(walk))
  }
  return { root: walk(root), changes_at }
}

/** An objective with everything below it, unmasked; null if it is unknown. */
export function presentBranch(objectives: readonly StoredObjective[], id: number): Objective | null {
  const walk = (node: TreeNode<StoredObjective>): Objective => present(node.item, node.children.map(walk))
  const node = buildTree(objectives).by_id.get(id)
  if (node) return walk(node)
  // An objective without a parent is in no tree, but can still be repaired.
  const lost = objectives.find((objective) => objective.id === id)
  return lost ? present(lost, []) : null
}
