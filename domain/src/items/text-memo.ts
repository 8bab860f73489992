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

/** Characters of the beginning, where most numbers of modifiers stand, and some of the rest. */
const sketchedAtFirst = 8

/**
 * A number that equal texts share and different ones seldom do, from at most some twenty characters: reading all of them is
 * what makes an engine's own hash dear on texts that were read a moment ago.
 */
function sketchText(text: string): number {
  const { length } = text
  const step = 1 + (length >> 3)
  let sketch = length
  for (let at = 0; at < length; at += at < sketchedAtFirst ? 1 : step) sketch = mixIn(sketch, text.charCodeAt(at))
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
  return 4 * misses > slots ? Math.min(4 * slots, most) : Math.min(slots, most)
}

/**
 * Remembers the answers about the latest texts, in reach of a comparison or two. `slots`, a power of two, is as many as there
 * may be; a text has two: it comes into the one that its sketch names, and whoever stood there moves into the next.
 */
export function createQuickMemo<Answer extends NonNullable<unknown>>(
  slots: number,
  create: (text: string) => Answer,
): (text: string) => Answer {
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
    return create(text)
  }

  /** Where texts alone meet, the engine compares them without a call. */
  function stands(text: string, slot: number): boolean {
    const there = texts[slot] as string | null
    return there !== null && there === text
  }

  return (text) => {
    let slot = sketchText(text) & (texts.length - 2)
    if (stands(text, slot)) return answers[slot] as Answer
    if (stands(text, slot + 1)) return answers[slot + 1] as Answer
    const answer = recall(text)
    if (text.length > longestRemembered) return answer
    slot = sketchText(text) & (texts.length - 2)
    texts[slot + 1] = texts[slot] as string | null
    answers[slot + 1] = answers[slot] as Answer | null
    texts[slot] = text
    answers[slot] = answer
    return answer
  }
}
