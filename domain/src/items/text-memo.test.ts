import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createTextMemo } from './text-memo.ts'

describe('a text memo', () => {
  test('gives the same results as the function itself, however many texts there are', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (texts) => {
        const find = createTextMemo(2, (text) => ({ text, doubled: text + text }))
        for (const text of [...texts, ...texts]) expect(find(text)).toEqual({ text, doubled: text + text })
      }),
    )
  })

  test('does not call the function again for a text that recurs', () => {
    let asked = 0
    const find = createTextMemo(4, (text) => ({ text, number: ++asked }))
    for (let round = 0; round < 5; round++) find('+92 to maximum Life')
    expect(asked).toBe(1)
  })

  test('evicts texts that are not used for a while, and does not cache long texts', () => {
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
