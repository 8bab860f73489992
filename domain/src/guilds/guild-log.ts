import type { Gap } from './log-coverage.ts'
import type { LogEntry } from './log-page.ts'
import { compareLines, movementKey, pairMovements } from './movements.ts'
import { countItem, type LineCount } from './quantities.ts'

/** A line and the values that follow from other lines. */
export interface CountedLine extends LogEntry {
  /** The other end of its movement. */
  readonly partner: CountedLine | null
  readonly count: LineCount
}

/** The known part of a guild's log, with movements and quantities. They follow from lines and gaps, in any order of arrival. */
export interface GuildLog {
  /** Adds lines in any order; known lines are ignored. Only lines that share an item with them are computed again. */
  add(lines: readonly LogEntry[]): void
  /** Sets the times that no upload covers, oldest first; they affect every quantity. */
  setGaps(gaps: readonly Gap[]): void
  gaps(): readonly Gap[]
  /** Oldest first. */
  lines(): readonly CountedLine[]
  find(entry_id: number): CountedLine | null
}

type Kept = { -readonly [K in keyof CountedLine]: CountedLine[K] } & { partner: Kept | null }

const nothing = { before: 0, after: 0, is_exact: false }
const notCounted: LineCount = { change: null, tab: nothing, guild: nothing }

/**
 * Adds lines to groups.
 * @returns the groups that have grown, in the order of the log
 */
function groupLines(groups: Map<string, Kept[]>, fresh: readonly Kept[], keyOf: (line: Kept) => string): Kept[][] {
  const grown = new Set<Kept[]>()
  for (const line of fresh) {
    const key = keyOf(line)
    let group = groups.get(key)
    if (group === undefined) groups.set(key, (group = []))
    group.push(line)
    grown.add(group)
  }
  for (const group of grown) group.sort(compareLines)
  return [...grown]
}

export function createGuildLog(): GuildLog {
  const known = new Map<number, Kept>()
  const byMovement = new Map<string, Kept[]>()
  const byItem = new Map<string, Kept[]>()
  let lines: Kept[] = []
  let gaps: readonly Gap[] = []

  function countGroup(group: readonly Kept[]): void {
    const counts = countItem(group, gaps)
    group.forEach((line, place) => (line.count = counts[place] ?? notCounted))
  }

  function pairGroup(group: readonly Kept[]): void {
    for (const line of group) line.partner = null
    for (const { removed, added } of pairMovements(group)) [removed.partner, added.partner] = [added, removed]
  }

  return {
    add(given) {
      const fresh: Kept[] = []
      for (const line of given) {
        if (known.has(line.entry_id)) continue
        const kept = { ...line, partner: null, count: notCounted }
        known.set(line.entry_id, kept)
        fresh.push(kept)
      }
      if (fresh.length === 0) return
      lines = [...lines, ...fresh].sort(compareLines)
      for (const group of groupLines(byMovement, fresh, movementKey)) pairGroup(group)
      for (const group of groupLines(byItem, fresh, (line) => line.item_name)) countGroup(group)
    },
    setGaps(given) {
      gaps = given
      for (const group of byItem.values()) countGroup(group)
    },
    gaps: () => gaps,
    lines: () => lines,
    find: (entry_id) => known.get(entry_id) ?? null,
  }
}
