import { expect, test } from 'vitest'
import { findGaps, findTop, type Stretch } from './log-coverage.ts'

const stretch = (oldest_at: number, covers_until: number, is_truncated = true): Stretch => ({
  oldest_at,
  covers_until,
  is_truncated,
})

test('without uploads there is no gap', () => {
  expect(findGaps([], 0, 100)).toEqual([])
})

test('the time between two separate stretches is a gap, in any order of upload', () => {
  const pages = [stretch(60, 80), stretch(10, 30)]
  expect(findGaps(pages, 10, 100)).toEqual([{ from: 30, to: 60 }])
  expect(findGaps(pages.toReversed(), 10, 100)).toEqual([{ from: 30, to: 60 }])
})

test('stretches that share a moment are one', () => {
  expect(findGaps([stretch(10, 30), stretch(30, 50), stretch(40, 70)], 10, 100)).toEqual([])
})

test('a first page with older lines leaves the beginning open; one without does not', () => {
  expect(findGaps([stretch(40, 60)], 0, 100)).toEqual([{ from: 0, to: 40 }])
  expect(findGaps([stretch(40, 60, false)], 0, 100)).toEqual([])
})

test('the last page of a walk reaches down to the older uploads', () => {
  expect(findGaps([stretch(10, 30), stretch(60, 80, false)], 10, 100)).toEqual([])
})

test('of two stretches with the same beginning, the one without older lines counts, in any order', () => {
  const pages = [stretch(40, 60), stretch(40, 40, false)]
  expect(findGaps(pages, 0, 100)).toEqual([])
  expect(findGaps(pages.toReversed(), 0, 100)).toEqual([])
})

test('times before or after the event are not gaps', () => {
  expect(findGaps([stretch(120, 150)], 0, 100)).toEqual([{ from: 0, to: 100 }])
  expect(findGaps([stretch(10, 20), stretch(110, 120), stretch(130, 140)], 10, 100)).toEqual([{ from: 20, to: 100 }])
  expect(findGaps([stretch(-50, -20)], 0, 100)).toEqual([])
})

test('a small stretch inside a large one hides no part of it', () => {
  expect(findGaps([stretch(0, 80), stretch(20, 30), stretch(70, 90)], 0, 100)).toEqual([])
})

test('a page with more lines reaches up to the page uploaded right before it', () => {
  const page = { newest_entry_id: 50, newest_at: 500 }
  const above = { oldest_entry_id: 51, oldest_at: 520, is_truncated: true }
  expect(findTop(page, above)).toBe(520)
  expect(findTop(page, null)).toBe(500)
  expect(findTop(page, { ...above, is_truncated: false })).toBe(500)
  expect(findTop(page, { ...above, oldest_entry_id: 40 })).toBe(500)
})
