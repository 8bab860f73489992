/** A map that keeps so many entries; the one that was set longest ago goes first. */
export interface Recent<K, V> {
  get(key: K): V | undefined
  /** Also makes what is known already the newest. */
  set(key: K, value: V): void
}

/** @param most how many entries are kept. */
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

/** A map that keeps entries up to a weight, all of them together; the one that was used longest ago goes first. */
export interface Weighed<K, V> {
  get(key: K): V | undefined
  set(key: K, value: V): void
  /** Of all that is kept. */
  weight(): number
}

/**
 * @param most weight of all entries; the newest is kept even when it alone is heavier.
 * @param weigh what an entry weighs, always the same.
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
