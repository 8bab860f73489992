import { type RefObject, useLayoutEffect, useState } from 'react'

/** The edges move by whole steps, so that most of scrolling sideways renders nothing. */
const step = 4

interface Columns {
  readonly first: number
  /** The first that is not drawn any more. */
  readonly end: number
  /** Whether some are hidden at the left. */
  readonly isShifted: boolean
}

/**
 * Which of many columns of one width (in pixels) exist: those in sight of the frame that scrolls them sideways, and some
 * beside them. `lead` is the width of what stays in sight at their left. All of them where they are not `isMany`.
 */
export function useColumnsInSight(
  frame: RefObject<HTMLElement | null>,
  { count, width, lead, isMany }: { count: number; width: number; lead: number; isMany: boolean },
): Columns {
  const [range, setRange] = useState<Columns>({ first: 0, end: 4 * step, isShifted: false })
  useLayoutEffect(() => {
    const element = frame.current
    if (!isMany || !element) return
    const measure = () => {
      const before = element.scrollLeft / width
      const after = (element.scrollLeft + element.clientWidth - lead) / width
      const first = Math.max(0, (Math.floor(before / step) - 1) * step)
      const end = (Math.ceil(after / step) + 1) * step
      const isShifted = element.scrollLeft > 0
      setRange((known) =>
        known.first === first && known.end === end && known.isShifted === isShifted ? known : { first, end, isShifted },
      )
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [frame, isMany, width, lead])
  if (!isMany) return { first: 0, end: count, isShifted: false }
  return { ...range, first: Math.min(range.first, count), end: Math.min(range.end, count) }
}
