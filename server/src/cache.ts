/**
 * Upper bound of each cache: its number of entries, or of the units in the comment. docs/caches.md says what each one saves, what
 * empties it, and how it forgets a deleted person.
 */
export const cacheLimits = {
  /** For each cached call. */
  addresses: 200,
  /** About 40 kB each, with the picture. */
  cards: 100,
  confirmed_engines: 3,
  /** A few hundred kilobytes each, for a large event. As many as overlays may follow (`live/overlay-rooms.ts`). */
  delayed_scores: 60,
  engines: 3,
  events: 500,
  /** In items, of a few kilobytes each. */
  fresh_items: 5000,
  /** A log of 50,000 lines takes 30 MB. */
  guild_logs: 6,
  /** In bytes: about ten of the largest guilds. */
  guild_tabs: 192 * 1024 * 1024,
  held_scores: 3,
  hours: 10_000,
  matchers: 3,
  /** In bytes, for each event with followers. */
  missed_changes: 32 * 1024 * 1024,
  moments: 3,
  /** In numbers of about 60 bytes, for each job: enough for 3,000 full tabs. */
  reported: 100_000,
  /** In parts of 256 KiB, at least one for each response. */
  responses: 1000,
  seen_items: 3,
  /** In bytes: about a hundred large events. */
  summaries: 32 * 1024 * 1024,
  tokens: 5000,
} as const

export type CacheName = keyof typeof cacheLimits

/** A map that never exceeds its limit: the least recently used entry is removed first. */
export interface Cache<K, V> {
  get(key: K): V | undefined
  set(key: K, value: V): void
  delete(key: K): void
  clear(): void
  entries(): IterableIterator<[K, V]>
  /** Total weight of all entries. */
  weight(): number
}

/** @param weigh must return the same weight for an entry every time; without it each entry weighs 1. */
export function createCache<K, V extends NonNullable<unknown>>(
  name: CacheName,
  weigh: (value: V) => number = () => 1,
): Cache<K, V> {
  const limit = cacheLimits[name]
  const kept = new Map<K, V>()
  let weight = 0

  function remove(key: K): V | undefined {
    const value = kept.get(key)
    if (value !== undefined && kept.delete(key)) weight -= weigh(value)
    return value
  }

  return {
    get(key) {
      const value = kept.get(key)
      if (value === undefined) return undefined
      kept.delete(key)
      kept.set(key, value)
      return value
    },
    set(key, value) {
      remove(key)
      kept.set(key, value)
      weight += weigh(value)
      for (const oldest of kept.keys()) {
        if (weight <= limit) break
        remove(oldest)
      }
    },
    delete: (key) => void remove(key),
    clear() {
      kept.clear()
      weight = 0
    },
    entries: () => kept.entries(),
    weight: () => weight,
  }
}

/** A value that grows with new data, and the version that it is valid for. */
export interface Renewed<V> {
  readonly version: unknown
  /** Null after a failure. */
  readonly value: Promise<V | null>
}

/**
 * Replaces an entry with its successor, and answers from it. Calls for one key wait for each other, so that no call sees a value
 * between two states. After a failure, or with another version, the next call starts over.
 */
export function renew<K, V, A>(
  cache: Cache<K, Renewed<V>>,
  key: K,
  version: unknown,
  make: (before: V | null) => Promise<{ readonly next: V; readonly answer: A }>,
): Promise<A> {
  const known = cache.get(key)
  const made = (known && known.version === version ? known.value : Promise.resolve(null)).then(make)
  const value = made.then(
    ({ next }) => next,
    () => null,
  )
  cache.set(key, { version, value })
  return made.then(({ answer }) => answer)
}
