const minus = '\u2212'

/**
 * 3842 -> "3,842", rounded to whole numbers. A negative number gets a real minus. Written by hand, because a browser reads the
 * tables of all languages before its own formatter returns a number, and every page shows numbers first.
 */
export function formatCount(value: number): string {
  const size = Math.round(Math.abs(value))
  const digits = size === Number.POSITIVE_INFINITY ? '\u221E' : String(size).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
  return value < 0 && size > 0 ? minus + digits : digits
}

/** With its sign: "+44", "−5", and "0". */
export function formatChange(value: number): string {
  // Adding zero turns -0 into 0.
  return value > 0 ? `+${formatCount(value)}` : formatCount(value + 0)
}

const sizes = ['kB', 'MB', 'GB', 'TB']

/** A size in readable units: 1_234_567_890 -> "1.2 GB", 40_000_000 -> "40 MB", 312 -> "1 kB". */
export function formatBytes(bytes: number): string {
  let value = bytes / 1000
  let place = 0
  while (value >= 999.5 && place < sizes.length - 1) {
    value /= 1000
    place++
  }
  const text = value >= 9.95 || place === 0 ? String(Math.ceil(value - 0.5)) : value.toFixed(1)
  return `${bytes > 0 && text === '0' ? '1' : text} ${sizes[place] ?? ''}`
}

/** The game's 32-bit value for "no limit". */
const unlimited = 2147483647

/** Large figures of characters: 483_211 -> "483k", 2_900_000 -> "2.9M", the game's largest number -> "∞". */
export function formatLarge(value: number): string {
  if (value >= unlimited) return '\u221E'
  if (value >= 1e9) return `${(value / 1e9).toFixed(1)}B`
  if (value >= 1e6) return `${(value / 1e6).toFixed(1)}M`
  if (value >= 1e4) return `${Math.round(value / 1e3)}k`
  return formatCount(value)
}
