import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findClaimObstacle, readClaimWindow, timePlaces, type ClaimedObjective } from './claim.ts'

const event = { starts_at: 1_000_000, ends_at: 9_000_000, reports: 'reviewed' } as const
const bounty: ClaimedObjective = { objective_type: 'SUBMISSION', valid_from: null, valid_to: null }
const daily: ClaimedObjective = { ...bounty, valid_from: 2_000_000, valid_to: 3_000_000 }

describe('D-12: a claim', () => {
  it.each([
    ['for this moment is accepted', bounty, 5_000_000, 5_000_000, null],
    ['for the first moment of the event is accepted', bounty, 1_000_000, 5_000_000, null],
    ['for the last moment of the event is accepted at that moment', bounty, 9_000_000, 9_000_000, null],
    ['after the end of the event is refused', bounty, 8_000_000, 9_000_001, 'event_over'],
    ['for a time before the event is refused', bounty, 999_999, 5_000_000, 'outside_event'],
    ['of a level is accepted', { ...bounty, objective_type: 'PLAYER' }, 5_000_000, 5_000_000, null],
    ['before the event is refused', bounty, 900_000, 900_000, 'outside_event'],
    ['from a clock one minute fast is accepted', bounty, 5_060_000, 5_000_000, null],
    ['for the future is refused', bounty, 5_060_001, 5_000_000, 'in_future'],
    ['on an item objective is refused', { ...bounty, objective_type: 'ITEM' }, 5_000_000, 5_000_000, 'not_a_bounty'],
    ['on a masked objective is refused', { ...bounty, objective_type: '' }, 5_000_000, 5_000_000, 'not_a_bounty'],
    ['for a time before the objective opened is refused', daily, 1_999_999, 2_500_000, 'outside_objective'],
    ['before the objective opens is refused', daily, 1_500_000, 1_500_000, 'outside_objective'],
    ['for a time after the objective closed is refused', daily, 3_000_001, 3_500_000, 'outside_objective'],
    ['for a time while the objective was open is accepted later', daily, 3_000_000, 3_500_000, null],
  ] as const)('%s', (_, objective, timestamp, now, obstacle) => {
    expect(findClaimObstacle(objective, event, timestamp, now)).toBe(obstacle)
  })
})

it('a claim of a level is refused in an event that accepts no reports; a submission is accepted', () => {
  const closed = { ...event, reports: 'refused' } as const
  expect(findClaimObstacle({ ...bounty, objective_type: 'PLAYER' }, closed, 5_000_000, 5_000_000)).toBe('reports_refused')
  expect(findClaimObstacle(bounty, closed, 5_000_000, 5_000_000)).toBeNull()
})

describe('the window of a claim', () => {
  it('is the event, limited by the objective', () => {
    expect(readClaimWindow(bounty, event)).toEqual({ from: 1_000_000, to: 9_000_000 })
    expect(readClaimWindow({ ...bounty, valid_from: 0, valid_to: 3 }, event)).toEqual({ from: 1_000_000, to: 3 })
    expect(readClaimWindow(daily, event)).toEqual({ from: 2_000_000, to: 3_000_000 })
  })
})

describe('places that are decided together', () => {
  it('are a second apart and end now', () => {
    expect(timePlaces(3, { from: 0, to: 90_000 }, 50_000)).toEqual([48_000, 49_000, 50_000])
  })

  it('end with the window if it has closed', () => {
    expect(timePlaces(2, { from: 0, to: 40_000 }, 50_000)).toEqual([39_000, 40_000])
  })

  it('are none without teams', () => {
    expect(timePlaces(0, { from: 0, to: 40_000 }, 50_000)).toEqual([])
  })

  it('are always inside the window, ordered and distinct, if it is long enough', () => {
    const window = fc.tuple(fc.nat(1e6), fc.integer({ min: 200, max: 1e6 }), fc.nat(2e6))
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), window, (count, [from, length, later]) => {
        const times = timePlaces(count, { from, to: from + length }, from + 100 + later)
        expect(times).toHaveLength(count)
        expect(times.every((time) => time >= from && time <= Math.min(from + length, from + 100 + later))).toBe(true)
        expect(times.every((time, place) => place === 0 || time > (times[place - 1] ?? time))).toBe(true)
      }),
    )
  })
})
