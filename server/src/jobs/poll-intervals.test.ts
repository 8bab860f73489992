import { type ReadingIntervals, readingIntervals } from '@muster/contract/reading-intervals'
import { describe, expect, test } from 'vitest'
import { chooseAtlasPause_ms, chooseListPause_ms } from './poll-intervals.ts'

const usual = Object.fromEntries(Object.keys(readingIntervals).map((name) => [name, null])) as unknown as ReadingIntervals
const inSeconds = (pause_ms: number) => pause_ms / 1000

describe('the pause before the next list of characters', () => {
  test('is shorter for a player who has none, and an event can choose both', () => {
    expect([true, false].map((has) => inSeconds(chooseListPause_ms(usual, has)))).toEqual([3600, 600])
    const chosen = { ...usual, read_list_seconds: 900, read_first_list_seconds: 120 }
    expect([true, false].map((has) => inSeconds(chooseListPause_ms(chosen, has)))).toEqual([900, 120])
  })
})

describe('the pause before the next atlas', () => {
  const chosen = { ...usual, read_atlas_seconds: 60, read_grown_atlas_seconds: 600, read_idle_atlas_seconds: 3600 }
  test.each([
    ['of a player who plays', 80, true, 99, 300, 60],
    ['with 100 nodes', 80, true, 100, 900, 600],
    ['of a player who does not play', 99, false, 20, 7200, 3600],
    ['at the last level, where nothing shows play', 100, false, 120, 1800, 1200],
  ])('%s', (_, level, plays, nodes, seconds, own_seconds) => {
    expect(inSeconds(chooseAtlasPause_ms(usual, level, plays, nodes))).toBe(seconds)
    expect(inSeconds(chooseAtlasPause_ms(chosen, level, plays, nodes))).toBe(own_seconds)
  })
})
