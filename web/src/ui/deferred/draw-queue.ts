/** A part of the page that is drawn later. */
export interface Waiting {
  /** The fraction of a frame's time that drawing it takes. */
  readonly share: number
  /** Its position on the page, because visible parts are first; null for the order of arrival. */
  readonly element: Element | null
  readonly draw: () => void
}

export interface DrawQueue {
  /** @returns a function that removes the part. Call it after drawing, too: the next part waits for it. */
  readonly add: (part: Waiting) => () => void
  /** Draws nothing until then. */
  readonly hold: (until: Promise<unknown>) => void
}

/** Longer than a frame: a hidden page has no frames. */
const longestFrame_ms = 100

/** Calls back when the browser has laid out and painted the latest changes. */
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

function isInSight(element: Element | null): boolean {
  if (element === null) return false
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < window.innerHeight
}

/** Visible parts first: after a jump the visitor is at the end of a list. */
function sortBySight(parts: readonly Waiting[]): readonly Waiting[] {
  // Asking for a position makes the browser lay out the page: avoided for a single part.
  if (parts.length < 2 || parts.every(({ element }) => element === null)) return parts
  const seen = new Set(parts.filter(({ element }) => isInSight(element)))
  return [...seen, ...parts.filter((part) => !seen.has(part))]
}

/**
 * Draws one frame's worth of the queue, lets the browser paint it, and continues: the page does not stutter, however long the
 * queue is.
 */
export function createDrawQueue(): DrawQueue {
  const waiting = new Set<Waiting>()
  /** Started, and not on the page yet. */
  const drawing = new Set<Waiting>()
  let isScheduled = false
  let holds = 0

  function drawSome(): void {
    isScheduled = false
    if (holds > 0 || drawing.size > 0) return
    let drawn = 0
    for (const part of sortBySight([...waiting])) {
      if (drawn > 0 && drawn + part.share > 1) break
      drawn += part.share
      waiting.delete(part)
      drawing.add(part)
      part.draw()
    }
  }
  function schedule(when: (act: () => void) => void): void {
    if (isScheduled || waiting.size === 0) return
    isScheduled = true
    when(drawSome)
  }
  return {
    add(part) {
      waiting.add(part)
      // Parts that arrive together are drawn together.
      schedule(queueMicrotask)
      return () => {
        waiting.delete(part)
        if (drawing.delete(part) && drawing.size === 0) schedule(afterFrame)
      }
    },
    hold(until) {
      holds++
      void until.finally(() => {
        holds--
        schedule(queueMicrotask)
      })
    },
  }
}
