/** A map with an upper bound for its size; the entry set longest ago is removed first. */
export interface Recent<K, V> {
  get(key: K): V | undefined
  /** Also moves an existing key to the front. */
  set(key: K, value: V): void
}

/** @param most maximum number of entries. */
export function createRecent<K, V>(most: number): Recent<K, V> {
  const kept = new Map<K, V>()
  return {
    get: (key) => kept.get(key),
    set(key, value) {
      kept.delete(key)
      kept.set(key, value)
      for (const oldest of kept.keys()) {
        if (kept.size <= most) break
        kept.delete(oldest)
      }
    },
  }
}

/** A map with an upper bound for its total weight; the least recently used entry is removed first. */
export interface Weighed<K, V> {
  get(key: K): V | undefined
  set(key: K, value: V): void
  /** Total weight of all entries. */
  weight(): number
}

/**
 * @param most maximum total weight; the newest entry is kept even if it exceeds this alone.
 * @param weigh must return the same weight for an entry every time.
 */
export function createWeighed<K, V>(most: number, weigh: (value: V) => number): Weighed<K, V> {
  const kept = new Map<K, V>()
  let weight = 0
  function drop(key: K): void {
    const value = kept.get(key)
    if (value !== undefined && kept.delete(key)) weight -= weigh(value)
  }
  return {
    weight: () => weight,
    get(key) {
      const value = kept.get(key)
      if (value === undefined) return undefined
      kept.delete(key)
      kept.set(key, value)
      return value
    },
    set(key, value) {
      drop(key)
      kept.set(key, value)
      weight += weigh(value)
      for (const oldest of kept.keys()) {
        if (weight <= most || kept.size <= 1) break
        drop(oldest)
      }
    },
  }
}
