import { useRef, useState } from 'react'

/** Time in ms for which a list stands still after the last move of a pointer over it. */
export const still_ms = 3000

/**
 * A live list that stands still under a moving pointer. Browsers send no click to a row that moves away between press and
 * release, and a row that moves below the pointer just before the press would be opened by mistake.
 * @returns the list to show, and the handlers for its element
 */
export function useStill<T>(live: T) {
  const [held, setHeld] = useState<{ readonly list: T } | null>(null)
  const release = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hold = () => {
    clearTimeout(release.current)
    release.current = setTimeout(() => setHeld(null), still_ms)
    if (!held) setHeld({ list: live })
  }
  return { list: held ? held.list : live, hold: { onPointerMove: hold, onPointerDown: hold } }
}
