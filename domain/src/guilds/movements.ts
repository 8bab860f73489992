import type { LogEntry } from './log-page.ts'

/** Longest time between taking an item out of one tab and putting it into another. */
export const longestMove_ms = 60_000

/** The order of a log: by time, and within a second by number. */
export const compareLines = (a: LogEntry, b: LogEntry): number => a.timestamp - b.timestamp || a.entry_id - b.entry_id

export interface Movement<L extends LogEntry> {
  readonly removed: L
  readonly added: L
}

/**
 * Lines with the same key may be the two ends of a movement. Each text is preceded by its length, so that keys are unambiguous.
 */
export const movementKey = ({ account_name, item_name, number }: LogEntry): string =>
  `${number} ${account_name.length} ${account_name}${item_name}`

interface Waiting<L> {
  readonly line: L
  older: Waiting<L> | null
}

/** Consecutive removed lines of one tab. */
interface Run<L> {
  readonly stash_name: string | null
  newest: Waiting<L>
  readonly oldest: Waiting<L>
}

/** Removed lines without a pair; neighbouring runs belong to different tabs, so the right line is in one of the last two. */
function createWaiting<L extends LogEntry>() {
  const runs: Run<L>[] = []

  function add(line: L): void {
    const last = runs.at(-1)
    const entry = { line, older: last?.stash_name === line.stash_name ? last.newest : null }
    if (last && entry.older) last.newest = entry
    else runs.push({ stash_name: line.stash_name, newest: entry, oldest: entry })
  }

  /** Takes out the latest line of another tab, unless it is too old. */
  function take(stash_name: string | null, since: number): L | null {
    const place = runs.length - (runs.at(-1)?.stash_name === stash_name ? 2 : 1)
    const run = runs[place]
    if (!run || run.newest.line.timestamp < since) return null
    const { line, older } = run.newest
    if (older !== null) run.newest = older
    else {
      runs.splice(place, 1)
      const [below, above] = [runs[place - 1], runs[place]]
      if (below && above && below.stash_name === above.stash_name) {
        above.oldest.older = below.newest
        runs.splice(place - 1, 2, { ...above, oldest: below.oldest })
      }
    }
    return line
  }

  return { add, take }
}

/**
 * Pairs lines of one key, in the order of the log: each added line with the latest unpaired removed line of another tab, at most
 * a minute older. Every line is in one pair at most, and the pairs follow from the set of lines alone. Two deleted tabs may be
 * the same tab, so there are no movements between them.
 */
export function pairMovements<L extends LogEntry>(lines: readonly L[]): Movement<L>[] {
  const waiting = createWaiting<L>()
  const movements: Movement<L>[] = []
  for (const line of lines) {
    if (line.action === 'removed') waiting.add(line)
    if (line.action !== 'added') continue
    const removed = waiting.take(line.stash_name, line.timestamp - longestMove_ms)
    if (removed) movements.push({ removed, added: line })
  }
  return movements
}
