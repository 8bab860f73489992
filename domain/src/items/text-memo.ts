/** Longer texts are rare and not worth keeping, so that a memo has a bound in bytes as well. */
export const longestRemembered = 1_000

/**
 * Remembers an answer about texts that keep coming back. Holds at most twice `limit` texts of at most 1,000 characters:
 * when a generation is full the one before it is forgotten, and whatever is asked again moves into the new one. A map of
 * the engine's own costs least here, because a text keeps its hash and is often asked about several times.
 */
export function createTextMemo<Answer extends NonNullable<unknown>>(
  limit: number,
  create: (text: string) => Answer,
): (text: string) => Answer {
  let recent = new Map<string, Answer>()
  let former = new Map<string, Answer>()

  function recall(text: string): Answer {
    const answer = former.get(text) ?? create(text)
    if (text.length > longestRemembered) return answer
    if (recent.size >= limit) {
      former = recent
      recent = new Map()
    }
    recent.set(text, answer)
    return answer
  }

  return (text) => recent.get(text) ?? recall(text)
}

/**
 * A number that equal texts share and different ones seldom do, from at most some twenty characters: reading all of them is
 * what makes an engine's own hash dear on texts that were read a moment ago.
 */
function sketchText(text: string): number {
  const step = 1 + (text.length >> 4)
  let sketch = text.length
  for (let at = 0; at < text.length; at += step) sketch = mixIn(sketch, text.charCodeAt(at))
  return spread(sketch)
}

/** Adds a character to a sketch. */
export function mixIn(sketch: number, code: number): number {
  return Math.imul(sketch ^ code, 0x01000193)
}

/** Lets every bit of a sketch reach the lowest, which pick the slot. */
export function spread(sketch: number): number {
  const mixed = Math.imul(sketch ^ (sketch >>> 15), 0x2c1b3c6d)
  return mixed ^ (mixed >>> 13)
}

/** Slots to begin with: a table grows with what it meets, because most matchers live for a few items only. */
export const firstSlots = 64

/** How many slots there should be after so many misses. */
export function growSlots(slots: number, misses: number, most: number): number {
  return misses > slots ? Math.min(4 * slots, most) : Math.min(slots, most)
}

/**
 * As `createTextMemo`, with the latest texts in reach of a comparison or two. `slots`, a power of two, is as many as there may
 * be; a text has two, the one its sketch names and the neighbour, where whoever stood there moves.
 */
export function createQuickMemo<Answer extends NonNullable<unknown>>(
  limit: number,
  slots: number,
  create: (text: string) => Answer,
): (text: string) => Answer {
  const remembered = createTextMemo(limit, create)
  let misses = 0
  let texts: (string | null)[] = []
  let answers: (Answer | null)[] = []
  empty(growSlots(firstSlots, 0, slots))

  function empty(size: number): void {
    texts = Array.from({ length: size }, () => null)
    answers = Array.from({ length: size }, () => null)
    misses = 0
  }

  function recall(text: string): Answer {
    misses += 1
    const size = growSlots(texts.length, misses, slots)
    if (size > texts.length) empty(size)
    return remembered(text)
  }

  return (text) => {
    let slot = sketchText(text) & (texts.length - 1)
    if (texts[slot] === text) return answers[slot] as Answer
    const answer = texts[slot ^ 1] === text ? (answers[slot ^ 1] as Answer) : recall(text)
    if (text.length > longestRemembered) return answer
    slot = sketchText(text) & (texts.length - 1)
    texts[slot ^ 1] = texts[slot] as string | null
    answers[slot ^ 1] = answers[slot] as Answer | null
    texts[slot] = text
    answers[slot] = answer
    return answer
  }
}
