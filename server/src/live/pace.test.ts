import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPace } from './pace.ts'

/** Sends a message for each change in turn; each is late by some time besides. @returns when each is sent. */
function sendAll(heard: readonly number[], lateness: readonly number[] = []): number[] {
  const pace = createPace()
  const sent: number[] = []
  heard.forEach((heardAt, place) => {
    const now = Math.max(heardAt, sent.at(-1) ?? heardAt)
    const at = now + pace.wait(now) + (lateness[place] ?? 0)
    pace.take(heardAt, at)
    sent.push(at)
  })
  return sent
}

describe('the pace of a feed', () => {
  it('lets the first change pass at once, and the next when three quarters of a second have passed', () => {
    expect(sendAll([0, 10])).toEqual([0, 750])
  })

  it('is one message a second while changes never end', () => {
    const sent = sendAll(Array.from({ length: 101 }, (_, place) => place * 50))
    expect(sent.at(-1)).toBe(100_000 - 250)
  })

  it('never lets a change wait that comes a second after the last, although others were late', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 1, maxLength: 50 }), (lateness) => {
        const heard = lateness.map((_, place) => place * 1000)
        expect(sendAll(heard, lateness)).toEqual(heard.map((at, place) => at + (lateness[place] ?? 0)))
      }),
    )
  })

  it('never lets a change wait that comes about a second after the last, a tenth earlier or later', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -100, max: 100 }), { minLength: 1, maxLength: 50 }), (jitter) => {
        const heard = jitter.map((by, place) => (place + 1) * 1000 + by)
        expect(sendAll(heard)).toEqual(heard)
      }),
    )
  })

  it('owes one message at most for those that were sent out of turn', () => {
    const pace = createPace()
    for (let now = 0; now < 10; now++) pace.take(now, now)
    expect(pace.wait(10)).toBeLessThanOrEqual(1000)
  })

  it('counts nothing for a turn that was given back', () => {
    const pace = createPace()
    pace.take(0, 0)
    const giveBack = pace.take(800, 800)
    giveBack()
    expect(pace.wait(1000)).toBe(0)
  })
})
