import { useLayoutEffect, useRef, useState } from 'react'

/** A short list is drawn as a whole, so that the browser's own search and print see all of it. */
export const chooseOverscan = (rows: number): number => (rows <= 150 ? rows : 12)

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
