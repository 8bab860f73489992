import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countEdits } from './edit-distance.ts'

/** The textbook's whole table, without a limit. */
function countByTable(one: string, other: string): number {
  const table = Array.from({ length: one.length + 1 }, (_, at) => [at])
  for (let to = 1; to <= other.length; to++) (table[0] as number[])[to] = to
  for (let at = 1; at <= one.length; at++) {
    for (let to = 1; to <= other.length; to++) {
      const cell = (row: number, column: number) => table[row]?.[column] as number
      const replaced = cell(at - 1, to - 1) + (one[at - 1] === other[to - 1] ? 0 : 1)
      ;(table[at] as number[])[to] = Math.min(replaced, cell(at - 1, to) + 1, cell(at, to - 1) + 1)
    }
  }
  return table[one.length]?.[other.length] as number
}

describe('the number of edits between two texts', () => {
  test.each([
    ['Divin Orb', 'Divine Orb', 1],
    ['Choas Orb', 'Chaos Orb', 2],
    ['', 'Arc', 3],
    ['Arc', 'Arc', 0],
  ])('from %j to %j is %i', (one, other, edits) => expect(countEdits(one, other, 5)).toBe(edits))

  test('is that of the whole table up to the limit, and one more above it', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 12 })
    fc.assert(
      fc.property(text, text, fc.nat({ max: 12 }), (one, other, limit) => {
        expect(countEdits(one, other, limit)).toBe(Math.min(countByTable(one, other), limit + 1))
      }),
    )
  })
})
