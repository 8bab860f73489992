/** Deeper than any body of this API. */
const deepest = 60
/** More than in the largest definition and the longest page of a guild's log. */
const maxValues = 400_000

const [quote, escape, openList, closeList, openObject, closeObject, comma] = ['"', '\\', '[', ']', '{', '}', ','].map((sign) =>
  sign.charCodeAt(0),
)

/**
 * Why a JSON text must not be parsed; null if it may be. A parser needs two seconds for 16 MiB of brackets or of short fields,
 * this loop a fiftieth of that. Invalid JSON is left to the parser.
 */
export function findWrongShape(text: string): 'is nested too deeply' | 'holds too many values' | null {
  let depth = 0
  let values = 0
  let isText = false
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (isText) {
      if (sign === escape) at++
      else if (sign === quote) isText = false
    } else if (sign === quote) isText = true
    else if (sign === comma) {
      if (++values > maxValues) return 'holds too many values'
    } else if (sign === openList || sign === openObject) {
      if (++depth > deepest) return 'is nested too deeply'
    } else if (sign === closeList || sign === closeObject) depth--
  }
  return null
}
