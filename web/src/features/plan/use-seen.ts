import type { TeamSuggestion } from '@muster/contract/suggestions'
import { type RefObject, useEffect, useRef } from 'react'
import { useEventKey } from '../../api/scores/event.ts'
import { useSession } from '../../lib/browser/session.ts'
import { isSeen, noteSeen } from './seen.ts'

/** Whoever scrolls past has seen nothing. */
const least_ms = 1000
/** How much of it has to be in sight; what is higher than the window only has to fill half of that. */
const leastShare = 0.6

/** Calls back once an element was in sight for a moment, on a page that is itself in sight. */
function watchSight(element: Element, onSeen: () => void): () => void {
  let isInSight = false
  let timer: ReturnType<typeof setTimeout> | undefined
  function look(): void {
    clearTimeout(timer)
    if (isInSight && !document.hidden) timer = setTimeout(onSeen, least_ms)
  }
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { intersectionRatio, intersectionRect } of entries)
        isInSight = intersectionRatio >= leastShare || intersectionRect.height >= window.innerHeight / 2
      look()
    },
    { threshold: [0, 0.2, 0.4, leastShare, 1] },
  )
  observer.observe(element)
  document.addEventListener('visibilitychange', look)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
    document.removeEventListener('visibilitychange', look)
  }
}

/** For the element that shows a suggestion: that it was seen is told to the server, once. */
export function useSeen<E extends Element>({ objective_id, version }: TeamSuggestion): RefObject<E | null> {
  const element = useRef<E>(null)
  const event = useEventKey()
  const user_id = useSession()?.user_id
  useEffect(() => {
    if (element.current === null || user_id === undefined) return
    const seen = { event, user_id, objective_id, version }
    if (isSeen(seen)) return
    return watchSight(element.current, () => noteSeen(seen))
  }, [event, user_id, objective_id, version])
  return element
}
