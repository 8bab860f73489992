/** Upper bound for an award, so that sums of thousands of awards stay exact in a double. */
export const maxAward = 1_000_000_000_000

/** Whole points: truncated towards zero, never -0, at most `maxAward`; NaN pays nothing. */
function cutAward(value: number): number {
  if (Number.isNaN(value)) return 0
  return Math.max(-maxAward, Math.min(maxAward, Math.trunc(value))) + 0
}

/** The whole points at a place (0 = first). Beyond the end the last value repeats; an empty list pays 0. */
export function payPlace(points: readonly number[], place: number): number {
  return cutAward(points[Math.min(place, points.length - 1)] ?? 0)
}

/** 10^0 to 10^6: more decimals than an organiser enters. */
const powers = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000]

/**
 * value x number in exact decimals, truncated towards zero: 0.29 x 100 is 29, where binary fractions would give 28. `number` is
 * whole.
 */
export function multiplyExactly(value: number, number: number): number {
  if (!Number.isFinite(value) || !Number.isSafeInteger(number)) return 0
  for (const power of powers) {
    const scaled = Math.round(value * power)
    if (scaled / power !== value) continue
    const product = scaled * number
    // Both are exact integers here, and such a quotient never rounds up to the next whole number.
    if (Number.isSafeInteger(scaled) && Number.isSafeInteger(product)) return cutAward(product / power)
    break
  }
  return multiplyAtLength(value, number)
}

/** The same for values and products of any size, digit by digit from the shortest decimal text of the value. */
function multiplyAtLength(value: number, number: number): number {
  const [mantissa = '0', exponent = '0'] = String(value).split('e')
  const [whole = '0', decimals = ''] = mantissa.split('.')
  const scale = decimals.length - Number(exponent)
  const digits = BigInt(whole + decimals) * BigInt(number)
  const exact = scale > 0 ? digits / 10n ** BigInt(scale) : digits * 10n ** BigInt(-scale)
  return cutAward(Number(exact))
}
