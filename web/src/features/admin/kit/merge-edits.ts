const inOrder = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

/** The same value, as far as JSON can tell: the database gives the keys of an object back in an order of its own. */
export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a, inOrder) === JSON.stringify(b, inOrder)

export interface Merge<V> {
  /** Every field that only one side changed, as that side has it; those that both changed, as they were saved meanwhile. */
  readonly merged: V
  /** Fields that both changed, to different values: somebody has to choose. */
  readonly conflicts: readonly (keyof V)[]
  /** Fields that were changed meanwhile by the other side alone. */
  readonly taken: readonly (keyof V)[]
}

/**
 * Brings together what two people made of the same thing, field by field.
 * @param base what both began with.
 * @param theirs what was saved meanwhile.
 * @param mine what is not saved yet.
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
