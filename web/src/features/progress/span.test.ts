import { describe, expect, test } from 'vitest'
import { readSpan, writeSpan } from './span.ts'

const event = { start: 1_000_000, now: 1_036_000 }
const { start, now } = event

describe('the shown period of the event', () => {
  test.each([
    ['is the whole event by default', {}, { from: start, to: now, at: now, is_live: true }],
    [
      'is the one in the address',
      { from: 3600, to: 7200 },
      { from: start + 3600, to: start + 7200, at: start + 7200, is_live: false },
    ],
    ['moves along for the last hours', { last: 6 }, { from: now - 21_600, to: now, at: now, is_live: true }],
    ['never begins before the event', { last: 48 }, { from: start, to: now, at: now, is_live: true }],
    ['never ends after now', { from: 0, to: 999_999 }, { from: start, to: now, at: now, is_live: false }],
    [
      'is never shorter than a few minutes',
      { from: 7200, to: 7200 },
      { from: start + 6900, to: start + 7200, at: start + 7200, is_live: false },
    ],
    [
      'shows the board of a moment within it',
      { from: 3600, to: 7200, at: 9000 },
      { from: start + 3600, to: start + 7200, at: start + 7200, is_live: false },
    ],
    ['is not live while a moment is selected', { at: 60 }, { from: start, to: now, at: start + 60, is_live: false }],
  ])('%s', (_, search, span) => {
    expect(readSpan(search, event)).toEqual(span)
  })

  test('of an event that has just begun is a few empty minutes', () => {
    expect(readSpan({}, { start, now: start - 50 })).toMatchObject({ from: start, to: start + 300 })
  })
})

describe('a chosen part', () => {
  test('is written as seconds since the start', () => {
    expect(writeSpan({ from: start + 60, to: start + 7200, at: start + 600 }, event)).toEqual({
      from: 60,
      to: 7200,
      last: undefined,
      at: 600,
    })
  })

  test('of the whole event needs no parameters', () => {
    expect(Object.values(writeSpan({ from: start, to: now }, event)).every((value) => value === undefined)).toBe(true)
  })

  test('is read as it was written', () => {
    const chosen = { from: start + 60, to: start + 7200, at: start + 600 }
    expect(readSpan(writeSpan(chosen, event), event)).toMatchObject(chosen)
  })
})
