import { describe, expect, it, test } from 'vitest'
import { createRecent, createWeighed } from './recent.ts'

test('keeps a limited number of entries, those set most recently', () => {
  const recent = createRecent<string, number>(2)
  recent.set('a', 1)
  recent.set('b', 2)
  recent.set('a', 3)
  recent.set('c', 4)
  expect(['a', 'b', 'c'].map((key) => recent.get(key))).toEqual([3, undefined, 4])
})

describe('a map with an upper bound for the total weight', () => {
  it('removes the least recently used entries', () => {
    const kept = createWeighed<string, string>(5, (text) => text.length)
    kept.set('a', 'xx')
    kept.set('b', 'xx')
    expect(kept.get('a')).toBe('xx')
    kept.set('c', 'xxx')
    expect([kept.get('a'), kept.get('b'), kept.get('c'), kept.weight()]).toEqual(['xx', undefined, 'xxx', 5])
  })

  it('weighs a replacement again, and keeps the newest entry at any weight', () => {
    const kept = createWeighed<string, string>(5, (text) => text.length)
    kept.set('a', 'xxxx')
    kept.set('a', 'x')
    expect(kept.weight()).toBe(1)
    kept.set('b', 'xxxxxxxxx')
    expect([kept.get('a'), kept.get('b'), kept.weight()]).toEqual([undefined, 'xxxxxxxxx', 9])
  })
})
