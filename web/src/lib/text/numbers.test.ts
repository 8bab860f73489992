import { expect, test } from 'vitest'
import { formatBytes, formatChange, formatCount, formatLarge } from './numbers.ts'

test.each([
  [0, '0'],
  [-0, '0'],
  [7, '7'],
  [999, '999'],
  [1000, '1,000'],
  [3842, '3,842'],
  [1234567, '1,234,567'],
  [4294967295, '4,294,967,295'],
  [-5, '\u22125'],
  [-1234, '\u22121,234'],
  [2.5, '3'],
  [-2.5, '\u22123'],
  [-0.4, '0'],
  [Number.POSITIVE_INFINITY, '\u221E'],
  [Number.NaN, 'NaN'],
])('%d is written as %s', (value, text) => {
  expect(formatCount(value)).toBe(text)
})

test('whole numbers are written as the browser writes them', () => {
  const browser = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
  for (let value = 1; value < Number.MAX_SAFE_INTEGER; value = value * 7 + 3)
    expect(formatCount(value)).toBe(browser.format(value))
})

test('a change has its sign, and large figures are short', () => {
  expect([44, -5, 0, -0].map(formatChange)).toEqual(['+44', '\u22125', '0', '0'])
  expect([483_211, 2_900_000, 9999, 2_147_483_647].map(formatLarge)).toEqual(['483k', '2.9M', '9,999', '\u221E'])
})

test.each([
  [0, '0 kB'],
  [312, '1 kB'],
  [48_600, '49 kB'],
  [999_600, '1.0 MB'],
  [2_450_000, '2.5 MB'],
  [40_200_000, '40 MB'],
  [1_234_567_890, '1.2 GB'],
  [3_000_000_000_000_000, '3000 TB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
