import { type RefCallback, useCallback, useState } from 'react'

/** Space between neighbours, in pixels. */
const gap = 4

/**
 * Width of the widest element of a class in a frame, in percent of the frame. Follows the sizes of the text and the window.
 * @param key another one when elements were added
 */
export function useWidest(className: string, key: string | number): [RefCallback<HTMLElement>, number] {
  const [widest, setWidest] = useState(0)
  const measure = useCallback(
    (frame: HTMLElement | null) => {
      if (!frame) return undefined
      const elements = [...frame.querySelectorAll<HTMLElement>(`.${className}`)]
      const observer = new ResizeObserver(() => {
        const width = Math.max(0, ...elements.map(({ offsetWidth }) => offsetWidth))
        setWidest(Math.ceil((100 * (width + gap)) / Math.max(1, frame.clientWidth)))
      })
      for (const element of [frame, ...elements]) observer.observe(element)
      return () => observer.disconnect()
    },
    // Another key means other elements.
    // oxlint-disable-next-line react/exhaustive-deps
    [className, key],
  )
  return [measure, widest]
}
