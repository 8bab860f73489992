import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maxAward, multiplyExactly, payPlace, sumExactly } from './points.ts'

test.each([
  { points: [10, 5, 2], place: 0, pays: 10 },
  { points: [10, 5, 2], place: 2, pays: 2 },
  { points: [10, 5, 2], place: 7, pays: 2 },
  { points: [], place: 0, pays: 0 },
  { points: [7.9], place: 0, pays: 7 },
  { points: [-7.9], place: 0, pays: -7 },
  { points: [-0.5], place: 0, pays: 0 },
  { points: [Number.NaN], place: 0, pays: 0 },
  { points: [Infinity], place: 0, pays: maxAward },
])('place $place of $points pays $pays: the last value repeats, awards are truncated towards zero', ({ points, place, pays }) => {
  expect(payPlace(points, place)).toBe(pays)
})

test.each([
  { value: 0.29, number: 100, product: 29 },
  { value: 0.1, number: 30, product: 3 },
  { value: 1.1, number: 10, product: 11 },
  { value: 2.5, number: 3, product: 7 },
  { value: 0.999, number: 1, product: 0 },
  { value: -0.29, number: 100, product: -29 },
  { value: -2.5, number: 3, product: -7 },
  { value: 0.5, number: -3, product: -1 },
  { value: -0.5, number: 1, product: 0 },
  { value: 1e-7, number: 30_000_000, product: 3 },
  { value: 1.5e21, number: 1, product: maxAward },
  { value: 3, number: Number.MAX_SAFE_INTEGER, product: maxAward },
  { value: 0.001, number: 9_007_199_254_740_991, product: maxAward },
  { value: 0.0001, number: 9_007_199_254_740_991, product: 900_719_925_474 },
  { value: Number.NaN, number: 5, product: 0 },
  { value: Infinity, number: 5, product: 0 },
  { value: 5, number: Number.NaN, product: 0 },
])('$value x $number is $product: exact decimals, truncated towards zero', ({ value, number, product }) => {
  expect(multiplyExactly(value, number)).toBe(product)
})

test('any value with up to nine decimals times any whole number is exact', () => {
  const parts = [
    fc.integer({ min: -99_999, max: 99_999 }),
    fc.integer({ min: 0, max: 9 }),
    fc.integer({ min: -1e9, max: 1e9 }),
  ] as const
  fc.assert(
    fc.property(...parts, (digits, decimals, number) => {
      const exact = (BigInt(digits) * BigInt(number)) / 10n ** BigInt(decimals)
      const awarded = Math.max(-maxAward, Math.min(maxAward, Number(exact)))
      expect(multiplyExactly(Number(`${digits}e-${decimals}`), number)).toBe(awarded)
    }),
    { numRuns: 2_000 },
  )
})

test('the sum of any list with up to nine decimals is exact, for any number of units', () => {
  const values = fc.array(
    fc.record({ digits: fc.integer({ min: -99_999, max: 99_999 }), decimals: fc.integer({ min: 0, max: 9 }) }),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  const numbers = fc.oneof(fc.integer({ min: -2, max: 9 }), fc.integer({ min: 0, max: 1e9 }))
  fc.assert(
    fc.property(values, numbers, (list, number) => {
      const billionths = list.map(({ digits, decimals }) => BigInt(digits) * 10n ** BigInt(9 - decimals))
      const listed = billionths.slice(0, Math.max(0, number)).reduce((sum, value) => sum + value, 0n)
      const repeated = (billionths.at(-1) ?? 0n) * BigInt(Math.max(0, number - list.length))
      const awarded = Math.max(-maxAward, Math.min(maxAward, Number((listed + repeated) / 10n ** 9n)))
      const points = list.map(({ digits, decimals }) => Number(`${digits}e-${decimals}`))
      expect(sumExactly(points, number)).toBe(awarded)
    }),
    { numRuns: 2_000 },
  )
})

test.each([[[Number.NaN, 5]], [[5, Infinity]]])('a list with %s pays 0', (points) => {
  expect(sumExactly(points, 3)).toBe(0)
})
