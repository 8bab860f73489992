import { describe, expect, test } from 'vitest'
import { createGuildLog } from './guild-log.ts'
import type { LogEntry } from './log-page.ts'
import { type LogFilter, selectRows } from './log-rows.ts'
import { summarize } from './log-summary.ts'
import { aLogLine } from './testing/log-line.ts'

const aLine = (entry_id: number, seconds: number, action: LogEntry['action'], line: Partial<LogEntry> = {}): LogEntry =>
  aLogLine({ entry_id, timestamp: seconds * 1000, action, ...line })

const log = createGuildLog()
log.setGaps([
  { from: 120_000, to: 200_000 },
  { from: 300_000, to: 400_000 },
])
log.add([
  aLine(1, 100, 'added', { number: 20 }),
  aLine(2, 110, 'removed', { number: 5 }),
  aLine(3, 120, 'added', { number: 5, stash_name: 'bank' }),
  aLine(4, 200, 'added', { account_name: 'Bo#1', item_name: 'Exalted Orb', stash_name: null }),
  aLine(5, 300, 'modified', { account_name: 'Bo#1', number: 30 }),
  aLine(6, 400, 'removed', { account_name: 'Bo#1', number: 3 }),
])

const tell = (
  filter: LogFilter,
  { pairs = true, before, limit = 100 }: { pairs?: boolean; before?: number; limit?: number } = {},
) =>
  selectRows(log, filter, { pairs, limit, before }).rows.map((row) =>
    row.kind === 'gap'
      ? `gap ${row.to / 1000}`
      : row.kind === 'line'
        ? row.line.entry_id
        : [row.removed.entry_id, row.added.entry_id],
  )

describe('rows', () => {
  test('are newest first, with movements as one row and gaps in their place', () => {
    expect(tell({})).toEqual([6, 'gap 400', 5, 4, 'gap 200', [2, 3], 1])
    expect(tell({}, { pairs: false })).toEqual([6, 'gap 400', 5, 4, 'gap 200', 3, 2, 1])
  })

  test('under a filter keep the gaps, which may hold matching lines', () => {
    expect(tell({ account_name: 'Ada#1' })).toEqual(['gap 400', 'gap 200', [2, 3], 1])
    expect(tell({ item: 'EXALT' })).toEqual(['gap 400', 4, 'gap 200'])
    expect(tell({ stash_name: null })).toEqual(['gap 400', 4, 'gap 200'])
  })

  test('of a tab hold arrivals and departures', () => {
    expect(tell({ stash_name: 'bank' })).toEqual(['gap 400', 'gap 200', [2, 3]])
    expect(tell({ stash_name: 'drops' }, { pairs: false })).toEqual([6, 'gap 400', 5, 'gap 200', 2, 1])
  })

  test('of a period hold the gaps that touch it', () => {
    expect(tell({ from: 150_000, to: 250_000 })).toEqual([4, 'gap 200'])
    expect(tell({ from: 200_000, to: 300_000 })).toEqual([5, 4])
  })

  test('continue below the last one, and stop at an unknown line', () => {
    expect(selectRows(log, {}, { pairs: true, limit: 2 }).next).toBe(5)
    expect(tell({}, { before: 5 })).toEqual([4, 'gap 200', [2, 3], 1])
    expect(tell({}, { before: 99 })).toEqual([])
  })
})

describe('a summary', () => {
  test('counts deposits and withdrawals by player; movements are neither', () => {
    const { lines, movements, players } = summarize(log, {})
    expect([lines, movements]).toEqual([6, 1])
    expect(players).toEqual([
      {
        account_name: 'Ada#1',
        lines: 3,
        added: 20,
        removed: 0,
        moved: 5,
        unknown: 0,
        top_items: [{ item_name: 'Chaos Orb', added: 20, removed: 0 }],
      },
      {
        account_name: 'Bo#1',
        lines: 3,
        added: 1,
        removed: 3,
        moved: 0,
        unknown: 1,
        top_items: [
          { item_name: 'Chaos Orb', added: 0, removed: 3 },
          { item_name: 'Exalted Orb', added: 1, removed: 0 },
        ],
      },
    ])
  })

  test('counts for each filter the results of its other choices', () => {
    const { lines, accounts, tabs, items, players } = summarize(log, { account_name: 'Ada#1', stash_name: 'bank' })
    expect(lines).toBe(1)
    expect(players.map(({ moved }) => moved)).toEqual([5])
    expect(accounts).toEqual([{ name: 'Ada#1', lines: 1 }])
    expect(tabs).toEqual([
      { name: 'drops', lines: 2 },
      { name: 'bank', lines: 1 },
    ])
    expect(items).toEqual([{ name: 'Chaos Orb', lines: 1 }])
  })
})
