import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addGains,
  advanceAlerts,
  type AlertQueue,
  findNextTurn,
  type Gain,
  move_ms,
  openAlerts,
  readAlert,
  stand_ms,
} from './alert-queue.ts'

const start = Date.UTC(2026, 0, 16, 18)
const gain = (number: number, at_ms: number, more: Partial<Gain> = {}) =>
  ({
    scored_at: new Date(start + at_ms).toISOString(),
    scored_ms: start + at_ms,
    team_id: 1,
    objective_id: number,
    objective: `Objective ${number}`,
    category: '',
    points: 10,
    player: null,
    ...more,
  }) as Gain
const empty = openAlerts([])
const whole = 2 * move_ms + stand_ms
const show = (queue: AlertQueue, now: number) => {
  const shown = readAlert(queue, now)
  return shown && [shown.alert.main.objective, shown.alert.points, shown.is_leaving]
}

describe('alerts about points', () => {
  it('come at once, are shown for six seconds, and leave', () => {
    const queue = advanceAlerts(addGains(empty, [gain(1, 0)], 100), 100)
    expect(show(queue, 100)).toEqual(['Objective 1', 10, false])
    expect(findNextTurn(queue, 100)).toBe(100 + move_ms + stand_ms)
    expect(show(queue, 100 + move_ms + stand_ms)).toEqual(['Objective 1', 10, true])
    expect(show(advanceAlerts(queue, 100 + whole - 1), 100 + whole - 1)).not.toBeNull()
    expect(advanceAlerts(queue, 100 + whole).shown).toBeNull()
  })

  it('leave out everything that happened before the page was opened', () => {
    const queue = openAlerts([gain(7, 0), gain(6, 0)])
    expect(addGains(queue, [gain(7, 0), gain(6, 0)], 0).waiting).toEqual([])
    expect(addGains(queue, [gain(8, 0), gain(7, 0)], 0).waiting).toHaveLength(1)
  })

  it('combine points of one team within two seconds, in the words of the largest', () => {
    const first = advanceAlerts(addGains(empty, [gain(1, 0)], 0), 0)
    const both = addGains(first, [gain(2, 2000, { points: 40 }), gain(1, 0)], 2000)
    expect(show(both, 2000)).toEqual(['Objective 2', 50, false])
    expect(both.waiting).toEqual([])
    expect(addGains(both, [gain(3, 2001)], 2001).waiting).toHaveLength(1)
    expect(addGains(both, [gain(3, 2000, { team_id: 2 as Gain['team_id'] })], 2000).waiting).toHaveLength(1)
  })

  it('wait for the previous alert, but no longer than a minute', () => {
    const two = addGains(empty, [gain(2, 5000), gain(1, 0)], 0)
    const first = advanceAlerts(two, 0)
    expect(show(first, 0)?.[0]).toBe('Objective 1')
    expect(show(advanceAlerts(first, whole), whole)?.[0]).toBe('Objective 2')
    expect(advanceAlerts(first, 60_001)).toMatchObject({ shown: null, waiting: [] })
  })

  it('do not repeat points that a producer hides and shows again', () => {
    const queue = openAlerts([gain(2, 1000), gain(1, 500)])
    const hidden = addGains(queue, [gain(2, 1000)], 0)
    expect(addGains(hidden, [gain(2, 1000), gain(1, 500)], 0).waiting).toEqual([])
    const newestHidden = addGains(queue, [gain(1, 500)], 0)
    expect(addGains(newestHidden, [gain(2, 1000), gain(1, 500)], 0).waiting).toEqual([])
  })

  it('show every gain once and in order, and never keep more than ten waiting', () => {
    const step = fc.record({
      wait: fc.integer({ min: 0, max: 9000 }),
      count: fc.integer({ min: 0, max: 4 }),
      team: fc.integer({ min: 1, max: 3 }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (all) => {
        let [queue, now, number] = [empty, 0, 0]
        let known: Gain[] = []
        const told: number[] = []
        for (const { wait, count, team } of all) {
          now += wait
          const added = Array.from({ length: count }, () => gain(++number, now, { team_id: team as Gain['team_id'] }))
          known = [...added.toReversed(), ...known].slice(0, 20)
          const before = queue.shown?.alert.gains.length ?? 0
          const since = queue.shown?.since_ms
          queue = advanceAlerts(addGains(queue, known, now), now)
          // The same state may arrive again.
          expect(addGains(queue, known, now)).toEqual(queue)
          expect(queue.waiting.length).toBeLessThanOrEqual(10)
          expect(queue.shown === null && queue.waiting.length > 0).toBe(false)
          const shown = queue.shown?.alert.gains.map(({ objective_id }) => objective_id as number) ?? []
          told.push(...(queue.shown?.since_ms === since ? shown.slice(before) : shown))
        }
        expect(new Set(told).size).toBe(told.length)
        expect(told.length).toBeGreaterThanOrEqual(number > 0 ? 1 : 0)
      }),
    )
  })
})
