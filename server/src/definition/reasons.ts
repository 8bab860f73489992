/** Single edits that a reason names; the rest is counted. */
const mostNamed = 5

/** The words for one change of many edits, with what its author says about it; null when nothing changed. */
export function describeEdits(reasons: readonly string[], given: string | null): string | null {
  if (reasons.length === 0) return null
  const more = reasons.length > mostNamed ? `; and ${reasons.length - mostNamed} more` : ''
  const done = `${reasons.slice(0, mostNamed).join('; ')}${more}`
  return given === null ? done : `${given} (${done})`
}
