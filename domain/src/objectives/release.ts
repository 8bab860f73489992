import { buildTree, type TreeItem } from './tree.ts'

/** The fields that decide release; times in milliseconds, null = open from the start. */
export interface ReleasedItem extends TreeItem {
  readonly valid_from: number | null
}

export interface Release {
  /** Objectives visible to everyone: they and all their ancestors have opened. */
  readonly ids: ReadonlySet<number>
  /** When the next one opens, null when none is left. */
  readonly next_at: number | null
}

/** The open objectives at a given time. Everything below an unopened objective is closed, too. */
export function readRelease(items: readonly ReleasedItem[], now: number): Release {
  const ids = new Set<number>()
  let next_at: number | null = null
  // Parents come before children.
  for (const { item, parent } of buildTree(items).nodes) {
    const opens_at = item.valid_from ?? now
    if (opens_at > now) next_at = Math.min(next_at ?? opens_at, opens_at)
    else if (parent === null || ids.has(parent.item.id)) ids.add(item.id)
  }
  return { ids, next_at }
}
