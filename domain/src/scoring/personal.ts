import { type Layout, viewOf } from '../objectives/layout.ts'
import { findCounts } from './aggregations/counts.ts'
import { listBranch, type TreeItem, type TreeNode } from '../objectives/tree.ts'

/** The fields of an objective that masking needs; times in milliseconds. */
export interface MaskedItem extends TreeItem, Pick<Layout, 'view'> {
  readonly aggregation: string
  readonly valid_to: number | null
}

/** Objectives to show as zero, and until when (null: nothing is masked). */
export interface PersonalMask {
  readonly objective_ids: ReadonlySet<number>
  readonly until: number | null
}

/**
 * Personal totals are hidden until the first checkpoint: until the earliest valid_to of the personal branch (a direct child of
 * the root), its objectives that count the highest number show 0 points and number 0 for every team.
 */
export function readPersonalMask(root: TreeNode<MaskedItem> | null, now: number): PersonalMask {
  const branch = root?.children.find(({ item }) => viewOf(item) === 'personal')
  const inside = branch === undefined ? [] : listBranch(branch).filter((node) => node !== branch)
  const ends = inside.map(({ item }) => item.valid_to).filter((end) => end !== null)
  const until = Math.min(...ends)
  if (ends.length === 0 || !(now < until)) return { objective_ids: new Set(), until: null }
  const highest = inside.filter(({ item }) => findCounts(item.aggregation) === 'highest')
  return { objective_ids: new Set(highest.map(({ item }) => item.id)), until }
}

interface Masked {
  readonly points: number
  readonly number: number
  readonly by_rule?: readonly Omit<Masked, 'by_rule'>[] | undefined
}

/** The score as pages show it under a mask; other fields are unchanged. */
export function maskScore<S extends Masked>(mask: PersonalMask, objective_id: number, score: S): S {
  if (!mask.objective_ids.has(objective_id)) return score
  const by_rule = score.by_rule?.map((share) => ({ ...share, points: 0, number: 0 }))
  return { ...score, points: 0, number: 0, ...(by_rule && { by_rule }) }
}
