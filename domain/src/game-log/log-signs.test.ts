import { expect, test } from 'vitest'
import type { LogLine } from './log-line.ts'
import { type ClockedLine, hasClockJump, isLevelOutOfOrder } from './log-signs.ts'

const line = (time: string, uptime_s: number, more: Partial<LogLine> = {}): ClockedLine => ({
  kind: 'level',
  character: 'Ada',
  value: 'Witch',
  number: 40,
  logged: `2026/01/17 ${time}`,
  clock_ms: Date.parse(`2026-01-17T${time}Z`),
  uptime_ms: uptime_s * 1000,
  ...more,
})

test.each([
  ['time and uptime agree', [line('12:00:00', 500), line('12:10:00', 1100)], false],
  ['they drift', [line('12:00:00', 500), line('12:09:00', 1100)], false],
  ['the computer slept', [line('12:00:00', 500), line('20:00:00', 1100)], false],
  ['the computer began again', [line('12:00:00', 5000), line('12:10:00', 60)], false],
  ['the clock goes back', [line('12:00:00', 500), line('11:00:00', 600)], true],
  ['the clock goes back while the computer begins again', [line('12:00:00', 5000), line('11:00:00', 60)], true],
  ['less time has passed than the computer ran', [line('12:00:00', 500), line('12:10:00', 4100)], true],
  ['a clock shows no such time', [line('12:00:00', 500), line('61:00:00', 600)], true],
])('%s: %s', (_, lines, jumps) => {
  expect(hasClockJump(lines, [])).toBe(jumps)
})

test('a line that repeats with another time is a jump; an identical line is not', () => {
  const stored = [line('12:00:00', 500)]
  expect(hasClockJump([line('12:00:00', 500)], stored)).toBe(false)
  expect(hasClockJump([line('09:00:00', 500)], stored)).toBe(true)
  expect(hasClockJump([line('09:00:00', 500, { number: 41 })], stored)).toBe(false)
})

test.each([
  ['a higher level before', line('13:00:00', 2), [line('12:00:00', 1, { number: 41 })], true],
  ['a lower level after', line('13:00:00', 2), [line('14:00:00', 3, { number: 39 })], true],
  ['the levels rise', line('13:00:00', 2), [line('12:00:00', 1, { number: 39 }), line('14:00:00', 3, { number: 41 })], false],
  ['another character', line('13:00:00', 2), [line('12:00:00', 1, { number: 41, character: 'AdaTheSecond' })], false],
  ['an area', line('13:00:00', 2, { kind: 'area' }), [line('12:00:00', 1, { number: 41 })], false],
] as const)('the level of a character is out of order with %s', (_, one, others, isOut) => {
  expect(isLevelOutOfOrder(one, [one, ...others])).toBe(isOut)
})
