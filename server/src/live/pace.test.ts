import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPace } from './pace.ts'

const paces = [
  { sockets: 1999, every: 500, early: 125 },
  { sockets: 2000, every: 1000, early: 250 },
]

describe.each(paces)('the pace of a feed with $sockets sockets', ({ sockets, every, early }) => {
  const open = () => createPace(() => sockets)

  /** Sends a message for each change in turn, with some delay. @returns the times of sending. */
  function sendAll(heard: readonly number[], lateness: readonly number[] = []): number[] {
    const pace = open()
    const sent: number[] = []
    heard.forEach((heardAt, place) => {
      const now = Math.max(heardAt, sent.at(-1) ?? heardAt)
      const at = now + pace.wait(now) + (lateness[place] ?? 0)
      pace.take(heardAt, at)
      sent.push(at)
    })
    return sent
  }

  it('sends the first change at once, and the next after three quarters of the interval', () => {
    expect(sendAll([0, 10])).toEqual([0, every - early])
  })

  it('is one message per interval under constant changes', () => {
    const sent = sendAll(Array.from({ length: 101 }, (_, place) => place * 50))
    expect(sent.at(-1)).toBe(100 * every - early)
  })

  it('never delays a change an interval after the last one, even if others were late', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0.9 * every }), { minLength: 1, maxLength: 50 }), (lateness) => {
        const heard = lateness.map((_, place) => place * every)
        expect(sendAll(heard, lateness)).toEqual(heard.map((at, place) => at + (lateness[place] ?? 0)))
      }),
    )
  })

  it('never delays a change about an interval after the last one, a tenth earlier or later', () => {
    const most = every / 10
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -most, max: most }), { minLength: 1, maxLength: 50 }), (jitter) => {
        const heard = jitter.map((by, place) => (place + 1) * every + by)
        expect(sendAll(heard)).toEqual(heard)
      }),
    )
  })

  it('makes up for early messages with one pause at most', () => {
    const pace = open()
    for (let now = 0; now < 10; now++) pace.take(now, now)
    expect(pace.wait(10)).toBeLessThanOrEqual(every)
  })

  it('does not count a turn that was given back', () => {
    const pace = open()
    pace.take(0, 0)
    const giveBack = pace.take(0.8 * every, 0.8 * every)
    giveBack()
    expect(pace.wait(every)).toBe(0)
  })
})

it('the pace follows the number of sockets', () => {
  let sockets = 1
  const pace = createPace(() => sockets)
  pace.take(0, 0)
  expect(pace.wait(0)).toBe(375)
  sockets = 5000
  pace.take(500, 500)
  expect(pace.wait(500)).toBe(750)
})
