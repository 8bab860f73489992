/**
 * XML as Path of Building reads it. Its reader is a small pattern matcher: all five characters are escaped in attributes
 * too, numeric entities vanish, and letters beyond ASCII are stored without their marks.
 */
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** Most texts are what they are. */
const plain = /^[\n\x20!\x23-\x25\x28-;=?-~]*$/

export function escapeText(text: string): string {
  if (plain.test(text)) return text
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[‘’ʼ]/g, "'")
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/[–—]/g, '-')
    .replaceAll(/[^\n\x20-\x7e]/g, '?')
    .replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
}

/** Of a list each entry is a line of its own; other texts are one line. */
export type Attributes = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>

const toLine = (value: string | number | boolean) => escapeText(String(value).replaceAll('\n', ' '))
const toText = (value: string | number | boolean | readonly string[]) =>
  typeof value === 'object' ? value.map(toLine).join('\n') : toLine(value)

/** One element; `content` is XML already. Attributes that are undefined are left out. */
export function writeElement(name: string, attributes: Attributes, content: readonly string[] = []): string {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${toText(value)}"`],
  )
  const inner = content.join('')
  return inner === '' ? `<${name}${written.join('')}/>` : `<${name}${written.join('')}>${inner}</${name}>`
}
