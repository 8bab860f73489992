import { describe, expect, test } from 'vitest'
import { createGuildLog } from './guild-log.ts'
import type { Gap } from './log-coverage.ts'
import type { LogEntry } from './log-page.ts'
import { selectRows } from './log-rows.ts'
import { createPick } from '../scoring/testing/event-generator.ts'
import { cutIntoPages, generateLog, shuffle } from './testing/log-generator.ts'
import { aLogLine } from './testing/log-line.ts'
import { countByTheBook, pairByTheBook } from './testing/log-oracle.ts'

let next_id = 1
const aLine = (action: LogEntry['action'], seconds: number, line: Partial<LogEntry> = {}): LogEntry =>
  aLogLine({ entry_id: next_id++, timestamp: seconds * 1000, action, ...line })

function readLog(lines: readonly LogEntry[], gaps: readonly Gap[] = []) {
  const log = createGuildLog()
  log.setGaps(gaps)
  log.add(lines)
  return log
}
/** Pairs, as indexes of their lines. */
function pairsOf(lines: readonly LogEntry[]): [number, number][] {
  const log = readLog(lines)
  return lines.flatMap((line, place) => {
    const partner = log.find(line.entry_id)?.partner
    return line.action === 'added' && partner ? [[lines.findIndex((one) => one.entry_id === partner.entry_id), place]] : []
  })
}

describe('a movement', () => {
  test('is the same item out of one tab and into another within a minute, by the same player', () => {
    expect(pairsOf([aLine('removed', 0), aLine('added', 60, { stash_name: 'bank' })])).toEqual([[0, 1]])
  })

  test.each<[string, number, Partial<LogEntry>]>([
    ['into the same tab', 10, { stash_name: 'drops' }],
    ['later than a minute', 61, {}],
    ['by somebody else', 10, { account_name: 'Bo#1' }],
    ['in another quantity', 10, { number: 2 }],
    ['as another item', 10, { item_name: 'Divine Orb' }],
    ['by changing a stack', 10, { action: 'modified' }],
  ])('is not an item that comes back %s', (_, seconds, line) => {
    expect(pairsOf([aLine('removed', 0), aLine('added', seconds, { stash_name: 'bank', ...line })])).toEqual([])
  })

  test('does not exist for an item that was put in first and taken out later', () => {
    expect(pairsOf([aLine('added', 0, { stash_name: 'bank' }), aLine('removed', 1)])).toEqual([])
  })

  test('within one second follows the numbers of the lines', () => {
    const [removed, added] = [aLine('removed', 5), aLine('added', 5, { stash_name: 'bank' })]
    expect(pairsOf([removed, added])).toEqual([[0, 1]])
    expect(
      pairsOf([
        { ...removed, entry_id: added.entry_id },
        { ...added, entry_id: removed.entry_id },
      ]),
    ).toEqual([])
  })

  test('takes the latest removed line, and each line once: other removals stay visible', () => {
    const lines = [aLine('removed', 0), aLine('removed', 5), aLine('added', 10, { stash_name: 'bank' })]
    expect(pairsOf(lines)).toEqual([[1, 2]])
  })

  test('continues from tab to tab, one pair for each step', () => {
    const lines = [
      aLine('removed', 0),
      aLine('added', 10, { stash_name: 'bank' }),
      aLine('removed', 20, { stash_name: 'bank' }),
      aLine('added', 30, { stash_name: 'maps' }),
      aLine('removed', 40, { stash_name: 'maps' }),
    ]
    expect(pairsOf(lines)).toEqual([
      [0, 1],
      [2, 3],
    ])
  })

  test('ignores items that came out of the same tab', () => {
    const lines = [
      aLine('removed', 0, { stash_name: 'bank' }),
      aLine('removed', 1),
      aLine('removed', 2),
      aLine('added', 3),
      aLine('added', 4, { stash_name: 'bank' }),
    ]
    expect(pairsOf(lines)).toEqual([
      [0, 3],
      [2, 4],
    ])
  })

  test('may come out of a deleted tab, but not into another deleted tab', () => {
    expect(pairsOf([aLine('removed', 0, { stash_name: null }), aLine('added', 1)])).toEqual([[0, 1]])
    expect(pairsOf([aLine('removed', 0, { stash_name: null }), aLine('added', 1, { stash_name: null })])).toEqual([])
  })
})

