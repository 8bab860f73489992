/** An uploaded stretch of a guild's log. Milliseconds. */
export interface Stretch {
  readonly oldest_at: number
  /** The time up to which the log is known: the stretch's newest line, or the oldest line of the page uploaded before it. */
  readonly covers_until: number
  /** There are older lines than these. A page without older lines was requested down to the known ones. */
  readonly is_truncated: boolean
}

export interface Gap {
  readonly from: number
  readonly to: number
}

/**
 * The times between `from` and the newest uploaded line that no stretch covers, oldest first. Without any stretch there is no
 * gap: everything is missing.
 */
export function findGaps(stretches: readonly Stretch[], from: number, to: number): Gap[] {
  const gaps: Gap[] = []
  let covered = from
  // Stretches with the same beginning come in any order: one without older lines decides for the others.
  const order = (a: Stretch, b: Stretch) => a.oldest_at - b.oldest_at || Number(a.is_truncated) - Number(b.is_truncated)
  for (const { oldest_at, covers_until, is_truncated } of stretches.toSorted(order)) {
    if (is_truncated && oldest_at > covered && covered < to) gaps.push({ from: covered, to: Math.min(oldest_at, to) })
    covered = Math.max(covered, covers_until)
  }
  return gaps
}

/**
 * How far up a page covers. A player who walks back through the log uploads page after page; the page below one with more lines
 * begins right where that one ended, even if they share no line.
 */
export function findTop(
  page: { readonly newest_entry_id: number; readonly newest_at: number },
  before: { readonly oldest_entry_id: number; readonly oldest_at: number; readonly is_truncated: boolean } | null,
): number {
  const follows = before !== null && before.is_truncated && before.oldest_entry_id > page.newest_entry_id
  return follows ? Math.max(page.newest_at, before.oldest_at) : page.newest_at
}
