const units = [
  { ms: 86_400_000, name: 'd' },
  { ms: 3_600_000, name: 'h' },
  { ms: 60_000, name: 'min' },
  { ms: 1000, name: 's' },
] as const

/** A duration in its largest full unit: "24 s", "41 min", "6 d". Negative durations count as zero. */
export function formatSpan(length_ms: number): string {
  const length = Math.max(0, length_ms)
  const { ms, name } = units.find((unit) => length >= unit.ms) ?? units[3]
  return `${Math.floor(length / ms)} ${name}`
}

/** A duration in its two largest units: "1 d 2 h", "30 min". */
export function formatWords(length_ms: number): string {
  const unit = units.find(({ ms }) => length_ms >= ms) ?? units[3]
  const next = units[units.indexOf(unit) + 1]
  const rest = length_ms % unit.ms
  return next && rest >= next.ms ? `${formatSpan(length_ms)} ${formatSpan(rest)}` : formatSpan(length_ms)
}
