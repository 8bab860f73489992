import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTextTable } from './text-table.ts'

/** Of few characters and with the same ends, so that many share a slot. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 6 }),
  fc.nat(6).map((at) => `Iron ${'x'.repeat(at)}y${'x'.repeat(6 - at)} Ring`),
)

test('a table of texts finds each that it knows, and no other', () => {
  fc.assert(
    fc.property(fc.array(text), fc.array(text), (known, asked) => {
      const numbers = new Map(known.map((one, number) => [one, number]))
      const find = createTextTable<number | null>(numbers, null)
      for (const one of [...known, ...asked]) expect(find(one)).toBe(numbers.get(one) ?? null)
    }),
    { numRuns: 1_000 },
  )
})
