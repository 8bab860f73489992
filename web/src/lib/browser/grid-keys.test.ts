import { expect, test } from 'vitest'
import { moveInGrid } from './grid-keys.ts'

test.each([
  ['ArrowRight', 4, 5],
  ['ArrowRight', 5, 5],
  ['ArrowLeft', 3, 3],
  ['ArrowUp', 4, 1],
  ['ArrowUp', 1, 1],
  ['ArrowDown', 7, 7],
  ['Home', 4, 3],
  ['End', 4, 5],
  ['Enter', 4, null],
])('%s on position %i of a 3 x 3 grid leads to %j', (key, at, next) => {
  expect(moveInGrid({ key, ctrlKey: false }, at, { rows: 3, columns: 3 })).toBe(next)
})

test('Ctrl+Home and Ctrl+End lead to the first and last field', () => {
  expect(moveInGrid({ key: 'Home', ctrlKey: true }, 4, { rows: 2, columns: 3 })).toBe(0)
  expect(moveInGrid({ key: 'End', ctrlKey: true }, 1, { rows: 2, columns: 3 })).toBe(5)
})
