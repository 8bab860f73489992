import { type RefObject, useLayoutEffect, useState } from 'react'

/** So much is drawn between two frames, in shares of what a frame has time for: nothing stutters, however fast one scrolls. */
const perFrame = 1

/** Elements that wait to be drawn in full, in the order they came. */
const waiting = new Map<Element, { readonly share: number; readonly draw: () => void }>()
let frame = 0

function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < window.innerHeight
}

function drawSome(): void {
  frame = 0
  // Asking where one is makes the browser lay out the page: not for one that is alone.
  const isAlone = waiting.size === 1
  const all = [...waiting].map(([element, turn]) => ({ element, ...turn, isInSight: isAlone || isInSight(element) }))
  // What is in sight comes first: somebody who jumped looks at the end of the list.
  all.sort((a, b) => Number(b.isInSight) - Number(a.isInSight))
  let drawn = 0
  for (const { element, share, draw } of all) {
    if (drawn > 0 && drawn + share > perFrame) break
    drawn += share
    waiting.delete(element)
    draw()
  }
  drawNext()
}

function drawNext(): void {
  if (waiting.size > 0 && frame === 0) frame = requestAnimationFrame(drawSome)
}

/** Puts an element in line. `share`: how much of a frame's time drawing it takes. */
export function takeTurn(element: Element, share: number, draw: () => void): void {
  waiting.set(element, { share, draw })
  drawNext()
}

export const leaveLine = (element: Element): boolean => waiting.delete(element)

/** Whether an element had its turn to be drawn in full; `isAtOnce`: from the beginning. */
export function useTurn(ref: RefObject<Element | null>, share: number, isAtOnce: boolean): boolean {
  const [hadTurn, setHadTurn] = useState(isAtOnce)
  useLayoutEffect(() => {
    const element = ref.current
    if (hadTurn || !element) return
    takeTurn(element, share, () => setHadTurn(true))
    return () => void leaveLine(element)
  }, [ref, share, hadTurn])
  return hadTurn
}
