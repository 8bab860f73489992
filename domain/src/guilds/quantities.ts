import type { Gap } from './log-coverage.ts'
import type { LogEntry } from './log-page.ts'

/** What a line did to the quantity of its item. Where the quantity is not exact, it is at least this. */
export interface LineCount {
  /** Null for a stack that was changed, and whose number before nobody knows. */
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
  /** A line said how many it held, and not more was taken out since. */
  is_said: boolean
}

interface Tab {
  /** By their place. */
  readonly stacks: Map<string, Stack>
  number: number
  is_exact: boolean
}

/** One item's quantities at a moment. */
interface Count {
  readonly tabs: Map<string | null, Tab>
  number: number
  is_exact: boolean
  /** Nothing is missing since the tabs were empty. */
  readonly is_whole: boolean
}

function findTab(count: Count, stash_name: string | null): Tab {
  let tab = count.tabs.get(stash_name)
  if (tab === undefined) {
    // Several tabs may be gone; they cannot be told apart.
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
  // More was taken out than we knew of: that much was there, and lines are missing.
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
 * How many of one item its tab and the guild held before and after each of its lines, which come in the order of the log.
 * A league begins with empty tabs, so a log without a gap gives exact numbers: `added` and `removed` add to the stack at their place
 * and take from it, `modified` says what it holds now. After a gap anything may have come and gone: quantities begin again
 * at "at least none", and stay lower bounds, because a stack that no line names may lie there; only a stack itself is known
 * again, once a line says what it holds. The same goes for a tab out of which more is taken than was put in, and for tabs that are gone.
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
