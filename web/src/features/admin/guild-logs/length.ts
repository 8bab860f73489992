const units = [
  { seconds: 86_400, name: 'd' },
  { seconds: 3600, name: 'h' },
  { seconds: 60, name: 'min' },
  { seconds: 1, name: 's' },
] as const

/** A duration in its two largest units: "1 h 5 min". Less than a second is rounded up to one. */
export function formatLength(length_seconds: number): string {
  let rest = Math.max(1, Math.round(length_seconds))
  const words: string[] = []
  for (const { seconds, name } of units) {
    const count = Math.floor(rest / seconds)
    rest -= count * seconds
    if (count > 0) words.push(`${count} ${name}`)
    // Seconds beside hours add nothing.
    else if (words.length > 0) break
    if (words.length === 2) break
  }
  return words.join(' ')
}
