import type { Gap } from './log-coverage.ts'
import type { LogEntry } from './log-page.ts'

/** The effect of a line on the quantity of its item. An inexact quantity is a lower bound. */
export interface LineCount {
  /** Null for a changed stack of unknown former size. */
  readonly change: number | null
  readonly tab: Span
  readonly guild: Span
}

export interface Span {
  readonly before: number
  readonly after: number
  readonly is_exact: boolean
}

interface Stack {
  number: number
  /** A line gave the size of the stack, and no more than that was taken out since. */
  is_said: boolean
}

interface Tab {
  /** By position. */
  readonly stacks: Map<string, Stack>
  number: number
  is_exact: boolean
}

/** The quantities of one item at a moment. */
interface Count {
  readonly tabs: Map<string | null, Tab>
  number: number
  is_exact: boolean
  /** No line is missing since the tabs were empty. */
  readonly is_whole: boolean
}

function findTab(count: Count, stash_name: string | null): Tab {
  let tab = count.tabs.get(stash_name)
  if (tab === undefined) {
    // Deleted tabs cannot be told apart.
    tab = { stacks: new Map(), number: 0, is_exact: count.is_whole && stash_name !== null }
    count.tabs.set(stash_name, tab)
  }
  return tab
}

function findStack(tab: Tab, { x, y }: LogEntry): Stack {
  const place = `${x} ${y}`
  let stack = tab.stacks.get(place)
  if (stack === undefined) tab.stacks.set(place, (stack = { number: 0, is_said: false }))
  return stack
}

function countLine(count: Count, line: LogEntry): LineCount {
  const { action, number } = line
  const tab = findTab(count, line.stash_name)
  const stack = findStack(tab, line)
  // More was taken out than known: the difference existed, and lines are missing.
  const unseen = action === 'removed' ? Math.max(0, number - stack.number) : 0
  if (unseen > 0) tab.is_exact = stack.is_said = false
  if (!tab.is_exact) count.is_exact = false
  const [in_tab, in_guild] = [tab.number + unseen, count.number + unseen]
  const known = stack.number + unseen
  const next = action === 'modified' ? number : known + (action === 'added' ? number : -number)
  const change = action === 'modified' && !tab.is_exact && !stack.is_said ? null : next - known
  if (action === 'modified') stack.is_said = true
  stack.number = next
  tab.number = in_tab + next - known
  count.number = in_guild + next - known
  return {
    change,
    tab: { before: in_tab, after: tab.number, is_exact: tab.is_exact },
    guild: { before: in_guild, after: count.number, is_exact: count.is_exact },
  }
}

/**
 * Quantities of one item, in its tab and in the guild, before and after each of its lines, in the order of the log. A league
 * begins with empty tabs, so a log without a gap gives exact numbers: `added` and `removed` change the stack at their position,
 * `modified` sets its size. After a gap the quantity is unknown: quantities restart as lower bounds from zero, and stay lower
 * bounds, because stacks without a line may exist; a stack itself is exact again once a line gives its size. The same holds for a
 * tab from which more is taken than was put in, and for deleted tabs.
 */
export function countItem(lines: readonly LogEntry[], gaps: readonly Gap[]): LineCount[] {
  const begin = (is_whole: boolean): Count => ({ tabs: new Map(), number: 0, is_exact: is_whole, is_whole })
  let count = begin(true)
  let passed = 0
  return lines.map((line) => {
    for (let gap = gaps[passed]; gap && line.timestamp >= gap.to; gap = gaps[++passed]) {
      count = begin(false)
    }
    return countLine(count, line)
  })
}
