import { expect, test } from 'vitest'
import { linkTree } from '../../api/scores/score-tree.ts'
import { anObjective, aTree, now_ms } from '../../test-event.tsx'
import { isNowLeft, listDays, listMoments } from './moments.ts'

const hour_ms = 3_600_000
const at = (hours: number) => now_ms + hours * hour_ms
/** Hours and labels of the marks. */
const show = (length: number, now: number | null) =>
  listDays(at(0), at(length), now).map((day) => `${(day.at - now_ms) / hour_ms}${day.hasLabel ? '' : '-'}`)

test('an event of some days has a label for each day and its end, but not below the current time', () => {
  expect(show(72, null)).toEqual(['0', '24', '48', '72'])
  expect(show(72, 30)).toEqual(['0', '24-', '48', '72'])
  expect(show(72, 99)).toEqual(['0', '24', '48', '72-'])
})

test('a day in the last hour gives way to the end, and of many days every second or third has a label', () => {
  expect(show(48.5, null)).toEqual(['0', '24', '48.5'])
  expect(show(240, null).filter((day) => day.endsWith('-'))).toEqual(['216-'])
  const labelled = show(480, null).filter((day) => !day.endsWith('-'))
  expect(labelled).toEqual(['0', '48', '96', '144', '192', '240', '288', '336', '384', '480'])
})

test.each([0, 0.5, 1, 5, 23, 24, 24.5, 25, 47, 72, 100, 240, 241, 336, 720, 2160])(
  'labels of an event of %d hours do not overlap at any time',
  (length) => {
    for (const now of [null, ...Array.from({ length: 101 }, (_, percent) => percent)]) {
      const labels = listDays(at(0), at(length), now)
        .filter(({ hasLabel }) => hasLabel)
        .map(({ place, isEnd }) => (isEnd ? [place - 10, place] : [place, place + 10]))
      if (now !== null) labels.push(isNowLeft(now) ? [now - 13, now] : [now, now + 13])
      const sorted = labels.toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0))
      const gaps = sorted.slice(1).map(([from = 0], index) => from - (sorted[index]?.[1] ?? 0))
      expect(Math.min(0, ...gaps)).toBeCloseTo(0, 1)
      expect(Math.max(100, ...labels.flat())).toBeCloseTo(100, 1)
    }
  },
)

test('labels of openings have the room up to the next label, and none without room for a word', () => {
  const opening = (hours: number) => anObjective({ id: 20 + hours, parent_id: 2, valid_from: new Date(at(hours)).toISOString() })
  const score_tree = linkTree({ objective: aTree(...[0, 10, 13, 60, 97].map(opening)) }, [])
  expect(listMoments(score_tree, at(0), at(100)).map(({ title, room }) => [title, Math.round(room)])).toEqual([
    ['Shelves 1', 10],
    ['Shelves 2', 50],
    ['Shelves 3', 0],
    ['Shelves 4', 40],
    ['Shelves 5', 0],
  ])
})
