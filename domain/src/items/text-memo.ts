/** Longer texts are rare and not worth keeping, so that a memo has a bound in bytes as well. */
const longestRemembered = 1_000

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
