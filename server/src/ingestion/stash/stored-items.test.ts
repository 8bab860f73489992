import { hash } from 'node:crypto'
import type { GameItem } from '@muster/contract/game-api'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Base, packItems, unpackItems, writeItems } from './stored-items.ts'

const item = fc.json().map((value) => ({ value: JSON.parse(value) as unknown }) as GameItem)
const list = fc.array(item, { maxLength: 20 })

/** Items that share no text except their keys. */
const drops = (count: number, from = 0): GameItem[] =>
  Array.from({ length: count }, (_, place) => ({ id: hash('sha256', `drop ${from + place}`) }))

const asBase = (items: readonly GameItem[]): Base => ({ id: 7, items: packItems(writeItems(items)).items })

test('a stored list is restored to the exact JSON, with and without a base', () => {
  fc.assert(
    fc.property(list, list, list, (before, first, last) => {
      const items = [...first, ...before, ...last]
      const base = asBase([...before, ...drops(40)])
      for (const packed of [packItems(writeItems(items)), packItems(writeItems(items), base)]) {
        const stored = { items: packed.items, base: packed.base_id === null ? null : base.items }
        expect(JSON.stringify(unpackItems(stored))).toBe(JSON.stringify(items))
      }
    }),
  )
})

test('two lists have the same hash exactly when their JSON is the same', () => {
  fc.assert(
    fc.property(list, fc.option(list), (items, other) => {
      const second = other ?? structuredClone(items)
      const isSame = writeItems(items).items_hash.equals(writeItems(second).items_hash)
      expect(isSame).toBe(JSON.stringify(items) === JSON.stringify(second))
    }),
  )
})

describe('with a base', () => {
  const base = asBase(drops(40))

  test.each<[string, GameItem[]]>([
    ['one item more', drops(41)],
    ['one item less, in another order', drops(39).toReversed()],
    ['nothing left', []],
  ])('a list needs little space: %s', (_, items) => {
    expect(packItems(writeItems(items), base).base_id).toBe(7)
  })

  test('a list with many other items makes a whole snapshot', () => {
    expect(packItems(writeItems(drops(40, 20)), base).base_id).toBeNull()
  })

  test('a list is rejected without its base, and with a different one', () => {
    const { items } = packItems(writeItems(drops(41)), base)
    expect(() => unpackItems({ items, base: null })).toThrow()
    expect(() => unpackItems({ items, base: asBase(drops(40, 1)).items })).toThrow()
  })
})

test('damaged bytes are rejected', () => {
  const { items } = packItems(writeItems(drops(3)))
  expect(() => unpackItems({ items: items.subarray(0, -1), base: null })).toThrow()
  expect(() => unpackItems({ items: Buffer.from('not packed'), base: null })).toThrow()
})
