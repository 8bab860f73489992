import { expect, test } from 'vitest'
import { readEventTitle } from './title.ts'

test.each([
  ['Winter Muster (PL48213)', 'Winter Muster'],
  ['Standard', 'Standard'],
  ['A (PL1) B', 'A (PL1) B'],
  ['Cup (PL)', 'Cup (PL)'],
  [' (PL9)', ' (PL9)'],
])('%j is called %j', (name, title) => {
  expect(readEventTitle(name)).toBe(title)
})
