import { findEventOpening } from '@muster/domain/objectives/release'
import type { Event } from '@muster/contract/events'
import { useEffect } from 'react'
import { useServerTimeReached } from './clock.ts'
import { readTree, useEvent, useEventKey, useScoreTree } from '../scores/event.ts'
import { eventInput, queryClient, read } from '../calls/queries.ts'

/** All clocks reach an opening at once; requests are spread over this period. */
const spread_ms = 3000
/** Interval of requests until the server reveals the objective. */
const again_ms = 15_000
/** An event that still has no objectives after this time has none. */
const longestWait_ms = 300_000

/** When an event shows its objectives, ms; null: at once. */
export const openingOf = ({ objectives_shown, event_start_time }: Event) =>
  findEventOpening({ objectives_shown, event_start_time: Date.parse(event_start_time) })

/** When the event shows its objectives, while the page has none of them; null: nothing to wait for. */
function useEventOpening(): number | null {
  const event = useEvent()
  const { tree, locked } = useScoreTree()
  const opens_at = event && openingOf(event)
  const isOver = useServerTimeReached(opens_at === null ? null : opens_at + longestWait_ms)
  return tree.nodes.length <= 1 && locked.length === 0 && !isOver ? opens_at : null
}

/**
 * Requests the tree again when the next secret objective opens, so that it appears on an open page. An effect, because time
 * passes without a render.
 */
export function useOpenings(): void {
  const event = useEventKey()
  const { locked } = useScoreTree()
  const all_at = useEventOpening()
  const next = locked.length === 0 ? all_at : Math.min(...locked.map(({ opens_at }) => opens_at))
  const isDue = useServerTimeReached(next)
  useEffect(() => {
    if (!isDue) return undefined
    const ask = () => {
      void queryClient.invalidateQueries({ queryKey: readTree(event).queryKey })
      // Presets are hidden with all objectives, not with single ones.
      if (all_at !== null)
        void queryClient.invalidateQueries({ queryKey: read('getScoringPresetsForEvent', eventInput(event)).queryKey })
    }
    const first = setTimeout(ask, Math.random() * spread_ms)
    const others = setInterval(ask, again_ms)
    return () => {
      clearTimeout(first)
      clearInterval(others)
    }
  }, [isDue, next, all_at, event])
}