describe('quantities', () => {
  const countsOf = (lines: readonly LogEntry[], gaps: readonly Gap[] = []) => {
    const log = readLog(lines, gaps)
    return lines.map((line) => log.find(line.entry_id)?.count)
  }
  const exactly = (before: number, after: number) => ({ before, after, is_exact: true })
  const atLeast = (before: number, after: number) => ({ before, after, is_exact: false })

  test('added adds, removed subtracts, modified sets the size of the stack; other stacks of the tab are unchanged', () => {
    const found = countsOf([
      aLine('added', 0, { number: 20 }),
      aLine('added', 1, { number: 5, x: 1 }),
      aLine('modified', 2, { number: 35 }),
      aLine('removed', 3, { number: 5, x: 1 }),
    ])
    expect(found.map((count) => count?.tab)).toEqual([exactly(0, 20), exactly(20, 25), exactly(25, 40), exactly(40, 35)])
    expect(found.map((count) => count?.change)).toEqual([20, 5, 15, -5])
  })

  test('the guild has the sum of its tabs', () => {
    const found = countsOf([aLine('added', 0, { number: 20 }), aLine('added', 1, { number: 5, stash_name: 'bank' })])
    expect(found[1]).toEqual({ change: 5, tab: exactly(0, 5), guild: exactly(20, 25) })
  })

  test('after a gap they are lower bounds starting at zero, until a line sets the size of its stack', () => {
    const found = countsOf(
      [
        aLine('added', 10, { number: 20 }),
        aLine('added', 40, { number: 2 }),
        aLine('modified', 50, { number: 30 }),
        aLine('modified', 60, { number: 31 }),
      ],
      [{ from: 10, to: 30_000 }],
    )
    expect(found.map((count) => count?.tab)).toEqual([exactly(0, 20), atLeast(0, 2), atLeast(2, 30), atLeast(30, 31)])
    expect(found.map((count) => count?.change)).toEqual([20, 2, null, 1])
    expect(found.at(-1)?.guild).toEqual(atLeast(30, 31))
  })

  test('a gap before the first line leaves no quantity exact', () => {
    expect(countsOf([aLine('added', 10)], [{ from: 0, to: 10_000 }])[0]?.tab).toEqual(atLeast(0, 1))
  })

  test('a removal of more than the known quantity shows that lines are missing', () => {
    const found = countsOf([
      aLine('added', 0, { number: 5 }),
      aLine('removed', 1, { number: 8 }),
      aLine('added', 2, { number: 1 }),
    ])
    expect(found.map((count) => count?.tab)).toEqual([exactly(0, 5), atLeast(8, 0), atLeast(0, 1)])
    expect(found[2]?.guild.is_exact).toBe(false)
  })

  test('no quantity of a deleted tab is exact', () => {
    expect(countsOf([aLine('added', 0, { stash_name: null })])[0]?.tab).toEqual(atLeast(0, 1))
  })
})

/** The whole log as plain values. */
function tellAll(log: ReturnType<typeof createGuildLog>) {
  return log.lines().map((line) => ({ id: line.entry_id, partner: line.partner?.entry_id ?? null, count: line.count }))
}

describe('1,000 random logs', () => {
  const seeds = Array.from({ length: 10 }, (_, part) => part * 100)
  test.each(seeds)('agree with a slow oracle of the rules, for any order and any division into pages, from %i on', (first) => {
    for (let seed = first; seed < first + 100; seed++) {
      const pick = createPick(seed)
      const { lines, gaps } = generateLog(pick, pick(0, 45))
      const pairs = pairByTheBook(lines)
      const expected = lines.map((line) => {
        const pair = pairs.find((ends) => ends.includes(line.entry_id))
        const partner = pair?.find((end) => end !== line.entry_id) ?? null
        return { id: line.entry_id, partner, count: countByTheBook(lines, line, gaps) }
      })
      expect(tellAll(readLog(lines, gaps)), `seed ${seed}`).toEqual(expected)

      const log = createGuildLog()
      for (const page of cutIntoPages(pick, lines)) {
        if (pick(1, 6) === 1) log.setGaps(shuffle(pick, gaps).slice(0, 1))
        log.add(page)
      }
      log.setGaps(gaps)
      expect(tellAll(log), `seed ${seed}, page by page`).toEqual(expected)
    }
  })

  test('can be read to the end in pages of any size, each row and each gap once', () => {
    for (let seed = 0; seed < 200; seed++) {
      const pick = createPick(seed)
      const { lines, gaps } = generateLog(pick, 40)
      const log = readLog(lines, gaps)
      const pairs = pick(0, 1) === 1
      const whole = selectRows(log, {}, { pairs, limit: 1000 })
      expect(whole.next).toBe(null)
      const read = []
      for (let before: number | undefined; ; ) {
        const { rows, next } = selectRows(log, {}, { pairs, limit: pick(1, 7), before })
        read.push(...rows)
        if (next === null) break
        before = next
      }
      expect(read, `seed ${seed}`).toEqual(whole.rows)
      expect(whole.rows.filter(({ kind }) => kind === 'gap')).toHaveLength(gaps.length)
    }
  })
})
