import { describe, expect, test } from 'vitest'
import { EventCreate } from './events.ts'
import { describeInterval, type ReadingInterval, readingIntervals, readInterval_ms } from './reading-intervals.ts'

const names = Object.keys(readingIntervals) as ReadingInterval[]
const field = (name: ReadingInterval) => EventCreate.shape[name]

describe.each(names)('%s', (name) => {
  const { default: usual, least, most } = readingIntervals[name]

  test('has a default within its bounds, and a sentence that names them', () => {
    expect(usual).toBeGreaterThanOrEqual(least)
    expect(usual).toBeLessThanOrEqual(most)
    expect(describeInterval(name)).toContain(`Seconds, ${least} to ${most}; empty: ${usual}.`)
  })

  test('is read from the event, and without a setting from the table', () => {
    expect(readInterval_ms({ [name]: null } as never, name)).toBe(usual * 1000)
    expect(readInterval_ms({ [name]: least } as never, name)).toBe(least * 1000)
  })

  test('is refused outside its bounds', () => {
    for (const value of [null, least, most]) expect(field(name).safeParse(value).success).toBe(true)
    for (const value of [least - 1, most + 1, 60.5, '60']) expect(field(name).safeParse(value).success).toBe(false)
  })
})
