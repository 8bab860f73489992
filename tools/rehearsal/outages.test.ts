import type { Fault } from '@muster/simulator/faults/faults'
import { expect, test } from 'vitest'
import { listOutages, listStrikes } from './outages.ts'

const minute_ms = 60_000

const aFault = (more: Partial<Fault>): Fault => ({
  id: 'fault',
  effect: 'api.500',
  match: {},
  when: { from_ms: 0, until_ms: 5 * minute_ms },
  parameters: {},
  seen: 1,
  struck: 1,
  ...more,
})

test('a player whose requests were refused has ten minutes to return, or as long as the fault lasted', () => {
  const long = { from_ms: 60 * minute_ms, until_ms: 120 * minute_ms }
  expect(listOutages([aFault({}), aFault({ when: long })], [])).toEqual([
    { from_ms: 0, to_ms: 15 * minute_ms },
    { from_ms: 60 * minute_ms, to_ms: 180 * minute_ms },
  ])
})

test('after an outage of the whole API all players return within ten minutes, however long it lasted', () => {
  const long = { from_ms: 60 * minute_ms, until_ms: 100 * minute_ms }
  const to_ms = (more: Partial<Fault>) => listOutages([aFault({ when: long, ...more })], [])[0]?.to_ms
  expect(to_ms({ effect: 'api.maintenance' })).toBe(110 * minute_ms)
  expect(to_ms({ effect: 'api.503', match: { share: 0.5 } })).toBe(140 * minute_ms)
})

test('faults that had no effect, changed no answer or struck another provider excuse nothing', () => {
  const faults = [aFault({ struck: 0 }), aFault({ effect: 'shape.nulls' }), aFault({ match: { provider: 'twitch' } })]
  expect(listOutages(faults, [])).toEqual([])
})

test('a delayed stream is waited for, and data lost in a gap may never arrive', () => {
  const late = aFault({ effect: 'river.delay', parameters: { minutes: 25 } })
  expect(listOutages([late], [])).toEqual([{ from_ms: 0, to_ms: 40 * minute_ms }])
  expect(listOutages([aFault({ effect: 'river.gap' })], [])).toEqual([{ from_ms: 0, to_ms: 15 * minute_ms, loses: true }])
})

test('when tokens die, all players request new ones; players who withdrew consent take half an hour longer', () => {
  expect(listStrikes(['rough-minutes'], 1000)).toEqual([{ at_ms: 1000 + 16 * minute_ms, lasts_ms: 0 }])
  expect(listStrikes(['token-week'], 0).map(({ lasts_ms }) => lasts_ms)).toEqual([0, 0, 30 * minute_ms])
  expect(listOutages([], [{ at_ms: 1000, lasts_ms: 0 }])).toEqual([{ from_ms: 1000, to_ms: 1000 + 10 * minute_ms }])
  expect(listOutages([], [{ at_ms: 0, lasts_ms: 30 * minute_ms }])).toEqual([{ from_ms: 0, to_ms: 40 * minute_ms }])
})
