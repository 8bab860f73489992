import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react'

/** Nobody has touched the page yet: it is still opening. */
let isOpening = true
const stopOpening = () => {
  isOpening = false
}
for (const touch of ['pointerdown', 'keydown'] as const)
  window.addEventListener(touch, stopOpening, { once: true, capture: true })

/** What draws the parts that wait, in the order of the page. */
const line = new Set<() => void>()
/** Whose turn it is. */
let current: (() => void) | null = null
let holds = 0

/** Longer than a frame: a page that nobody looks at has no frames. */
const longestFrame_ms = 100

/** Calls back when the browser has laid out and painted what was just drawn. */
function afterFrame(act: () => void): void {
  let isDone = false
  const actOnce = () => {
    if (isDone) return
    isDone = true
    act()
  }
  requestAnimationFrame(() => setTimeout(actOnce))
  setTimeout(actOnce, longestFrame_ms)
}

function drawNext(): void {
  const [next] = line
  if (next === undefined || current !== null || holds > 0) return
  line.delete(next)
  current = next
  next()
}

function endTurn(): void {
  afterFrame(() => {
    current = null
    drawNext()
  })
}

/** Until then no part has its turn: those that would only wait for the same answers would then be drawn all at once. */
export function holdLate(until: Promise<unknown>): void {
  holds++
  void until.finally(() => {
    holds--
    drawNext()
  })
}

/**
 * While a page opens, its parts are drawn after its head, one after the other and each in pieces, between which the browser can
 * do something else; drawn at once they would hold it up. Later, on the way from page to page, nothing waits.
 */
export function Late({ waiting, children }: { waiting: ReactNode; children: ReactNode }) {
  const [hadTurn, setHadTurn] = useState(!isOpening)
  useLayoutEffect(() => {
    if (hadTurn) return
    const draw = () => startTransition(() => setHadTurn(true))
    line.add(draw)
    drawNext()
    // Runs when the part is on the page, or when it went away before.
    return () => {
      line.delete(draw)
      if (current === draw) endTurn()
    }
  }, [hadTurn])
  return hadTurn ? children : waiting
}
