/**
 * XML in the form that Path of Building reads. Its reader is a small pattern matcher: all five characters are escaped in
 * attributes too, numeric entities vanish, and letters outside ASCII are stored without their accents.
 */
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** Most texts need no escaping. */
const plain = /^[\n\x20!\x23-\x25\x28-;=?-~]*$/

/** Letters as the program stores them: without accents, with plain quotes. */
export function toAscii(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[‘’ʼ]/g, "'")
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/[–—]/g, '-')
    .replaceAll(/[^\n\x20-\x7e]/g, '?')
}

export function escapeText(text: string): string {
  if (plain.test(text)) return text
  return toAscii(text).replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
}

/** Each entry of a list is a line; other texts are one line. */
export type Attributes = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>

const toLine = (value: string | number | boolean) => escapeText(String(value).replaceAll('\n', ' '))
const toText = (value: string | number | boolean | readonly string[]) =>
  typeof value === 'object' ? value.map(toLine).join('\n') : toLine(value)

/** One element; `content` is XML already. Undefined attributes are left out. */
export function writeElement(name: string, attributes: Attributes, content: readonly string[] = []): string {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${toText(value)}"`],
  )
  const inner = content.join('')
  return inner === '' ? `<${name}${written.join('')}/>` : `<${name}${written.join('')}>${inner}</${name}>`
}
