import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { leaveLine, takeTurn } from './turns.ts'

/** The edges move by so many rows, so that most of scrolling renders nothing, and what it renders is little. */
const step = 6

/** A list that is not longer is drawn as a whole, so that the browser's own search and print see all of it. */
const shortList = 150
const around = 12
export const chooseOverscan = (rows: number): number => (rows <= shortList ? rows : around)

interface Range {
  readonly first: number
  /** The first that is not drawn any more. */
  readonly end: number
}

/**
 * Which of many rows of one height (in pixels) exist: those in sight of the window and some around them. `frame` goes around
 * the rows.
 */
export function useRowsInSight(count: number, rowHeight: number) {
  // A long list of which a search leaves little stays as it was: drawing all of that at once would be felt.
  const [wasLong, setWasLong] = useState(count > shortList)
  if (!wasLong && count > shortList) setWasLong(true)
  const isShort = !wasLong
  const frame = useRef<HTMLDivElement>(null)
  const top = useTopOf(frame, wasLong)
  const drawn = useGrowing(frame, isShort ? count : 0)
  const [range, setRange] = useState<Range>({ first: 0, end: 0 })
  useLayoutEffect(() => {
    if (isShort) return
    const measure = () => {
      const above = (window.scrollY - top) / rowHeight
      const below = above + window.innerHeight / rowHeight
      const first = Math.max(0, Math.floor(above / step) * step - around)
      const end = Math.max(0, Math.ceil(below / step) * step + around)
      setRange((before) => (before.first === first && before.end === end ? before : { first, end }))
    }
    measure()
    window.addEventListener('scroll', measure, { passive: true })
    window.addEventListener('resize', measure)
    return () => {
      window.removeEventListener('scroll', measure)
      window.removeEventListener('resize', measure)
    }
  }, [isShort, top, rowHeight])
  const first = isShort ? 0 : Math.min(range.first, count)
  const end = isShort ? drawn : Math.min(range.end, count)
  return { frame, first, end, before: first * rowHeight, after: (count - end) * rowHeight }
}

/** How many of a short list exist: what is seen at first, and some more in each turn until all of it is there. */
function useGrowing(frame: RefObject<HTMLElement | null>, count: number): number {
  const [drawn, setDrawn] = useState(around)
  useLayoutEffect(() => {
    const element = frame.current
    if (drawn >= count || !element) return
    takeTurn(element, 1, () => setDrawn(drawn + around))
    return () => void leaveLine(element)
  }, [frame, drawn, count])
  return Math.min(drawn, count)
}

/** Where an element begins on the page, once `isWanted`; it moves when what is above changes its height. */
function useTopOf(frame: RefObject<HTMLElement | null>, isWanted: boolean): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    if (!isWanted) return
    const measure = () => setTop(frame.current ? Math.round(frame.current.getBoundingClientRect().top + window.scrollY) : 0)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [frame, isWanted])
  return top
}

/** The same, with its frame: the virtualizer needs it. */
export function useTop() {
  const frame = useRef<HTMLDivElement>(null)
  return { frame, top: useTopOf(frame, true) }
}
