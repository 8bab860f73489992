import { useEffect } from 'react'
import { useServerTimeReached } from './clock.ts'
import { readTree, useEventKey, useScoreTree } from '../scores/event.ts'
import { queryClient } from '../calls/queries.ts'

/** All clocks reach an opening at once; requests are spread over this period. */
const spread_ms = 3000
/** Interval until the server reveals it. */
const again_ms = 15_000

/**
 * Requests the tree again when the next secret objective opens, so that it appears on an open page. An effect, because time
 * passes without a render.
 */
export function useOpenings(): void {
  const event = useEventKey()
  const { locked } = useScoreTree()
  const next = locked.length === 0 ? null : Math.min(...locked.map(({ opens_at }) => opens_at))
  const isDue = useServerTimeReached(next)
  useEffect(() => {
    if (!isDue) return undefined
    const ask = () => void queryClient.invalidateQueries({ queryKey: readTree(event).queryKey })
    const first = setTimeout(ask, Math.random() * spread_ms)
    const others = setInterval(ask, again_ms)
    return () => {
      clearTimeout(first)
      clearInterval(others)
    }
  }, [isDue, next, event])
}
