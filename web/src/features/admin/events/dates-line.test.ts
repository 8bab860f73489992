import { expect, test } from 'vitest'
import { placeOnLine } from './dates-line.tsx'
import { formatBeside, formatPlan } from './format-plan.ts'

const day = 86_400_000

test('a line is true to scale while nothing takes most of it', () => {
  const { places, isFolded } = placeOnLine([0, day, 4 * day, 8 * day], day)
  expect(isFolded).toBe(false)
  expect(places.map(({ x }) => x)).toEqual([0, 0.125, 0.5, 1])
})

test('long signups are folded; from their close on the line is true to scale', () => {
  const { places, isFolded } = placeOnLine([0, 30 * day, 31 * day, 34 * day], 30 * day)
  expect(isFolded).toBe(true)
  const [opens = 0, closes = 0, start = 0, end = 0] = places.map(({ x }) => x)
  expect([opens, closes, end]).toEqual([0, 0.29, 1])
  expect((start - closes) / (end - closes)).toBeCloseTo(1 / 4)
})

test('moments that are all the same have a place', () => {
  expect(placeOnLine([5, 5, 5, 5], 5).places.every(({ x }) => Number.isFinite(x))).toBe(true)
})

test('plans say the year, and beside another zone only what differs', () => {
  const at = Date.UTC(2027, 2, 26, 19)
  expect(formatPlan(at, 'Europe/Vienna')).toBe('Fri, 26 Mar 2027, 20:00 CET')
  expect(formatBeside(at, 'Europe/Vienna')).toBe('19:00 UTC')
  expect(formatBeside(Date.UTC(2027, 2, 26, 23, 30), 'Europe/Vienna')).toBe('Fri 26 Mar 2027, 23:30 UTC'.replace('Fri ', 'Fri, '))
})
