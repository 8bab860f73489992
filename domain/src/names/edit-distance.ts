/**
 * Number of letters to insert, delete or replace to turn one text into the other, or `limit + 1` when it is greater than the
 * limit. Keeps one row of the table, and stops at the first row that is above the limit.
 */
export function countEdits(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) > limit) return limit + 1
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let at = 0; at < one.length; at++) {
    const next = [at + 1]
    let least = at + 1
    for (let to = 0; to < other.length; to++) {
      const replaced = (row[to] ?? 0) + (one[at] === other[to] ? 0 : 1)
      const edits = Math.min(replaced, (row[to + 1] ?? 0) + 1, (next[to] ?? 0) + 1)
      next.push(edits)
      if (edits < least) least = edits
    }
    if (least > limit) return limit + 1
    row = next
  }
  return Math.min(row[other.length] ?? 0, limit + 1)
}
