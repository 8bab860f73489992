import { describe, expect, test } from 'vitest'
import { columns } from './columns.tsx'
import type { LadderRow } from './ladder-row.ts'
import { filterByRanges, parseRanges, writeRanges } from './ranges.ts'

const row = (rank: number, level: number, delve: number, dps: number | null, pantheon: boolean | null) =>
  ({
    entry: { rank, level, experience: level * 1000, delve, character: pantheon === null ? null : { pantheon } },
    build: dps === null ? null : { dps },
  }) as unknown as LadderRow
const rows = [row(1, 95, 300, 5_000_000, true), row(2, 90, 100, null, false), row(3, 72, 0, 1000, null)]
const keep = (text: string) => filterByRanges(rows, parseRanges(text), columns).map(({ entry }) => entry.rank)

describe('ranges of the ladder', () => {
  test.each([
    ['', [1, 2, 3]],
    ['level:90~', [1, 2]],
    ['level:~90', [2, 3]],
    ['level:73~94', [2]],
    ['delve:100~300', [1, 2]],
    ['dps:0~', [1, 3]],
    ['pantheon:1~1', [1]],
    ['pantheon:0~0', [2]],
    ['level:90~,delve:200~', [1]],
  ])('%j keeps %j', (text, expected) => {
    expect(keep(text)).toEqual(expected)
  })

  test('are written as they are read', () => {
    expect(writeRanges(parseRanges('delve:1~2,level:90~'))).toBe('level:90~,delve:1~2')
    expect(writeRanges({})).toBeUndefined()
  })

  test.each(['x', 'level', 'level:', 'level:~', 'level:-4~', 'level:a~b', 'nothing:1~2', 'character:1~', ',,,:~:', 'level:1e9~'])(
    'without a meaning are left out: %s',
    (text) => {
      expect(parseRanges(text)).toEqual({})
    },
  )
})
