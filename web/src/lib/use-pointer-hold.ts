import { useRef, useState } from 'react'

/** Time in ms for which a list stands still after the last move of a pointer over it. */
export const hold_ms = 3000

/**
 * Keeps a live list as it is under a moving pointer. A row that moves away between press and release gets no click, which goes to
 * the nearest common ancestor (click_event_target_siblings.html of the web platform tests; seen in Chromium), and a row that moves
 * below the pointer just before the press would be pressed by mistake.
 * @param key changes when the user asks for another list, which is shown at once
 * @returns the list to show, and the handlers for its element
 */
export function usePointerHold<T>(live: T, key = '') {
  const [held, setHeld] = useState<{ readonly list: T; readonly key: string } | null>(null)
  const release = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isHeld = held?.key === key
  const hold = () => {
    clearTimeout(release.current)
    release.current = setTimeout(() => setHeld(null), hold_ms)
    if (!isHeld) setHeld({ list: live, key })
  }
  return { list: isHeld ? held.list : live, hold: { onPointerMove: hold, onPointerDown: hold } }
}
