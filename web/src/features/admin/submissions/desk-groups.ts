import type { ObjectiveType } from '@muster/contract/objectives'
import type { Recheck, Submission } from '@muster/contract/submissions'

/** The kind of an objective; submissions that come back are kinds of their own. */
export type DeskKind = ObjectiveType | Recheck

/** The submissions of one player and one kind that wait for a decision. */
export interface DeskGroup {
  readonly key: string
  readonly user_id: number
  readonly kind: DeskKind
  /** Longest wait first; never empty. */
  readonly submissions: readonly Submission[]
}

/**
 * Groups a queue by player and kind. Known groups keep their order while the judge decides; new ones follow, longest wait first.
 * @param queue longest wait first
 * @param order keys of the groups as shown before
 */
export function groupQueue(
  queue: readonly Submission[],
  kindOf: (submission: Submission) => DeskKind,
  order: readonly string[] = [],
): DeskGroup[] {
  const groups = new Map<string, DeskGroup & { readonly submissions: Submission[] }>()
  for (const submission of queue) {
    const { user_id } = submission
    const kind = kindOf(submission)
    const key = `${user_id} ${kind}`
    const group = groups.get(key)
    if (group) group.submissions.push(submission)
    else groups.set(key, { key, user_id, kind, submissions: [submission] })
  }
  const placeOf = ({ key }: DeskGroup) => (order.includes(key) ? order.indexOf(key) : order.length)
  return [...groups.values()].sort((a, b) => placeOf(a) - placeOf(b))
}

/** The first submission of the group after the one with this submission; of the first group at the end. */
export function stepGroup(groups: readonly DeskGroup[], id: number | undefined): number | undefined {
  const place = groups.findIndex(({ submissions }) => submissions.some((each) => each.id === id))
  return (groups[place + 1] ?? groups[0])?.submissions[0]?.id
}

/** The submissions of a group that may be approved together, and the number of the others by reason. */
export interface Batch {
  readonly plain: readonly Submission[]
  readonly own_team: number
  readonly claimed: number
  /** They have the item of an earlier submission. */
  readonly doubled: number
  /** They have a sign that they may be wrong. */
  readonly suspect: number
  /** They come back: each is decided alone. */
  readonly again: number
}

export function pickBatch(
  { submissions }: DeskGroup,
  isOwnTeam: (submission: Submission) => boolean,
  isClaimed: (submission: Submission) => boolean,
): Batch {
  const rivals = submissions.filter((each) => !isOwnTeam(each))
  const free = rivals.filter((each) => !isClaimed(each))
  const first = free.filter(({ recheck }) => recheck === null)
  const clean = first.filter(({ suspicions }) => suspicions.length === 0)
  const plain = clean.filter(({ same_item_as }) => same_item_as === null)
  return {
    plain,
    own_team: submissions.length - rivals.length,
    claimed: rivals.length - free.length,
    doubled: clean.length - plain.length,
    suspect: first.length - clean.length,
    again: free.length - first.length,
  }
}
