/** Upper bound for the edits named in a reason; the rest is counted. */
const mostNamed = 5

/** The description of a change with many edits, with the author's reason; null if nothing changed. */
export function describeEdits(reasons: readonly string[], given: string | null): string | null {
  if (reasons.length === 0) return null
  const more = reasons.length > mostNamed ? `; and ${reasons.length - mostNamed} more` : ''
  const done = `${reasons.slice(0, mostNamed).join('; ')}${more}`
  return given === null ? done : `${given} (${done})`
}
