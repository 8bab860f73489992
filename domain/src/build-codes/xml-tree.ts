/**
 * Reads the XML of builds without the parts of XML that can do harm: no document type, no declared entities, nothing external.
 * Time grows with the length of the text; depth and number of elements are bounded.
 */
export interface XmlElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly XmlElement[]
  /** The element's own text, without that of its children. */
  readonly text: string
}

export type XmlReading = { readonly ok: true; readonly root: XmlElement } | { readonly ok: false; readonly reason: string }

/** Our bounds, several times a build with many loadouts. A gem is on level 5: PathOfBuilding, Skills, SkillSet, Skill, Gem. */
const maxDepth = 32
const maxElements = 50_000
const maxAttributes = 100

class Malformed extends Error {}

const named: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])
/** Characters that XML 1.0 does not allow. */
const forbidden = /[^\t\n\r\x20-\ufffd]/
const isAllowed = (code: number) =>
  code === 9 ||
  code === 10 ||
  code === 13 ||
  (code >= 0x20 && code < 0xd800) ||
  (code > 0xdfff && code < 0xfffe) ||
  (code > 0xffff && code <= 0x10ffff)

/** The character of a reference such as `amp` or `#10`; other names would need a declared entity. */
function readReference(name: string): string {
  const character = named.get(name)
  if (character !== undefined) return character
  const [, hexadecimal, decimal] = /^#(?:x([\da-fA-F]{1,6})|(\d{1,7}))$/.exec(name) ?? []
  if (hexadecimal === undefined && decimal === undefined) throw new Malformed('it uses entities')
  const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16)
  if (!isAllowed(code)) throw new Malformed('it has control characters')
  return String.fromCodePoint(code)
}

const longestReference = 8

function decode(text: string): string {
  let decoded = ''
  let at = 0
  for (let open = text.indexOf('&'); open >= 0; open = text.indexOf('&', at)) {
    const end = text.indexOf(';', open)
    if (end < 0 || end - open - 1 > longestReference) throw new Malformed('it uses entities')
    decoded += text.slice(at, open) + readReference(text.slice(open + 1, end))
    at = end + 1
  }
  return at === 0 ? text : decoded + text.slice(at)
}

interface OpenElement {
  readonly name: string
  readonly attributes: Map<string, string>
  readonly children: XmlElement[]
  text: string
}

const nameHere = /[A-Za-z_][\w.:-]{0,99}/y

/** The name that begins at this place. */
function readName(xml: string, at: number): string {
  nameHere.lastIndex = at
  const name = nameHere.exec(xml)?.[0]
  if (name === undefined) throw new Malformed('it is not XML')
  return name
}

const blanks = ' \t\r\n'
function skipBlanks(xml: string, from: number): number {
  let at = from
  while (at < xml.length && blanks.includes(xml.charAt(at))) at++
  return at
}

/** The place after the text that ends a comment or an instruction. */
function skipTo(xml: string, end: string, from: number): number {
  const found = xml.indexOf(end, from)
  if (found < 0) throw new Malformed('it ends too early')
  return found + end.length
}

interface Tag {
  readonly element: OpenElement
  readonly isClosed: boolean
  readonly next: number
}

interface Attribute {
  readonly key: string
  readonly value: string
  readonly next: number
}

function readAttribute(xml: string, at: number): Attribute {
  const key = readName(xml, at)
  const equals = skipBlanks(xml, at + key.length)
  const open = skipBlanks(xml, equals + 1)
  const quote = xml.charAt(open)
  if (xml.charAt(equals) !== '=' || (quote !== '"' && quote !== "'")) throw new Malformed('it is not XML')
  const next = skipTo(xml, quote, open + 1)
  const value = xml.slice(open + 1, next - 1)
  if (value.includes('<')) throw new Malformed('it is not XML')
  return { key, value: decode(value), next }
}

function readTag(xml: string, open: number): Tag {
  const name = readName(xml, open + 1)
  const element: OpenElement = { name, attributes: new Map(), children: [], text: '' }
  let end = open + 1 + name.length
  for (;;) {
    const at = skipBlanks(xml, end)
    if (xml.charAt(at) === '>') return { element, isClosed: false, next: at + 1 }
    if (xml.startsWith('/>', at)) return { element, isClosed: true, next: at + 2 }
    if (at === end) throw new Malformed('it is not XML')
    const { key, value, next } = readAttribute(xml, at)
    element.attributes.set(key, value)
    if (element.attributes.size > maxAttributes) throw new Malformed('an element has too many attributes')
    end = next
  }
}

function parse(xml: string): XmlElement {
  if (forbidden.test(xml)) throw new Malformed('it has control characters')
  const top: OpenElement = { name: '', attributes: new Map(), children: [], text: '' }
  const path: OpenElement[] = [top]
  let count = 0
  let at = 0
  for (let open = xml.indexOf('<'); open >= 0; open = xml.indexOf('<', at)) {
    const current = path.at(-1) ?? top
    current.text += decode(xml.slice(at, open))
    if (xml.startsWith('<?', open)) at = skipTo(xml, '?>', open)
    else if (xml.startsWith('<!--', open)) at = skipTo(xml, '-->', open + 4)
    else if (xml.startsWith('<!', open)) throw new Malformed('it declares a document type or entities')
    else if (xml.startsWith('</', open)) {
      at = skipTo(xml, '>', open)
      if (path.length === 1 || xml.slice(open + 2, at - 1).trimEnd() !== current.name) throw new Malformed('it is not XML')
      path.pop()
    } else {
      const { element, isClosed, next } = readTag(xml, open)
      if (++count > maxElements) throw new Malformed('it has too many elements')
      if (path.length > maxDepth) throw new Malformed('its elements are nested too deeply')
      current.children.push(element)
      if (!isClosed) path.push(element)
      at = next
    }
  }
  const [root, ...others] = top.children
  if (path.length > 1) throw new Malformed('it ends too early')
  if (!root || others.length > 0 || (top.text + xml.slice(at)).trim() !== '') throw new Malformed('it is not XML')
  return root
}

/** Never throws. */
export function readXml(text: string): XmlReading {
  try {
    return { ok: true, root: parse(text.replace(/^\ufeff/, '')) }
  } catch (error) {
    if (error instanceof Malformed) return { ok: false, reason: error.message }
    throw error
  }
}
