// Two functions for sentences of a catalogue: choosing the plural form, and filling in values.

const forms = new Intl.PluralRules('en')

/**
 * The sentence for a key. With a count the matching form: `_zero` if there is one, otherwise the language's plural form. A
 * missing key is shown itself, so that the gap is visible.
 */
export function chooseSentence(catalogue: ReadonlyMap<string, string>, key: string, count?: number): string {
  if (count === undefined) return catalogue.get(key) ?? key
  const zero = count === 0 ? catalogue.get(`${key}_zero`) : undefined
  return zero ?? catalogue.get(`${key}_${forms.select(count)}`) ?? catalogue.get(key) ?? key
}

/** Marks that change the direction of the text after them; the game's names may contain them. */
const turning = /[\u202A-\u202E\u2066-\u2069]/g
const rightToLeft = /[\u0590-\u08FF\u200F\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/** A value that does not affect the direction of the surrounding sentence; elements use `<bdi>` for the same. */
const isolate = (value: string): string => {
  const text = value.replace(turning, '')
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text
}

/** Replaces `{{name}}` by values. Values are not parsed again: a player may be called `{{count}}`. */
export const fillIn = (sentence: string, values: Readonly<Record<string, unknown>>): string =>
  sentence.replace(/\{\{(\w+)\}\}/g, (_, name: string) => (Object.hasOwn(values, name) ? isolate(String(values[name])) : ''))
