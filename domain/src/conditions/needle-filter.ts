/**
 * Says of most texts that none of a few needles stands in them, without looking at every character: what two neighbours are
 * tells how far the end of the next needle is at least (the search of Wu and Manber).
 */

/** With more of them hardly a text is passed over quickly. */
const mostNeedles = 24

/** Longer beginnings take longer to reach and rule out hardly more. */
const longestBeginning = 16

/** Five bits of a character: letters are the same in either case, some others share them, which only makes for a closer look. */
const narrow = (code: number): number => code & 31

/**
 * Whether one of the needles may stand in a text; false is certain, with ASCII letters in either case. `needles` are ASCII.
 * @returns null for needles too many or too short.
 */
export function createNeedleFilter(needles: readonly string[]): ((text: string) => boolean) | null {
  if (needles.length === 0) return () => false
  const length = Math.min(longestBeginning, ...needles.map((needle) => needle.length))
  if (needles.length > mostNeedles || length < 2) return null
  const last = length - 2
  /** By a pair of characters, how many characters later the last pair of a beginning can stand at the earliest. */
  const distances = new Uint8Array(1 << 10).fill(length - 1)
  for (const needle of needles) {
    for (let at = 0; at <= last; at++) {
      const pair = (narrow(needle.charCodeAt(at)) << 5) | narrow(needle.charCodeAt(at + 1))
      distances[pair] = Math.min(distances[pair] as number, last - at)
    }
  }
  return (text) => {
    const end = text.length - 1
    for (let at = last; at < end; ) {
      const one = text.charCodeAt(at)
      const other = text.charCodeAt(at + 1)
      // A few characters outside ASCII fold to letters.
      if ((one | other) > 127) return true
      const distance = distances[(narrow(one) << 5) | narrow(other)] as number
      if (distance === 0) return true
      at += distance
    }
    return false
  }
}
