const first_ms = 10_000
const longest_ms = 120_000

/**
 * The delay before reconnecting. The first is exactly 10 s; then it doubles up to 2 min, minus a random part of up to half, so
 * that thousands of viewers do not return in the same second. `random` is 0 to 1.
 */
export function chooseDelay(attempt: number, random: number): number {
  if (attempt === 0) return first_ms
  const full = Math.min(longest_ms, first_ms * 2 ** attempt)
  return full / 2 + (full / 2) * random
}
