/** The budget for bad requests: too many 4xx answers to one address block it for a while. */
export interface InvalidRequestOptions {
  threshold: number
  period_ms: number
  block_ms: number
}

export interface InvalidRequests {
  isBlocked: (address: string, now: number) => boolean
  /** Whether the block began before this moment: requests in flight are excused. */
  mayKnow: (address: string, now: number) => boolean
  count: (address: string, now: number) => void
}

export const createInvalidRequests = ({ threshold, period_ms, block_ms }: InvalidRequestOptions): InvalidRequests => {
  const counted = new Map<string, { hits: number[]; blocked_from: number; blocked_until: number }>()
  return {
    isBlocked: (address, now) => (counted.get(address)?.blocked_until ?? 0) > now,
    mayKnow: (address, now) => (counted.get(address)?.blocked_from ?? now) < now,
    count: (address, now) => {
      const row = counted.get(address) ?? { hits: [], blocked_from: 0, blocked_until: 0 }
      row.hits = [...row.hits.filter((at) => at > now - period_ms), now]
      if (row.hits.length > threshold) {
        if (row.blocked_until <= now) row.blocked_from = now
        row.blocked_until = now + block_ms
      }
      counted.set(address, row)
    },
  }
}
