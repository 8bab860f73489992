import { isSame } from '../../../lib/same.ts'

export interface Merge<V> {
  /** Every field that only one side changed, with the new value; fields that both changed have the saved value. */
  readonly merged: V
  /** Fields that both changed to different values: the user has to choose. */
  readonly conflicts: readonly (keyof V)[]
  /** Fields that only the other side changed. */
  readonly taken: readonly (keyof V)[]
}

/**
 * Merges the edits of two people, field by field.
 * @param base the version that both started from.
 * @param theirs the version saved meanwhile.
 * @param mine the unsaved version.
 */
export function mergeEdits<V extends object>(base: V, theirs: V, mine: V): Merge<V> {
  const merged = { ...theirs }
  const conflicts: (keyof V)[] = []
  const taken: (keyof V)[] = []
  for (const key of Object.keys(mine) as (keyof V)[]) {
    const [byThem, byMe] = [!isSame(base[key], theirs[key]), !isSame(base[key], mine[key])]
    if (byMe && !byThem) merged[key] = mine[key]
    else if (byThem && !byMe) taken.push(key)
    else if (byThem && byMe && !isSame(theirs[key], mine[key])) conflicts.push(key)
  }
  return { merged, conflicts, taken }
}
