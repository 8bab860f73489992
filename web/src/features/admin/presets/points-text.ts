/** Upper bound for the values of a preset. */
export const maxPoints = 1000

/** Points as editable text: equal consecutive values are written once, as 10x5. */
export function writePoints(points: readonly number[]): string {
  const parts: { value: number; count: number }[] = []
  for (const value of points) {
    const last = parts.at(-1)
    if (last && last.value === value) last.count++
    else parts.push({ value, count: 1 })
  }
  // Two equal values are just as quick to read.
  return parts
    .map(({ value, count }) => (count > 2 ? `${value}x${count}` : Array<number>(count).fill(value).join(', ')))
    .join(', ')
}

const value = /^[+-]?\d+(?:\.\d+)?$/
const repeated = /^([+-]?\d+(?:\.\d+)?)[x×*](\d{1,4})$/

/**
 * Parses typed or pasted values, separated by commas, semicolons, blanks or lines, like a row or a column of a table; 10x5 is
 * five times 10. @returns invalid values as problems, in the order of the text.
 */
export function readPoints(text: string): { points: number[]; problems: string[] } {
  const points: number[] = []
  const problems: string[] = []
  const words = text
    .replaceAll('\u2212', '-')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?[x×*] ?(?=\d)/g, 'x')
    .split(/[ ,;|]+/)
    .filter((word) => word !== '')
  for (const word of words) {
    const times = repeated.exec(word)
    if (times) points.push(...Array<number>(Math.min(Number(times[2]), maxPoints + 1)).fill(Number(times[1])))
    else if (value.test(word)) points.push(Number(word))
    else problems.push(word)
    if (points.length > maxPoints) break
  }
  return { points, problems }
}
