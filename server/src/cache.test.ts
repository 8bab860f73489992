import { describe, expect, it } from 'vitest'
import { cacheLimits, createCache, renew, type Renewed } from './cache.ts'

describe('a cache', () => {
  it('removes the least recently used entries beyond its limit', () => {
    const cache = createCache<string, number>('engines')
    expect(cacheLimits.engines).toBe(3)
    for (const [place, key] of ['a', 'b', 'c'].entries()) cache.set(key, place)
    expect(cache.get('a')).toBe(0)
    cache.set('d', 3)
    expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key))).toEqual([0, undefined, 2, 3])
  })

  it('counts a replaced entry once, and never exceeds its limit', () => {
    const limit = cacheLimits.fresh_items
    const cache = createCache<string, number>('fresh_items', (weight) => weight)
    cache.set('a', limit)
    cache.set('a', limit - 1)
    cache.set('b', 1)
    expect([...cache.entries()]).toEqual([
      ['a', limit - 1],
      ['b', 1],
    ])
    cache.set('c', limit + 1)
    expect([cache.get('c'), cache.weight()]).toEqual([undefined, 0])
  })

  it('can be emptied by key and as a whole', () => {
    const cache = createCache<string, number>('hours')
    for (const key of ['a', 'b', 'c']) cache.set(key, 1)
    cache.delete('a')
    cache.delete('unknown')
    expect([cache.weight(), cache.get('a')]).toEqual([2, undefined])
    cache.clear()
    expect([cache.weight(), cache.get('b')]).toEqual([0, undefined])
  })
})

describe('a renewed entry', () => {
  const grow = (cache: ReturnType<typeof createCache<string, Renewed<string>>>, version: number, add: () => string) =>
    renew(cache, 'key', version, async (before) => {
      const next = `${before ?? ''}${add()}`
      return { next, answer: next }
    })

  it('is made from its predecessor, one call after the other', async () => {
    const cache = createCache<string, Renewed<string>>('engines')
    expect(await Promise.all([grow(cache, 1, () => 'a'), grow(cache, 1, () => 'b'), grow(cache, 1, () => 'c')])).toEqual([
      'a',
      'ab',
      'abc',
    ])
  })

  it('starts over after a failure and with another version', async () => {
    const cache = createCache<string, Renewed<string>>('engines')
    await grow(cache, 1, () => 'a')
    expect(await grow(cache, 2, () => 'b')).toBe('b')
    await expect(
      grow(cache, 2, () => {
        throw new Error('away')
      }),
    ).rejects.toThrow('away')
    expect(await grow(cache, 2, () => 'c')).toBe('c')
  })
})
