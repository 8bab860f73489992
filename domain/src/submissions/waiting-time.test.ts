import { expect, test } from 'vitest'
import { findMedianWait } from './waiting-time.ts'

const decided = (...waits: readonly number[]) =>
  waits.map((wait, at) => ({ submitted_at: at * 1000, reviewed_at: at * 1000 + wait }))
const waiting = { submitted_at: 5, reviewed_at: null }
const editedLater = { submitted_at: 900, reviewed_at: 100 }

test.each([
  ['too few decisions', [...decided(10, 20, 30, 40), waiting, editedLater], null],
  ['an odd number', [...decided(50, 10, 30, 20, 40), waiting], 30],
  ['an even number', decided(10, 20, 30, 50, 70, 90), 40],
  ['only the latest twenty', decided(...Array.from({ length: 30 }, (_, at) => (at < 10 ? 9_000 : 60))), 60],
])('the median wait with %s', (_, submissions, median) => {
  expect(findMedianWait(submissions)).toBe(median)
})
