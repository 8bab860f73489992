import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyItemDelta, type ItemDelta, findPlaces, fingerprintItems, writeItemDelta } from './item-delta.ts'

const write = (base: readonly unknown[], list: readonly unknown[]) => {
  const [before, texts] = [base, list].map((items) => items.map((item) => JSON.stringify(item))) as [string[], string[]]
  const text = writeItemDelta(base.length, findPlaces(fingerprintItems(before), fingerprintItems(texts)), texts)
  return text === null ? null : (JSON.parse(text) as ItemDelta<unknown>)
}

/** Names of items in the order of the list. */
const tab = (names: string) => [...names].map((name) => ({ name }))

describe('what a tab shows, as a delta against what it showed before', () => {
  test.each<[string, string, string, Omit<ItemDelta<unknown>, 'of'>]>([
    ['the same', 'abcd', 'abcd', { parts: [0, 4], added: [] }],
    ['something put in at the end', 'abcd', 'abcdx', { parts: [0, 4, -1, 1], added: tab('x') }],
    ['something put in at the beginning', 'abcd', 'xabcd', { parts: [-1, 1, 0, 4], added: tab('x') }],
    ['something taken out', 'abcd', 'abd', { parts: [0, 2, 3, 1], added: [] }],
    ['something that became something else', 'abcd', 'axcd', { parts: [0, 1, -1, 1, 2, 2], added: tab('x') }],
    ['two things in two places', 'abcdef', 'axbcdyef', { parts: [0, 1, -1, 1, 1, 3, -1, 1, 4, 2], added: tab('xy') }],
    ['another order', 'abcd', 'dcab', { parts: [3, 1, 2, 1, 0, 2], added: [] }],
    ['the same thing twice', 'abcd', 'abab', { parts: [0, 2, 0, 2], added: [] }],
    ['nothing any more', 'abcd', '', { parts: [], added: [] }],
  ])('%s', (_, before, after, told) => {
    expect(write(tab(before), tab(after))).toEqual({ of: before.length, ...told })
  })

  test('is no delta when most is new', () => {
    expect(write(tab('ab'), tab('xya'))).toBeNull()
    expect(write([], tab('xy'))).toBeNull()
  })

  test('is refused with any other list than the one it was made against', () => {
    const delta = { of: 2, parts: [0, 2], added: [] }
    expect(() => applyItemDelta(tab('abc'), delta)).toThrow(/from 2 others, not from 3/)
    expect(() => applyItemDelta(tab('ab'), { ...delta, parts: [1, 2] })).toThrow(/that are not there/)
    expect(() => applyItemDelta(tab('ab'), { ...delta, parts: [-1, 1] })).toThrow(/that are not there/)
  })
})

describe('whatever two lists hold', () => {
  /** Few different ones, so that they repeat and move, and all that JSON can say. */
  const item = fc.oneof(
    fc.constantFrom(...tab('abcdefgh')),
    fc.json().map((text) => JSON.parse(text) as unknown),
  )
  const list = fc.array(item, { maxLength: 20 })
  const pair = fc.oneof(
    fc.tuple(list, list),
    // Much in common, as a tab has with itself.
    fc
      .tuple(list, list, list, fc.nat(20), fc.nat(20))
      .map(([base, first, last, from, to]): [unknown[], unknown[]] => [
        base,
        [...first, ...base.slice(from, to), ...last, ...base],
      ]),
  )

  test('the list that comes out is the one that went in, to the last character', () => {
    fc.assert(
      fc.property(pair, ([base, after]) => {
        const delta = write(base, after)
        if (delta === null) return
        expect(JSON.stringify(applyItemDelta(base, delta))).toBe(JSON.stringify(after))
      }),
    )
  })

  test('an unchanged list is a delta that adds nothing', () => {
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 20 }), (base) => {
        expect(write(base, base)).toEqual({ of: base.length, parts: [0, base.length], added: [] })
      }),
    )
  })
})
