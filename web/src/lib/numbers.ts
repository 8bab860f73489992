const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const minus = '\u2212'

/** 3842 -> "3,842". A negative number gets a real minus. */
export function formatCount(value: number): string {
  return whole.format(value).replace('-', minus)
}

/** With its sign: "+44", "−5", and "0". */
export function formatChange(value: number): string {
  // Adding zero makes 0 of -0.
  return value > 0 ? `+${formatCount(value)}` : formatCount(value + 0)
}

/** What the game uses for "no limit" in 32 bits. */
const unlimited = 2147483647

/** Large figures of characters: 483_211 -> "483k", 2_900_000 -> "2.9M", the game's largest number -> "∞". */
export function formatLarge(value: number): string {
  if (value >= unlimited) return '\u221E'
  if (value >= 1e9) return `${(value / 1e9).toFixed(1)}B`
  if (value >= 1e6) return `${(value / 1e6).toFixed(1)}M`
  if (value >= 1e4) return `${Math.round(value / 1e3)}k`
  return formatCount(value)
}
