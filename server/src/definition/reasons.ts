/** Upper bound for the edits named in a reason; the rest is counted. */
const maxNamed = 5

/** The description of a change with many edits, with the author's reason; null if nothing changed. */
export function describeEdits(reasons: readonly string[], given: string | null): string | null {
  if (reasons.length === 0) return null
  const more = reasons.length > maxNamed ? `; and ${reasons.length - maxNamed} more` : ''
  const done = `${reasons.slice(0, maxNamed).join('; ')}${more}`
  return given === null ? done : `${given} (${done})`
}
