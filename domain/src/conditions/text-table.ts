/** Slots per text: so many that hardly any text which is not known meets one that is. */
const slotsPerText = 4

/** Length and three characters: enough to pass over nearly every text that is not known. */
function sketch(text: string): number {
  const { length } = text
  // Whoever asks for characters that are not there is answered by fractions, in slower code, for ever after.
  if (length === 0) return 0
  const ends = (text.charCodeAt(0) << 7) ^ text.charCodeAt(length - 1)
  const mixed = Math.imul((ends << 7) ^ text.charCodeAt(length >> 1) ^ (length << 18), 0x9e3779b1)
  return mixed ^ (mixed >>> 15)
}

/**
 * Finds a text among those known from the beginning. A map of the engine's own would have to hash every text to its last
 * character; here a few of them name a slot, and only equality with what stands there, or after it, counts.
 */
export function createTextTable<Answer>(known: ReadonlyMap<string, Answer>, otherwise: Answer): (text: string) => Answer {
  const size = 2 ** Math.ceil(Math.log2(slotsPerText * Math.max(1, known.size)))
  const texts = Array.from({ length: size }, (): string | null => null)
  const answers = Array.from({ length: size }, () => otherwise)
  for (const [text, answer] of known) {
    let slot = sketch(text) & (size - 1)
    while (texts[slot] !== null) slot = (slot + 1) & (size - 1)
    texts[slot] = text
    answers[slot] = answer
  }
  return (text) => {
    let slot = sketch(text) & (size - 1)
    for (;;) {
      const there = texts[slot] as string | null
      if (there === null) return otherwise
      if (there === text) return answers[slot] as Answer
      slot = (slot + 1) & (size - 1)
    }
  }
}
