/**
 * Remembers something about texts that keep coming back, in a table of fixed size: every text has two places, and a
 * newcomer takes that of the one not asked for lately. Memory is bounded and a known text costs little more than one
 * comparison; numbers in front and families at the end are enough to spread texts without reading all of them.
 */
export function createTextMemo<Entry extends { readonly text: string }>(
  bits: number,
  create: (text: string) => Entry,
): (text: string) => Entry {
  const places: (Entry | undefined)[] = Array.from({ length: 2 ** (bits + 1) })
  const shift = 32 - bits
  return (text) => {
    const place = (mixText(text) >>> shift) * 2
    const latest = places[place]
    if (latest !== undefined && latest.text === text) return latest
    const former = places[place + 1]
    const entry = former !== undefined && former.text === text ? former : create(text)
    places[place + 1] = latest
    places[place] = entry
    return entry
  }
}

const headLength = 20
const tailLength = 4

function mixText(text: string): number {
  const { length } = text
  const head = length < headLength ? length : headLength
  let mixed = length
  for (let at = 0; at < head; at++) mixed = (Math.imul(mixed, 31) + text.charCodeAt(at)) | 0
  for (let at = Math.max(head, length - tailLength); at < length; at++) mixed = (Math.imul(mixed, 31) + text.charCodeAt(at)) | 0
  return Math.imul(mixed ^ (mixed >>> 15), 0x9e3779b1)
}
