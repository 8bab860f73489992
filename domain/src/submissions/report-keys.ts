/** 48 bits of a text, as 12 hexadecimal digits (two runs of FNV-1a). */
function digest(text: string): string {
  let [low, high] = [0x811c9dc5, 0x01000193]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    low = Math.imul(low ^ code, 0x01000193) >>> 0
    high = Math.imul(high ^ (code + at), 0x85ebca6b) >>> 0
  }
  return (high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0')).slice(-12)
}

const toUuid = (hex: string) =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`

/**
 * The keys of the reports of one paste. The same seed and texts have the same keys, so that a report whose answer was lost is sent
 * again with its key. Equal texts are items of their own.
 */
export function keyItems(seed: string, texts: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return texts.map((text) => {
    const before = seen.get(text) ?? 0
    seen.set(text, before + 1)
    return toUuid(seed + digest(`${before} ${text}`))
  })
}
