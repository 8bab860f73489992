import { expect, test } from 'vitest'
import { isFirstCut, placeDates, placeMoment } from './place-dates.ts'

const day = 86_400_000
const weekend = placeDates([
  { name: 'end', at: 23 * day },
  { name: 'open', at: 0 },
  { name: 'start', at: 20 * day },
  { name: 'close', at: 16 * day },
])

test('moments are in time order, and true to scale after the first stretch', () => {
  expect(weekend.map(({ name, place }) => [name, Math.round(place)])).toEqual([
    ['open', 0],
    ['close', 30],
    ['start', 62],
    ['end', 86],
  ])
})

test('a moment is between its neighbours, and never before the line', () => {
  expect(placeMoment(weekend, 8 * day)).toBe(15)
  expect(placeMoment(weekend, 20 * day)).toBeCloseTo(62, 0)
  expect(placeMoment(weekend, -day)).toBe(0)
  expect(placeMoment(weekend, 99 * day)).toBe(93.5)
})

test('the first stretch is shortened if signups take most of the time', () => {
  expect(isFirstCut(weekend)).toBe(true)
  expect(isFirstCut(placeDates([0, 1, 2, 9].map((at) => ({ name: `${at}`, at: at * day }))))).toBe(false)
  expect(isFirstCut(placeDates([5, 5, 5, 5].map((at, index) => ({ name: `${index}`, at }))))).toBe(false)
})

test('labels never overlap, at any distance of the dates', () => {
  const gaps = [0, 1, 3_600_000, 3 * day, 400 * day]
  for (const one of gaps)
    for (const two of gaps)
      for (const three of gaps) {
        const marks = placeDates([0, one, one + two, one + two + three].map((at, index) => ({ name: `${index}`, at })))
        const places = marks.map(({ place }) => place)
        for (const [index, place] of places.entries()) {
          expect(place - (places[index - 1] ?? -15)).toBeGreaterThanOrEqual(14.999)
          expect(place).toBeLessThanOrEqual(86)
        }
      }
})
