import { describe, expect, it } from 'vitest'
import { findEarliestRemoval, proposeRemoval, shiftRemoval } from './retention.ts'

const day = 86_400_000
const end = 100 * day

describe('the date from which raw data is removed', () => {
  it.each([
    ['a day after the end of an event that runs', end - 5 * day, end + day],
    ['a day from now once it is over', end + 40 * day, end + 41 * day],
  ])('is at the earliest %s', (_, now, earliest) => {
    expect(findEarliestRemoval(end, now)).toBe(earliest)
  })

  it.each([
    ['so many days after the end', end - day, 30, end + 30 * day],
    ['as soon as may be where that is over', end + 40 * day, 30, end + 41 * day],
    ['so many days after the end, also long after it', end + 40 * day, 90, end + 90 * day],
  ])('is proposed %s', (_, now, days, at) => {
    expect(proposeRemoval(end, days, now)).toBe(at)
  })

  it.each<[string, number | null, number, number, number | null]>([
    ['stays for ever', null, end + day, end, null],
    ['stays where the end stays', end + 30 * day, end, end + 29 * day, end + 30 * day],
    ['moves with the end', end + 30 * day, end + 3 * day, end, end + 33 * day],
    ['moves back with it', end + 30 * day, end - 3 * day, end - 10 * day, end + 27 * day],
    ['is not reached by an end that was typed wrong', end + 30 * day, end - 365 * day, end + day, end + 2 * day],
  ])('%s', (_, kept_until, ends_at, now, moved) => {
    expect(shiftRemoval(kept_until, end, ends_at, now)).toBe(moved)
  })
})
