/** As many values as a preset can have. */
export const mostPoints = 1000

/** Points as text for people to edit: equal values that follow each other are written once, as 10x5. */
export function writePoints(points: readonly number[]): string {
  const parts: { value: number; count: number }[] = []
  for (const value of points) {
    const last = parts.at(-1)
    if (last && last.value === value) last.count++
    else parts.push({ value, count: 1 })
  }
  // Two of a kind are as quickly read.
  return parts
    .map(({ value, count }) => (count > 2 ? `${value}x${count}` : Array<number>(count).fill(value).join(', ')))
    .join(', ')
}

const value = /^[+-]?\d+(?:\.\d+)?$/
const repeated = /^([+-]?\d+(?:\.\d+)?)[x×*](\d{1,4})$/

/**
 * Reads what was typed or pasted: values apart by commas, semicolons, blanks or lines, as a row or a column of a table comes;
 * 10x5 is five times 10. @returns what is no value among the problems, in the order of the text.
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
    if (times) points.push(...Array<number>(Math.min(Number(times[2]), mostPoints + 1)).fill(Number(times[1])))
    else if (value.test(word)) points.push(Number(word))
    else problems.push(word)
    if (points.length > mostPoints) break
  }
  return { points, problems }
}
