// The two things that sentences of a catalogue need: the form for a number, and values put in.

const forms = new Intl.PluralRules('en')

/**
 * The sentence for a key. With a count the form for it: `_zero` where there is one, else what the language asks for. A key
 * that is not in the catalogue is shown as it is, so that its lack is seen.
 */
export function chooseSentence(catalogue: ReadonlyMap<string, string>, key: string, count?: number): string {
  if (count === undefined) return catalogue.get(key) ?? key
  const zero = count === 0 ? catalogue.get(`${key}_zero`) : undefined
  return zero ?? catalogue.get(`${key}_${forms.select(count)}`) ?? catalogue.get(key) ?? key
}

/** Marks that turn the direction of the text after them; the game's names may hold them. */
const turning = /[\u202A-\u202E\u2066-\u2069]/g
const rightToLeft = /[\u0590-\u08FF\u200F\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/** A value that leaves the direction of the sentence around it alone; elements use `<bdi>` for the same. */
const isolate = (value: string): string => {
  const text = value.replace(turning, '')
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text
}

/** Puts values in for `{{name}}`. What a value says is not read again: people may be called `{{count}}`. */
export const fillIn = (sentence: string, values: Readonly<Record<string, unknown>>): string =>
  sentence.replace(/\{\{(\w+)\}\}/g, (_, name: string) => (Object.hasOwn(values, name) ? isolate(String(values[name])) : ''))
