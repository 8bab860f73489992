const units = [
  { seconds: 86_400, name: 'd' },
  { seconds: 3600, name: 'h' },
  { seconds: 60, name: 'min' },
  { seconds: 1, name: 's' },
] as const

/** How long something is missing, in its two largest units: "1 h 5 min". A time that is shorter than a second is one. */
export function formatLength(length_seconds: number): string {
  let rest = Math.max(1, Math.round(length_seconds))
  const words: string[] = []
  for (const { seconds, name } of units) {
    const count = Math.floor(rest / seconds)
    rest -= count * seconds
    if (count > 0) words.push(`${count} ${name}`)
    // Seconds beside hours say nothing.
    else if (words.length > 0) break
    if (words.length === 2) break
  }
  return words.join(' ')
}
