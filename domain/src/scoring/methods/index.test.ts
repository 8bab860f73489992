import { scoringMethods } from '@muster/contract/scoring-presets'
import { expect, test } from 'vitest'
import { findMethod, methods } from './index.ts'
import { methodTexts } from './texts.ts'

test('every scoring method of the contract has a row, a label and one sentence of help', () => {
  expect(Object.keys(methods).sort()).toEqual([...scoringMethods].sort())
  for (const name of scoringMethods)
    expect(methodTexts[name]).toMatchObject({ label: expect.stringMatching(/\S/), help: expect.stringMatching(/^[A-Z].*\.$/) })
})

test.each(['', 'presence', 'constructor', '__proto__'])('the unknown method "%s" has no row', (name) => {
  expect(findMethod(name)).toBeNull()
})
