import { expect, test } from 'vitest'
import { formatBeside, formatPlan } from './format-plan.ts'

test('plans include the year, and the second zone shows only the difference', () => {
  const at = Date.UTC(2027, 2, 26, 19)
  expect(formatPlan(at, 'Europe/Vienna')).toBe('Fri, 26 Mar 2027, 20:00 CET')
  expect(formatBeside(at, 'Europe/Vienna')).toBe('19:00 UTC')
  expect(formatBeside(Date.UTC(2027, 2, 26, 23, 30), 'Europe/Vienna')).toBe('Fri, 26 Mar 2027, 23:30 UTC')
  // Nothing is repeated.
  expect(formatBeside(at, 'UTC')).toBe('')
  expect(formatBeside(at, 'Europe/London')).toBe('19:00 UTC')
})
