/**
 * Text that PostgreSQL can store: without U+0000, and without unpaired surrogates, which UTF-8 cannot represent. JSON can contain
 * both. Each is replaced by U+FFFD; removing it could turn one name into another.
 */
export const toStorable = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed()

/** Whether PostgreSQL can store a text unchanged. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** Upper bound for the fields listed; one wrong answer may have the same error everywhere. */
const maxFields = 5

/**
 * Makes every text in a JSON value storable, names of members included; the value itself is changed.
 * @returns the value, and the paths of the first changes
 */
export function cleanJson(value: unknown): { value: unknown; fields: string[] } {
  const whole = { '': value }
  const fields: string[] = []
  // No recursion: external input may be nested to any depth.
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
      if ((name !== key || place[name] !== member) && fields.length < maxFields) fields.push(at)
      if (typeof member === 'object' && member !== null) inner.push([member as Record<string, unknown>, at])
    }
    // Reversed, so that the first of them is processed next.
    for (const one of inner.reverse()) open.push(one)
  }
  return { value: whole[''], fields }
}

/** U+0000 or an unpaired surrogate in JSON's notation; without them every text of a value is storable. */
const unstorable = /\\u(?:0000|d[89ab][0-9a-f]{2}(?!\\ud[c-f])|(?<!\\ud[89ab][0-9a-f]{2}\\u)d[c-f][0-9a-f]{2})/iy

/**
 * A page has a million characters and hardly an escape: jumping between escapes takes a tenth of the time of one search for the
 * pattern.
 */
function namesUnstorable(text: string): boolean {
  for (let at = text.indexOf('\\u'); at >= 0; at = text.indexOf('\\u', at + 1)) {
    unstorable.lastIndex = at
    if (unstorable.test(text)) return true
  }
  return false
}

/**
 * Parses JSON from outside, see `cleanJson`.
 * @throws SyntaxError
 */
export function parseStorable(text: string): { value: unknown; fields: readonly string[] } {
  const value: unknown = JSON.parse(text)
  return namesUnstorable(text) ? cleanJson(value) : { value, fields: [] }
}
