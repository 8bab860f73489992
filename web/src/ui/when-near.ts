import { type RefObject, useLayoutEffect, useState } from 'react'
import { leaveLine, takeTurn } from './turns.ts'

/** How far below and above the window something is near it: about one window, so that scrolling finds it drawn. */
const margin = '900px 0px'

/** What comes near, by element: what it takes in shares of a frame, and what draws it. */
const watched = new Map<Element, { readonly share: number; readonly draw: () => void }>()

let observer: IntersectionObserver | null = null
/** One for all of a page: made when the first is watched. */
function observerOfAll(): IntersectionObserver {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const known = watched.get(target)
        if (isIntersecting && known) takeTurn(target, known.share, known.draw)
        else leaveLine(target)
      }
    },
    { rootMargin: margin },
  )
  return observer
}

/**
 * Whether an element has come near the window, ever: what is dear to draw waits until then and stays from then on.
 * `isAtOnce`: near from the beginning.
 */
export function useWhenNear(ref: RefObject<Element | null>, share: number, isAtOnce: boolean): boolean {
  const [isNear, setNear] = useState(isAtOnce)
  useLayoutEffect(() => {
    const element = ref.current
    if (isNear || !element) return
    watched.set(element, { share, draw: () => setNear(true) })
    observerOfAll().observe(element)
    return () => {
      watched.delete(element)
      leaveLine(element)
      observer?.unobserve(element)
    }
  }, [ref, share, isNear])
  return isNear
}
