import { expect, test } from 'vitest'
import { readSources, type Source } from './sources.ts'

// A journey finds elements by the words on the page. After an edit of a text, a journey with the old one fails only after minutes
// in a browser, so the texts of journeys are compared with the product's texts here first.

const journeys = readSources(/^e2e\/.*\.ts$/).filter(({ path }) => !/\.test\.ts$|^e2e\/api\//.test(path))
/** Texts of pages are in their messages; names of the demo, sentences of rules and refusals are in other files. */
const product = readSources(/^(web\/src\/messages|contract|domain|server\/src|simulator\/src|tools)\/.*\.(tsx?|ya?ml)$/).filter(
  ({ path }) => !path.endsWith('.test.ts'),
)

const comment = /^\s*(?:\/\/|\/?\*).*$/gm
const quoted = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g
const call =
  /(?:getBy(?:Text|Label|Placeholder|Title|AltText)\(|getByRole\('\w+', \{ (?:exact: true, )?name: |has(?:Not)?Text: |to(?:Have|Contain)Text\()/
const sought = new RegExp(`${call.source}(?:(?:${quoted.source})|/((?:[^/\\\\\\n]|\\\\.)+)/)`, 'g')

/** A value in a text: of a message, of a template literal, or a number in a journey. */
const value = /\{\{\w+\}\}|\$\{[^}]*\}|\d+/g
const withoutValues = (text: string) => text.replace(value, '7').toLowerCase()
const unescape = (text: string) => text.replace(/\\(.)/g, '$1')
const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

function listTexts({ path, text }: Source): string[] {
  if (/\.ya?ml$/.test(path)) return text.split('\n')
  return [...text.replace(comment, '').matchAll(quoted)].map(([, a, b, c]) => unescape(a ?? b ?? c ?? ''))
}

const texts = product.flatMap(listTexts).filter((text) => text.length > 1)
/** Texts that journeys type themselves, to find them again. */
const written = journeys.map(({ text }) => text.replace(sought, '')).join('\n')
const corpus = withoutValues([...texts, written].join('\n'))
const templates = texts
  .map((text) => text.split(value))
  .filter((parts) => parts.length > 1 && parts.some((part) => /\p{L}/u.test(part)))
  .map((parts) => new RegExp(`^${parts.map(escape).join('.+')}$`, 'i'))

/** Words of the browser's dates and time zones. */
const ofBrowser = ['GMT']
const isKnown = (text: string) =>
  ofBrowser.includes(text) || corpus.includes(withoutValues(text)) || templates.some((template) => template.test(text))

/** The words of a pattern; it may span several texts. */
const listWords = (pattern: string) =>
  pattern
    .replace(/\\([^a-zA-Z])/g, '$1')
    .split(/\\[a-zA-Z]|[.*+?^$()[\]|\d,:]+/)
    .map((part) => part.trim())
    .filter((part) => /\p{L}{3}/u.test(part))

test('journeys look for texts of the product, or for their own', () => {
  let count = 0
  const unknown = journeys.flatMap(({ path, text }) =>
    [...text.matchAll(sought)].flatMap(([, a, b, c, pattern]) => {
      count++
      const wanted = pattern === undefined ? [unescape(a ?? b ?? c ?? '')] : listWords(pattern)
      return wanted.filter((words) => !isKnown(words)).map((words) => `${path}: ${words}`)
    }),
  )
  expect(count).toBeGreaterThan(400)
  expect(unknown).toEqual([])
})
