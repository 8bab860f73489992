/** A stretch of a guild's log that somebody uploaded. Milliseconds. */
export interface Stretch {
  readonly oldest_at: number
  /** Where what lies above is known too: the stretch's newest line, or the oldest of the page uploaded before it. */
  readonly covers_until: number
  /** There are older lines than these. A page that says no was asked for down to what was already here. */
  readonly is_truncated: boolean
}

export interface Gap {
  readonly from: number
  readonly to: number
}

/**
 * The times between `from` and the newest uploaded line that no stretch covers, oldest first. Without any stretch there is
 * no gap to name: everything is missing.
 */
export function findGaps(stretches: readonly Stretch[], from: number, to: number): Gap[] {
  const gaps: Gap[] = []
  let covered = from
  // What begins at one moment may be told in any order: a stretch without older lines says so for the others too.
  const order = (a: Stretch, b: Stretch) => a.oldest_at - b.oldest_at || Number(a.is_truncated) - Number(b.is_truncated)
  for (const { oldest_at, covers_until, is_truncated } of stretches.toSorted(order)) {
    if (is_truncated && oldest_at > covered && covered < to) gaps.push({ from: covered, to: Math.min(oldest_at, to) })
    covered = Math.max(covered, covers_until)
  }
  return gaps
}

/**
 * How far up a page covers. Whoever walks back through the log uploads page after page; the page below one that had more
 * begins right where that one ended, even when the two share no line.
 */
export function findTop(
  page: { readonly newest_entry_id: number; readonly newest_at: number },
  before: { readonly oldest_entry_id: number; readonly oldest_at: number; readonly is_truncated: boolean } | null,
): number {
  const follows = before !== null && before.is_truncated && before.oldest_entry_id > page.newest_entry_id
  return follows ? Math.max(page.newest_at, before.oldest_at) : page.newest_at
}
