import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createQuickMemo, createTextMemo } from './text-memo.ts'

describe('a text memo', () => {
  test('answers like asking anew, however many texts there are', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (texts) => {
        const find = createTextMemo(2, (text) => ({ text, doubled: text + text }))
        for (const text of [...texts, ...texts]) expect(find(text)).toEqual({ text, doubled: text + text })
      }),
    )
  })

  test('does not ask again while a text keeps coming back', () => {
    let asked = 0
    const find = createTextMemo(4, (text) => ({ text, number: ++asked }))
    for (let round = 0; round < 5; round++) find('+92 to maximum Life')
    expect(asked).toBe(1)
  })

  test('forgets what has not been asked for a while, and keeps no text of any length', () => {
    const asked: string[] = []
    const find = createTextMemo(2, (text) => {
      asked.push(text)
      return text.length
    })
    const long = 'x'.repeat(1_001)
    for (const text of ['a', 'b', 'c', 'a', 'd', 'e', 'a', 'b', long, long]) find(text)
    expect(asked).toEqual(['a', 'b', 'c', 'd', 'e', 'b', long, long])
  })
})

describe('a quick memo', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('', 'a', 'b', 'Iron Ring', 'Iron Rong', 'x'.repeat(1_000), 'x'.repeat(1_001)),
    // Long ones of one length that differ where nobody looks share a sketch.
    fc.nat(40).map((at) => 'x'.repeat(at) + 'y' + 'x'.repeat(40 - at)),
  )

  test('answers like asking anew, although most texts share the few slots', () => {
    fc.assert(
      fc.property(fc.array(texts), (asked) => {
        const find = createQuickMemo(2, (text) => ({ text }))
        for (const text of [...asked, ...asked]) expect(find(text)).toEqual({ text })
      }),
    )
  })

  test('does not ask again for the two texts of a slot, however often they take turns', () => {
    const asked: string[] = []
    const find = createQuickMemo(2, (text) => {
      asked.push(text)
      return text.length
    })
    for (let round = 0; round < 3; round++) for (const text of ['Iron Ring', '']) find(text)
    expect(asked).toEqual(['Iron Ring', ''])
  })

  test('answers the same while its table grows', () => {
    const find = createQuickMemo(1_024, (text) => ({ text }))
    for (let round = 0; round < 2; round++) {
      for (let number = 0; number < 3_000; number++) expect(find(`Ring ${number}`)).toEqual({ text: `Ring ${number}` })
    }
  })

  test('keeps no text of any length', () => {
    let asked = 0
    const find = createQuickMemo(2, () => ++asked)
    for (let round = 0; round < 3; round++) find('x'.repeat(1_001))
    expect(asked).toBe(3)
  })
})
