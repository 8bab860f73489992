/**
 * The public stash stream: an append-only log in shards. Only entries of participants are stored. Tabs of other players (noise)
 * are computed: the n-th noise tab of a shard has a fixed time and content, so a position always has the same meaning.
 */
import type { PlacedItem } from '../items/item.ts'
import { rng } from '../prng.ts'
import type { Account, Tab } from './model.ts'

export const SHARDS = 5

/** A snapshot of a published tab; `items` is never mutated. */
export interface PublishedTab {
  tab_id: string
  public: boolean
  account_name: string
  name: string
  type: string
  league: string
  items: readonly PlacedItem[]
}

interface StoredEntry {
  seq: number
  at: number
  /** Set at publication, `delay` after the change; until then later changes of the tab are merged into this entry. */
  published: PublishedTab | null
}

export type StreamEntry =
  | { kind: 'tab'; at: number; published: PublishedTab }
  | { kind: 'noise'; at: number; shard: number; ordinal: number }

interface Shard {
  first_seq: number
  noise_offset_ms: number
  dropped: number
  entries: StoredEntry[]
}

export interface StreamOptions {
  seed: number
  start_ms: number
  delay_ms: number
  /** Interval between noise tabs of one shard; Infinity disables noise. */
  noise_interval_ms: number
  /** Start of the noise; default: the start of the world. */
  noise_from_ms?: number | undefined
  retained_ms: number
}

export interface StashStream {
  /** Appends a change; returns the publication, or null if an earlier change of the tab is still waiting. */
  append: (account: Account, tab: Tab, at: number) => ((publishedAt: number) => PublishedTab) | null
  /** Next position of each shard at the time `at`, which may be in the past. */
  positionsAt: (at: number) => number[]
  /** Oldest retained position of each shard. */
  firstPositions: (now: number) => number[]
  /**
   * Reads entries from these positions that are older than the delay plus `late_ms`, until `take` returns false; returns the next
   * positions.
   */
  read: (from: readonly number[], now: number, take: (entry: StreamEntry) => boolean, late_ms?: number) => number[]
  /** Deletes entries older than the retention period. */
  prune: (now: number) => void
  size: () => number
}

export const createStashStream = (options: StreamOptions): StashStream => {
  const { seed, start_ms, delay_ms, noise_interval_ms, noise_from_ms = start_ms, retained_ms } = options
  const shards: Shard[] = Array.from({ length: SHARDS }, (_, ordinal) => ({
    first_seq: 3_100_000_000 + (rng(seed, 'stream/first', ordinal) % 380_000_000),
    noise_offset_ms: Math.floor((noise_interval_ms === Number.POSITIVE_INFINITY ? 0 : noise_interval_ms) * (ordinal / SHARDS)),
    dropped: 0,
    entries: [],
  }))
  const waiting = new Set<string>()

  const countNoise = (shard: Shard, at: number): number =>
    Math.max(0, Math.floor((at - noise_from_ms - shard.noise_offset_ms) / noise_interval_ms))
  const noiseAt = (shard: Shard, ordinal: number): number =>
    Math.ceil(noise_from_ms + shard.noise_offset_ms + (ordinal + 1) * noise_interval_ms)
  const getShard = (ordinal: number): Shard => {
    const shard = shards[ordinal]
    if (!shard) throw new Error(`no shard ${ordinal}`)
    return shard
  }

  /** Index of the first stored entry for which `isPast` is false. */
  const search = (entries: readonly StoredEntry[], isPast: (entry: StoredEntry) => boolean): number => {
    let low = 0
    let high = entries.length
    while (low < high) {
      const middle = (low + high) >> 1
      const entry = entries[middle]
      if (entry && isPast(entry)) low = middle + 1
      else high = middle
    }
    return low
  }

  const nextSeq = (shard: Shard, at: number): number =>
    shard.first_seq + shard.dropped + search(shard.entries, (entry) => entry.at <= at) + countNoise(shard, at)

  const entryAt = (ordinal: number, shard: Shard, seq: number): StreamEntry | 'unpublished' => {
    const index = search(shard.entries, (entry) => entry.seq < seq)
    const stored = shard.entries[index]
    if (stored?.seq === seq) return stored.published ? { kind: 'tab', at: stored.at, published: stored.published } : 'unpublished'
    const noise = seq - shard.first_seq - shard.dropped - index
    return { kind: 'noise', at: noiseAt(shard, noise), shard: ordinal, ordinal: noise }
  }

  return {
    append: (account, tab, at) => {
      if (waiting.has(tab.id)) return null
      waiting.add(tab.id)
      const shard = getShard(Number.parseInt(tab.id.slice(0, 6), 16) % SHARDS)
      const stored: StoredEntry = { seq: nextSeq(shard, at), at, published: null }
      shard.entries.push(stored)
      return () => {
        waiting.delete(tab.id)
        const { id, name, type, league } = tab
        stored.published = {
          tab_id: id,
          public: tab.public,
          account_name: account.name,
          name,
          type,
          league,
          items: tab.public ? tab.items.slice() : [],
        }
        return stored.published
      }
    },
    positionsAt: (at) => shards.map((shard) => nextSeq(shard, at)),
    firstPositions: (now) => shards.map((shard) => nextSeq(shard, now - retained_ms)),
    read: (from, now, take, late_ms = 0) => {
      const visibleUntil = now - delay_ms - late_ms
      const next = shards.map((shard, ordinal) => {
        const oldest = nextSeq(shard, now - retained_ms)
        return Math.min(Math.max(from[ordinal] ?? oldest, oldest), nextSeq(shard, now))
      })
      const ends = shards.map((shard) => nextSeq(shard, visibleUntil))
      const heads = shards.map((shard, ordinal) =>
        (next[ordinal] ?? 0) < (ends[ordinal] ?? 0) ? entryAt(ordinal, shard, next[ordinal] ?? 0) : null,
      )
      for (;;) {
        let chosen = -1
        let earliest = Number.POSITIVE_INFINITY
        for (let ordinal = 0; ordinal < SHARDS; ordinal++) {
          const head = heads[ordinal]
          if (head && head !== 'unpublished' && head.at < earliest) {
            earliest = head.at
            chosen = ordinal
          }
        }
        const head = heads[chosen]
        if (!head || head === 'unpublished' || !take(head)) return next
        const seq = (next[chosen] ?? 0) + 1
        next[chosen] = seq
        heads[chosen] = seq < (ends[chosen] ?? 0) ? entryAt(chosen, getShard(chosen), seq) : null
      }
    },
    prune: (now) => {
      for (const shard of shards) {
        const old = search(shard.entries, (entry) => entry.at <= now - retained_ms)
        shard.entries.splice(0, old)
        shard.dropped += old
      }
    },
    size: () => shards.reduce((sum, shard) => sum + shard.entries.length, 0),
  }
}
