import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createNeedleFilter } from './needle-filter.ts'

const word = fc.constantFrom('to ', 'Life', 'life', 'maximum ', 'Fire', 'ire ', 'a', 'ab', 'aab', ' ', '%', 'p', '0')
const words = (limits: { minLength: number; maxLength: number }) => fc.array(word, limits).map((parts) => parts.join(''))
const needle = words({ minLength: 1, maxLength: 4 })
const text = fc.oneof(words({ minLength: 0, maxLength: 12 }), fc.string({ unit: 'binary' }))

describe('a filter of needles', () => {
  test('lets every text pass in which one of them stands, in whatever case', () => {
    fc.assert(
      fc.property(fc.array(needle, { maxLength: 5 }), text, text, fc.nat(4), (needles, before, after, which) => {
        const mayStand = createNeedleFilter(needles)
        const one = needles[which]
        if (mayStand === null || one === undefined) return
        for (const written of [one, one.toLowerCase(), one.toUpperCase()]) {
          expect(mayStand(before + written + after)).toBe(true)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  test('lets a text pass in which a sign stands that folds to a letter', () => {
    const mayStand = createNeedleFilter(['kiss'])
    expect(['Kiſs me', 'I would kiſſ'].map((one) => mayStand?.(one))).toEqual([true, true])
  })

  test('stops what has nothing to do with them', () => {
    const mayStand = createNeedleFilter(['increased Armour', 'maximum Life'])
    const texts = ['+12% to Cold Resistance', 'increased Attack Speed', 'maximum Lif', '', 'Adds 1 to 2 Fire Damage']
    expect(texts.map((one) => mayStand?.(one))).toEqual(texts.map(() => false))
    expect(createNeedleFilter([])?.('anything')).toBe(false)
  })

  test('is not made for needles that are many, or short', () => {
    expect(createNeedleFilter(Array.from({ length: 25 }, (_, at) => `needle ${at}`))).toBeNull()
    expect(createNeedleFilter(['increased Armour', 'x'])).toBeNull()
  })
})
