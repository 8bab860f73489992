import { lineLength } from './log-line.ts'

const lineFeed = 10
/** More bytes without a line feed cannot belong to a line that is read (a character has at most 4 bytes). */
const maxKept_bytes = lineLength * 4

/**
 * Splits a log into lines, whatever the size of its pieces. The beginning of an unfinished line is kept for the next piece, so that
 * the game may be writing while the log is read; of an endless line nothing is kept.
 * @param decode reads UTF-8
 * @returns the function that takes the next piece
 */
export function createLogSplitter(
  decode: (bytes: Uint8Array) => string,
  onLine: (line: string) => void,
): (bytes: Uint8Array) => void {
  let kept = new Uint8Array(0)
  let isTooLong = false
  return (bytes) => {
    const end = bytes.lastIndexOf(lineFeed)
    if (end >= 0) {
      const begin = bytes.indexOf(lineFeed)
      const first = isTooLong ? '' : decode(join(kept, bytes.subarray(0, begin)))
      if (first !== '') onLine(trimReturn(first))
      // Decoded at once: a line feed is never a part of another character.
      if (end > begin) splitText(decode(bytes.subarray(begin + 1, end)), onLine)
      kept = new Uint8Array(0)
      isTooLong = false
    }
    const rest = bytes.subarray(end + 1)
    isTooLong ||= kept.length + rest.length > maxKept_bytes
    kept = isTooLong ? new Uint8Array(0) : join(kept, rest)
  }
}

const trimReturn = (line: string) => (line.endsWith('\r') ? line.slice(0, -1) : line)

function splitText(text: string, onLine: (line: string) => void): void {
  let from = 0
  while (from <= text.length) {
    const found = text.indexOf('\n', from)
    const to = found < 0 ? text.length : found
    if (to > from) onLine(trimReturn(text.slice(from, to)))
    from = to + 1
  }
}

function join(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(a.length + b.length)
  joined.set(a)
  joined.set(b, a.length)
  return joined
}
