import { describe, expect, it } from 'vitest'
import { findEarliestRemoval, proposeRemoval, shiftRemoval } from './retention.ts'

const day = 86_400_000
const end = 100 * day

describe('the date from which raw data is removed', () => {
  it.each([
    ['is a day after the end of a running event', end - 5 * day, end + day],
    ['is a day from now for an event that is over', end + 40 * day, end + 41 * day],
  ])('is at the earliest %s', (_, now, earliest) => {
    expect(findEarliestRemoval(end, now)).toBe(earliest)
  })

  it.each([
    ['is the given number of days after the end', end - day, 30, end + 30 * day],
    ['is the earliest possible date if that has passed', end + 40 * day, 30, end + 41 * day],
    ['is the given number of days after the end, long afterwards too', end + 40 * day, 90, end + 90 * day],
  ])('is proposed %s', (_, now, days, at) => {
    expect(proposeRemoval(end, days, now)).toBe(at)
  })

  it.each<[string, number | null, number, number, number | null]>([
    ['stays for ever', null, end + day, end, null],
    ['does not move if the end does not', end + 30 * day, end, end + 29 * day, end + 30 * day],
    ['moves with the end', end + 30 * day, end + 3 * day, end, end + 33 * day],
    ['moves back with the end', end + 30 * day, end - 3 * day, end - 10 * day, end + 27 * day],
    ['does not follow an end that was mistyped', end + 30 * day, end - 365 * day, end + day, end + 2 * day],
  ])('%s', (_, kept_until, ends_at, now, moved) => {
    expect(shiftRemoval(kept_until, end, ends_at, now)).toBe(moved)
  })
})
