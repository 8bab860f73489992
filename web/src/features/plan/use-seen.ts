import type { TeamSuggestion } from '@muster/contract/suggestions'
import { type RefObject, useEffect, useRef } from 'react'
import { useEventKey } from '../../api/scores/event.ts'
import { useSession } from '../../lib/browser/session.ts'
import { isSeen, noteSeen } from './seen.ts'

/** Shorter views, as in scrolling past, do not count. */
const least_ms = 1000
/** Share that must be in view; an element taller than the window must fill half of the window. */
const minShare = 0.6

/** Calls back once an element has been in view for a moment, on a visible page. */
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
        isInSight = intersectionRatio >= minShare || intersectionRect.height >= window.innerHeight / 2
      look()
    },
    { threshold: [0, 0.2, 0.4, minShare, 1] },
  )
  observer.observe(element)
  document.addEventListener('visibilitychange', look)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
    document.removeEventListener('visibilitychange', look)
  }
}

/** A ref for the element of a suggestion: reports once that it was seen. */
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
