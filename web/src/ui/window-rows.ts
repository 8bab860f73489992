import { useLayoutEffect, useRef, useState } from 'react'

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
  const { frame, top } = useTop()
  // A long list of which a search leaves little stays as it was: drawing all of that at once would be felt.
  const [wasLong, setWasLong] = useState(count > shortList)
  if (!wasLong && count > shortList) setWasLong(true)
  const isShort = !wasLong
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
  const end = isShort ? count : Math.min(range.end, count)
  return { frame, first, end, before: first * rowHeight, after: (count - end) * rowHeight }
}

/** Where an element begins on the page: the virtualizer needs it, and it moves when what is above changes its height. */
export function useTop() {
  const frame = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => setTop(frame.current ? Math.round(frame.current.getBoundingClientRect().top + window.scrollY) : 0)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
  return { frame, top }
}
