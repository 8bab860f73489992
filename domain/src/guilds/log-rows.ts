import type { CountedLine, GuildLog } from './guild-log.ts'
import type { Gap } from './log-coverage.ts'

/** A filter of log lines. Times in milliseconds; `stash_name` null is a deleted tab. */
export interface LogFilter {
  readonly account_name?: string | undefined
  /** Part of the item's name, case-insensitive. */
  readonly item?: string | undefined
  readonly stash_name?: string | null | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
}

export type LogRow =
  | ({ readonly kind: 'gap' } & Gap)
  | { readonly kind: 'line'; readonly line: CountedLine }
  | { readonly kind: 'movement'; readonly removed: CountedLine; readonly added: CountedLine }

/** A test for each property in the filter. */
export function createTests({ account_name, item, stash_name, from = -Infinity, to = Infinity }: LogFilter) {
  const part = item?.toLowerCase() ?? ''
  // A log of many thousands of lines has a few hundred names.
  const known = new Map<string, boolean>()
  return {
    account: (line: CountedLine) => account_name === undefined || line.account_name === account_name,
    tab: (line: CountedLine) => stash_name === undefined || line.stash_name === stash_name,
    time: ({ timestamp }: CountedLine) => timestamp >= from && timestamp <= to,
    item({ item_name }: CountedLine): boolean {
      if (part === '') return true
      let found = known.get(item_name)
      if (found === undefined) known.set(item_name, (found = item_name.toLowerCase().includes(part)))
      return found
    },
  }
}

/** Index of the first line, oldest first, that is not before `line`. */
function findPlace(lines: readonly CountedLine[], line: CountedLine): number {
  let [low, high] = [0, lines.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const at = lines[middle]
    if (at && (at.timestamp < line.timestamp || (at.timestamp === line.timestamp && at.entry_id < line.entry_id)))
      low = middle + 1
    else high = middle
  }
  return low
}

export interface RowsAsked {
  /** Both lines of a movement in one row; otherwise each line is a row. */
  readonly pairs: boolean
  /** The number of the line, as given by `next`. */
  readonly before?: number | undefined
  /** Gaps are not counted. */
  readonly limit: number
}

/**
 * Rows of a log, newest first: a movement has the position of its added line, and a gap, under any filter, is between the uploads
 * before and after it. Lines added later never move a row from one page to another.
 */
export function selectRows(
  log: GuildLog,
  filter: LogFilter,
  { pairs, before, limit }: RowsAsked,
): { rows: LogRow[]; next: number | null } {
  const lines = log.lines()
  const cursor = before === undefined ? null : log.find(before)
  if (before !== undefined && cursor === null) return { rows: [], next: null }
  const { from = -Infinity, to = Infinity } = filter
  const tests = createTests(filter)
  const isAsked = (line: CountedLine) => tests.time(line) && tests.account(line) && tests.item(line)

  const rows: LogRow[] = []
  const gaps = log.gaps().filter((gap) => gap.to > from && gap.from < to && (cursor === null || cursor.timestamp >= gap.to))
  const passGaps = (timestamp: number) => {
    for (let gap = gaps.at(-1); gap && timestamp < gap.to; gap = gaps.at(-1)) {
      rows.push({ kind: 'gap', ...gap })
      gaps.pop()
    }
  }

  let taken = 0
  let last: CountedLine | null = null
  for (let place = (cursor ? findPlace(lines, cursor) : lines.length) - 1; place >= 0; place--) {
    const line = lines[place]
    if (!line || line.timestamp < from) break
    const partner = pairs ? line.partner : null
    // Shown at its other end.
    if (partner && line.action === 'removed') continue
    if (!isAsked(line) || !(tests.tab(line) || (partner !== null && tests.tab(partner)))) continue
    if (taken === limit) return { rows, next: last?.entry_id ?? null }
    passGaps(line.timestamp)
    rows.push(partner ? { kind: 'movement', removed: partner, added: line } : { kind: 'line', line })
    last = line
    taken++
  }
  passGaps(-Infinity)
  return { rows, next: null }
}
