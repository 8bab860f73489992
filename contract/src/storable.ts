/**
 * Text as PostgreSQL can hold it: without U+0000, and without halves of surrogate pairs, which UTF-8 cannot write. JSON can
 * name both. Each becomes U+FFFD; leaving it out could make one name into another.
 */
export const toStorable = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed()

/** Whether PostgreSQL can hold a text as it is. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** So many fields are named; one wrong answer may have the same mistake everywhere. */
const mostFields = 5

/**
 * Makes every text in a value of JSON storable, names of members too; the value itself is changed.
 * @returns the value, and the paths of what was changed, the first few.
 */
export function cleanJson(value: unknown): { value: unknown; fields: string[] } {
  const whole = { '': value }
  const fields: string[] = []
  // No recursion: what comes from outside may be nested as deep as it likes.
  const open: [place: Record<string, unknown>, path: string][] = [[whole, '']]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [place, path] = next
    const inner: typeof open = []
    for (const key of Object.keys(place)) {
      const member = place[key]
      const name = toStorable(key)
      const at = path === '' ? name : `${path}.${name}`
      if (name !== key) {
        delete place[key]
        place[name] = member
      }
      if (typeof member === 'string' && !isStorable(member)) place[name] = toStorable(member)
      if ((name !== key || place[name] !== member) && fields.length < mostFields) fields.push(at)
      if (typeof member === 'object' && member !== null) inner.push([member as Record<string, unknown>, at])
    }
    // The first of them is looked at next.
    for (const one of inner.reverse()) open.push(one)
  }
  return { value: whole[''], fields }
}

/** U+0000, or half of a surrogate pair, as JSON writes them; only then a value can hold what is not storable. */
const unstorable = /\\u(?:0000|d[89ab][0-9a-f]{2}(?!\\ud[c-f])|(?<!\\ud[89ab][0-9a-f]{2}\\u)d[c-f][0-9a-f]{2})/iy

/** A page has a million characters and hardly an escape: going from one to the next costs a tenth of looking for all at once. */
function namesUnstorable(text: string): boolean {
  for (let at = text.indexOf('\\u'); at >= 0; at = text.indexOf('\\u', at + 1)) {
    unstorable.lastIndex = at
    if (unstorable.test(text)) return true
  }
  return false
}

/** Reads JSON from outside, see `cleanJson`. @throws SyntaxError */
export function parseStorable(text: string): { value: unknown; fields: readonly string[] } {
  const value: unknown = JSON.parse(text)
  return namesUnstorable(text) ? cleanJson(value) : { value, fields: [] }
}
