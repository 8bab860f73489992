/** Counting windows that begin with the first request and are emptied at their end, as Discord and Twitch describe theirs. */
export interface Bucket {
  allowed: boolean
  limit: number
  remaining: number
  reset_at: number
}

export interface Buckets {
  hit: (key: string, limit: number, period_ms: number, now: number) => Bucket
}

export const createBuckets = (): Buckets => {
  const windows = new Map<string, { until: number; used: number }>()
  return {
    hit: (key, limit, period_ms, now) => {
      const known = windows.get(key)
      const window = known && known.until > now ? known : { until: now + period_ms, used: 0 }
      windows.set(key, window)
      const allowed = window.used < limit
      if (allowed) window.used++
      return { allowed, limit, remaining: limit - window.used, reset_at: window.until }
    },
  }
}
