/** Something on the page that is drawn later. */
export interface Waiting {
  /** How much of a frame's time drawing it takes. */
  readonly share: number
  /** Its place on the page, where parts in sight come first; null where the order of arrival decides. */
  readonly element: Element | null
  readonly draw: () => void
}

export interface DrawQueue {
  /** Answers with what takes the part out again. To be called when it was drawn, too: the next part waits for that. */
  readonly add: (part: Waiting) => () => void
  /** Nothing is drawn until then. */
  readonly hold: (until: Promise<unknown>) => void
}

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

function isInSight(element: Element | null): boolean {
  if (element === null) return false
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < window.innerHeight
}

/** What is in sight comes first: somebody who jumped looks at the end of a list. */
function sortBySight(parts: readonly Waiting[]): readonly Waiting[] {
  // Asking where something is makes the browser lay out the page: not for one that is alone.
  if (parts.length < 2 || parts.every(({ element }) => element === null)) return parts
  const seen = new Set(parts.filter(({ element }) => isInSight(element)))
  return [...seen, ...parts.filter((part) => !seen.has(part))]
}

/** Draws one frame's worth of what waits, lets the browser paint it, and goes on: nothing stutters, however much there is. */
export function createDrawQueue(): DrawQueue {
  const waiting = new Set<Waiting>()
  /** Told to draw, and not on the page yet. */
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
      // What comes at the same time is seen together.
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
