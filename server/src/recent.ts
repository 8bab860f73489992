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
