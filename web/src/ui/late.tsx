import { type ReactNode, useDeferredValue } from 'react'

/** Nobody has touched the page yet: it is still opening. */
let isOpening = true
const stopOpening = () => {
  isOpening = false
}
for (const touch of ['pointerdown', 'keydown'] as const)
  window.addEventListener(touch, stopOpening, { once: true, capture: true })

/**
 * While a page opens, its parts are drawn after its head, in pieces between which the browser can do something else; drawn at
 * once they would hold it up. Later, on the way from page to page, nothing waits.
 */
export function Late({ waiting, children }: { waiting: ReactNode; children: ReactNode }) {
  const isTurn = useDeferredValue(true, !isOpening)
  return isTurn ? children : waiting
}
