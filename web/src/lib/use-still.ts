import { useRef, useState } from 'react'

/** Time in ms for which a list stands still after the last move of a pointer over it. */
export const still_ms = 3000

/**
 * A live list that stands still under a moving pointer. Browsers send no click to a row that moves away between press and
 * release, and a row that moves below the pointer just before the press would be pressed by mistake.
 * @param key changes when the user asks for another list, which is shown at once
 * @returns the list to show, and the handlers for its element
 */
export function useStill<T>(live: T, key = '') {
  const [held, setHeld] = useState<{ readonly list: T; readonly key: string } | null>(null)
  const release = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isHeld = held?.key === key
  const hold = () => {
    clearTimeout(release.current)
    release.current = setTimeout(() => setHeld(null), still_ms)
    if (!isHeld) setHeld({ list: live, key })
  }
  return { list: isHeld ? held.list : live, hold: { onPointerMove: hold, onPointerDown: hold } }
}
