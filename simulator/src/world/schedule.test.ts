import { expect, test } from 'vitest'
import { createDraws } from '../prng.ts'
import { createSchedule } from './schedule.ts'

test('events run by time, and events of the same time in the order they were added', () => {
  const schedule = createSchedule()
  const seen: string[] = []
  for (const [at, name] of [
    [5, 'e'],
    [1, 'a'],
    [3, 'c'],
    [1, 'b'],
    [3, 'd'],
  ] as const)
    schedule.add(at, () => seen.push(name))
  schedule.runUntil(10)
  expect(seen.join('')).toBe('abcde')
})

test('only due events run, including those added meanwhile', () => {
  const schedule = createSchedule()
  const seen: number[] = []
  const again = (at: number) => {
    seen.push(at)
    schedule.add(at + 10, again)
  }
  schedule.add(0, again)
  schedule.runUntil(30)
  expect(seen).toEqual([0, 10, 20, 30])
  expect(schedule.nextAt()).toBe(40)
})

test('a thousand random times run in order', () => {
  const schedule = createSchedule()
  const draws = createDraws(1, 'moments')
  const seen: number[] = []
  for (let i = 0; i < 1000; i++) schedule.add(draws.int(500), (at) => seen.push(at))
  schedule.runUntil(500)
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  expect(seen).toHaveLength(1000)
  expect(schedule.size()).toBe(0)
})
