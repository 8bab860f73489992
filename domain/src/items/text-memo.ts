/** Longer texts are rare and not kept, so that a memo has a bound in bytes too. */
const longestRemembered = 1_000

/**
 * Remembers answers about texts that keep coming back. Holds at most twice `limit` texts of at most 1,000 characters: when the
 * recent generation is full it replaces the former one, and a text of the former one moves to the recent one when it is asked again.
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
