import type { ReadingIntervals } from '@muster/contract/reading-intervals'
import { gapReasons, type WindowSource, windowSources } from '@muster/contract/tracking'
import { describe, expect, test } from 'vitest'
import { extendWindows, describeGap, type FetchWindow, type FetchOutcome } from './coverage.ts'

const start = Date.UTC(2026, 0, 17)
const minutes = (count: number) => start + count * 60_000

/** The windows after the given outcomes, [minute, outcome] each. */
function tell(
  outcomes: readonly (readonly [minute: number, outcome: FetchOutcome])[],
  source: WindowSource = 'public_tabs',
  intervals: Partial<ReadingIntervals> = {},
) {
  const windows: FetchWindow[] = []
  for (const [minute, outcome] of outcomes) {
    const last = windows.at(-1) ?? null
    const { extend_to, added } = extendWindows(last, outcome, minutes(minute), source, intervals)
    if (last && extend_to !== null) windows.splice(-1, 1, { ...last, to: extend_to })
    windows.push(...added)
  }
  return windows.map(({ from, to, reason }) => [(from - start) / 60_000, (to - start) / 60_000, reason])
}

describe('the sync intervals of a source', () => {
  test('many successes are one window', () => {
    expect(
      tell([
        [0, null],
        [1, null],
        [2, null],
        [3, null],
      ]),
    ).toEqual([[0, 3, null]])
  })

  test('a failure begins at the last success and ends with the next', () => {
    expect(
      tell([
        [0, null],
        [1, null],
        [2, 'limited'],
        [3, 'limited'],
        [4, null],
        [5, null],
      ]),
    ).toEqual([
      [0, 1, null],
      [1, 4, 'limited'],
      [4, 5, null],
    ])
  })

  test('another failure is a gap of its own, with no hole between them', () => {
    expect(
      tell([
        [0, null],
        [1, 'limited'],
        [2, 'unavailable'],
        [3, null],
      ]),
    ).toEqual([
      [0, 0, null],
      [0, 1, 'limited'],
      [1, 3, 'unavailable'],
      [3, 3, null],
    ])
  })

  test('silence is a gap, ended by a success or a failure', () => {
    expect(
      tell([
        [0, null],
        [30, null],
      ]),
    ).toEqual([
      [0, 0, null],
      [0, 30, 'not_running'],
      [30, 30, null],
    ])
    expect(
      tell([
        [0, null],
        [30, 'limited'],
        [31, null],
      ]),
    ).toEqual([
      [0, 0, null],
      [0, 30, 'not_running'],
      [30, 31, 'limited'],
      [31, 31, null],
    ])
  })

  test('half an hour does not count as silence of a character', () => {
    expect(
      tell(
        [
          [0, null],
          [30, null],
        ],
        'character',
      ),
    ).toEqual([[0, 30, null]])
  })

  test.each([
    ['ladder', { read_ladder_seconds: 3600 }],
    ['character', { read_idle_seconds: 7200 }],
    ['guild_tabs', { read_tab_seconds: 3600 }],
  ] as const)(
    'a pause that the event has chosen for the source %s is not a gap, but a pause longer than two such pauses is',
    (source, intervals) => {
      const pause = Math.max(...Object.values(intervals)) / 60 + 1
      const regular = [0, pause, 2 * pause].map((minute) => [minute, null] as const)
      expect(tell(regular, source, intervals)).toEqual([[0, 2 * pause, null]])
      expect(tell(regular, source)).toContainEqual([0, pause, 'not_running'])
      const late = [0, 2 * pause].map((minute) => [minute, null] as const)
      expect(tell(late, source, intervals)).toContainEqual([0, 2 * pause, 'not_running'])
    },
  )

  test('an outcome from the past, or a second one from the same moment, is ignored', () => {
    expect(
      tell([
        [5, null],
        [5, 'limited'],
        [3, 'gone'],
      ]),
    ).toEqual([[5, 5, null]])
  })

  test('windows follow each other without holes for any outcomes', () => {
    const outcomes: [number, FetchOutcome][] = []
    let seed = 7
    for (let minute = 0; minute < 3000; ) {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
      minute += 1 + (seed % 7)
      outcomes.push([minute, [null, null, ...gapReasons][seed % 9] ?? null])
    }
    const windows = tell(outcomes)
    expect(windows.slice(1).map(([from]) => from)).toEqual(windows.slice(0, -1).map(([, to]) => to))
    expect(windows.at(-1)?.[1]).toBe(outcomes.at(-1)?.[0])
  })
})

test('every gap has words, and only an open gap asks for action', () => {
  for (const source of windowSources)
    for (const reason of gapReasons) {
      expect(describeGap(source, reason, true)).toMatchObject({ state: 'open', message: expect.stringMatching(/\.$/) })
      expect(describeGap(source, reason, false)).toMatchObject({ advice: '', message: expect.stringMatching(/\.$/) })
    }
  expect(describeGap('guild_tabs', 'limited', false).state).toBe('lost')
  expect(describeGap('public_tabs', 'limited', false).state).toBe('recovered')
})

test('skipped data is lost for every source', () => {
  for (const source of windowSources) expect(describeGap(source, 'skipped', false).state).toBe('lost')
})
