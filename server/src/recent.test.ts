import { describe, expect, it, test } from 'vitest'
import { createRecent, createWeighed } from './recent.ts'

test('keeps so many entries, those that were set last', () => {
  const recent = createRecent<string, number>(2)
  recent.set('a', 1)
  recent.set('b', 2)
  recent.set('a', 3)
  recent.set('c', 4)
  expect(['a', 'b', 'c'].map((key) => recent.get(key))).toEqual([3, undefined, 4])
})

describe('a map that keeps entries up to a weight', () => {
  it('lets those go that were used longest ago', () => {
    const kept = createWeighed<string, string>(5, (text) => text.length)
    kept.set('a', 'xx')
    kept.set('b', 'xx')
    expect(kept.get('a')).toBe('xx')
    kept.set('c', 'xxx')
    expect([kept.get('a'), kept.get('b'), kept.get('c'), kept.weight()]).toEqual(['xx', undefined, 'xxx', 5])
  })

  it('weighs what replaces another anew, and keeps the newest whatever it weighs', () => {
    const kept = createWeighed<string, string>(5, (text) => text.length)
    kept.set('a', 'xxxx')
    kept.set('a', 'x')
    expect(kept.weight()).toBe(1)
    kept.set('b', 'xxxxxxxxx')
    expect([kept.get('a'), kept.get('b'), kept.weight()]).toEqual([undefined, 'xxxxxxxxx', 9])
  })
})
