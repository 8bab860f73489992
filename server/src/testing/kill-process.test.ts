import { expect, test } from 'vitest'
import { killProcess } from './kill-process.ts'

test.each([0, -1, 1, Number.NaN, undefined])('%s is not a process', (pid) => {
  expect(() => killProcess(pid)).toThrow('is not the number of a process')
})
