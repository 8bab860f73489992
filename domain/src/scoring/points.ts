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

/** At most the cap, in whole points, never less than 0. A cap of 0 means no cap. */
export const capPoints = (points: number, cap: number): number =>
  Math.max(0, Math.trunc(cap === 0 || Number.isNaN(cap) ? points : Math.min(points, cap)))

/**
 * value x number in exact decimals, truncated towards zero: 0.29 x 100 is 29, where binary fractions would give 28. `number` is
 * whole.
 */
export const multiplyExactly = (value: number, number: number): number => sumRepeating([value], number)

/**
 * The first `number` values of a list in exact decimals; beyond the end the last value repeats. Only the sum is truncated towards
 * zero.
 */
export function sumExactly(points: readonly number[], number: number): number {
  if (points.length === 0 || !(number > 0)) return 0
  const values = number < points.length ? points.slice(0, number) : points
  return sumRepeating(values, number - values.length + 1)
}

/** 10^0 to 10^6: more decimals than an organiser enters. */
const powers = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000]

/** The sum of values, of which the last counts `repeats` times. */
function sumRepeating(values: readonly number[], repeats: number): number {
  if (!values.every(Number.isFinite) || !Number.isSafeInteger(repeats)) return 0
  for (const power of powers) {
    const sum = sumScaled(values, repeats, power)
    // The sum is an exact integer here, and such a quotient never rounds up to the next whole number.
    if (sum !== null) return cutAward(sum / power)
  }
  return sumAtLength(values, repeats)
}

/** The sum times `power`; null if that is not a whole number, or too large to be exact. */
function sumScaled(values: readonly number[], repeats: number, power: number): number | null {
  const last = values.length - 1
  let sum = 0
  for (let at = 0; at <= last; at++) {
    const value = values[at] ?? 0
    const scaled = Math.round(value * power)
    if (scaled / power !== value || !Number.isSafeInteger(scaled)) return null
    const product = at === last ? scaled * repeats : scaled
    sum += product
    if (!Number.isSafeInteger(product) || !Number.isSafeInteger(sum)) return null
  }
  return sum
}

/** The same for values and sums of any size, digit by digit from the shortest decimal texts of the values. */
function sumAtLength(values: readonly number[], repeats: number): number {
  const parts = values.map((value, at) => {
    const [mantissa = '0', exponent = '0'] = String(value).split('e')
    const [whole = '0', decimals = ''] = mantissa.split('.')
    const number = at === values.length - 1 ? BigInt(repeats) : 1n
    return { digits: BigInt(whole + decimals) * number, scale: decimals.length - Number(exponent) }
  })
  const scale = Math.max(0, ...parts.map((part) => part.scale))
  const sum = parts.reduce((total, part) => total + part.digits * 10n ** BigInt(scale - part.scale), 0n)
  return cutAward(Number(sum / 10n ** BigInt(scale)))
}
