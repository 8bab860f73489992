import type { CountedLine, GuildLog } from './guild-log.ts'
import { createTests, type LogFilter } from './log-rows.ts'

export interface ItemTotal {
  readonly item_name: string
  readonly added: number
  readonly removed: number
}

/** Deposits and withdrawals of one player; items carried from one tab into another count as `moved` only. */
export interface PlayerTotal {
  readonly account_name: string
  readonly lines: number
  readonly added: number
  readonly removed: number
  readonly moved: number
  /** Lines that changed a stack of unknown former size. */
  readonly unknown: number
  /** Items with the largest sums. */
  readonly top_items: readonly ItemTotal[]
}

export interface LogSummary {
  readonly lines: number
  /** Number of rows that show a movement. */
  readonly movements: number
  readonly players: readonly PlayerTotal[]
  /** Number of lines under another filter of the same kind. */
  readonly accounts: readonly { readonly name: string; readonly lines: number }[]
  readonly tabs: readonly { readonly name: string | null; readonly lines: number }[]
  readonly items: readonly { readonly name: string; readonly lines: number }[]
}

type Totals = { -readonly [K in keyof PlayerTotal]: PlayerTotal[K] } & { top_items: ItemTotal[] }
const shownItems = 5

/** Names with their counts, highest first. */
function listCounts<N>(counts: ReadonlyMap<N, number>): { name: N; lines: number }[] {
  const text = (name: N) => String(name ?? '')
  return [...counts]
    .map(([name, lines]) => ({ name, lines }))
    .sort((a, b) => b.lines - a.lines || (text(a.name) < text(b.name) ? -1 : 1))
}

/** Counts the matching lines, by player and action. */
export function summarize(log: GuildLog, filter: LogFilter): LogSummary {
  const tests = createTests(filter)
  const [accounts, tabs, items] = [new Map<string, number>(), new Map<string | null, number>(), new Map<string, number>()]
  const players = new Map<string, Totals & { items: Map<string, { added: number; removed: number }> }>()
  const raise = <N>(counts: Map<N, number>, name: N) => counts.set(name, (counts.get(name) ?? 0) + 1)
  const isCounted = (line: CountedLine) => tests.time(line) && tests.account(line) && tests.tab(line) && tests.item(line)

  function addTo(line: CountedLine): void {
    let total = players.get(line.account_name)
    if (total === undefined) {
      total = {
        account_name: line.account_name,
        lines: 0,
        added: 0,
        removed: 0,
        moved: 0,
        unknown: 0,
        top_items: [],
        items: new Map(),
      }
      players.set(line.account_name, total)
    }
    total.lines++
    if (line.partner) {
      // Counted once, even if the filter matches only one of its ends.
      if (line.action === 'added' || !isCounted(line.partner)) total.moved += line.number
      return
    }
    const { change } = line.count
    if (change === null) total.unknown++
    else {
      const item = total.items.get(line.item_name) ?? { added: 0, removed: 0 }
      total.items.set(line.item_name, item)
      const way = change < 0 ? 'removed' : 'added'
      total[way] += Math.abs(change)
      item[way] += Math.abs(change)
    }
  }

  let [lines, movements] = [0, 0]
  for (const line of log.lines()) {
    if (!tests.time(line)) continue
    const [account, tab, item] = [tests.account(line), tests.tab(line), tests.item(line)]
    const isMovement = line.partner !== null && line.action === 'added'
    if (isMovement && account && item && (tab || tests.tab(line.partner))) movements++
    if (tab && item) raise(accounts, line.account_name)
    if (account && item) raise(tabs, line.stash_name)
    if (account && tab) raise(items, line.item_name)
    if (!(account && tab && item)) continue
    lines++
    addTo(line)
  }
  const ranked = [...players.values()].map(({ items: counted, ...total }) => ({
    ...total,
    top_items: [...counted]
      .map(([item_name, both]) => ({ item_name, ...both }))
      .filter(({ added, removed }) => added + removed > 0)
      .sort((a, b) => b.added + b.removed - a.added - a.removed || (a.item_name < b.item_name ? -1 : 1))
      .slice(0, shownItems),
  }))
  return {
    lines,
    movements,
    players: ranked.sort((a, b) => b.lines - a.lines || (a.account_name < b.account_name ? -1 : 1)),
    accounts: listCounts(accounts),
    tabs: listCounts(tabs),
    items: listCounts(items),
  }
}
