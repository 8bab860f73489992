/** Longer texts are rare and not cached, which bounds the memo in bytes. */
const maxTextLength = 1_000

/**
 * Memoises results for recurring texts. Holds at most twice `limit` texts of at most 1,000 characters: when the recent generation
 * is full it replaces the older one, and a text of the older generation moves to the recent one on its next use.
 */
export function createTextMemo<Answer extends NonNullable<unknown>>(
  limit: number,
  create: (text: string) => Answer,
): (text: string) => Answer {
  let recent = new Map<string, Answer>()
  let former = new Map<string, Answer>()

  function recall(text: string): Answer {
    const answer = former.get(text) ?? create(text)
    if (text.length > maxTextLength) return answer
    if (recent.size >= limit) {
      former = recent
      recent = new Map()
    }
    recent.set(text, answer)
    return answer
  }

  return (text) => recent.get(text) ?? recall(text)
}
