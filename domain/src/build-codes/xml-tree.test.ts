import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readXml, type XmlElement } from './xml-tree.ts'

const rootOf = (xml: string): XmlElement => {
  const read = readXml(xml)
  if (!read.ok) throw new Error(read.reason)
  return read.root
}
const reasonOf = (xml: string) => {
  const read = readXml(xml)
  return read.ok ? null : read.reason
}

describe('XML', () => {
  it('has elements with attributes, children and text', () => {
    const root = rootOf(
      `\ufeff<?xml version="1.0" encoding="UTF-8"?>\n<A a="1 &gt; 0" b='it"s'><!-- <x> --><B/>one<B c=""/> &amp; two</A>\n`,
    )
    expect(root.name).toBe('A')
    expect([...root.attributes]).toEqual([
      ['a', '1 > 0'],
      ['b', 'it"s'],
    ])
    expect(root.children.map(({ name, attributes }) => [name, attributes.get('c')])).toEqual([
      ['B', undefined],
      ['B', ''],
    ])
    expect(root.text).toBe('one & two')
  })

  it('may refer to characters by number', () => {
    expect(rootOf('<a b="&#10;&#x1F600;&lt;&quot;&apos;">&#246;</a>')).toMatchObject({ text: 'ö' })
    expect(reasonOf('<a>&#0;</a>')).toBe('it has control characters')
    expect(reasonOf('<a>&#xD800;</a>')).toBe('it has control characters')
    expect(rootOf(`<a>${'&amp;'.repeat(1_000_000)}</a>`).text).toHaveLength(1_000_000)
    expect(reasonOf('<a>&#9999999;</a>')).toBe('it has control characters')
  })

  it.each([
    ['a document type', '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', 'it declares a document type or entities'],
    ['an entity', '<!DOCTYPE a [<!ENTITY b "bb">]><a>&b;</a>', 'it declares a document type or entities'],
    ['a reference to an entity', '<a>&b;</a>', 'it uses entities'],
    ['an entity in an attribute', '<a b="&c;"/>', 'it uses entities'],
    ['an ampersand', '<a>b & c</a>', 'it uses entities'],
    ['a section of data', '<a><![CDATA[<b/>]]></a>', 'it declares a document type or entities'],
    ['a control character', '<a>\0</a>', 'it has control characters'],
    ['an early end', '<a><b></b>', 'it ends too early'],
    ['an open comment', '<a><!-- </a>', 'it ends too early'],
    ['the end of another element', '<a></b>', 'it is not XML'],
    ['two roots', '<a/><b/>', 'it is not XML'],
    ['text beside the root', 'text <a/>', 'it is not XML'],
    ['an attribute without quotes', '<a b=1/>', 'it is not XML'],
    ['nothing', '', 'it is not XML'],
  ])('is refused with %s', (_, xml, reason) => {
    expect(reasonOf(xml)).toBe(reason)
  })

  it('is refused beyond its bounds', () => {
    expect(reasonOf('<a>'.repeat(1_000_000))).toBe('its elements are nested too deeply')
    expect(reasonOf(`<a>${'<b/>'.repeat(50_001)}</a>`)).toBe('it has too many elements')
    const attributes = Array.from({ length: 101 }, (_, at) => ` a${at}=""`).join('')
    expect(reasonOf(`<a${attributes}/>`)).toBe('an element has too many attributes')
  })

  it('takes names of objects as names', () => {
    const root = rootOf('<__proto__ constructor="x" __proto__="y"/>')
    expect([root.name, root.attributes.get('__proto__'), root.attributes.get('toString')]).toEqual(['__proto__', 'y', undefined])
  })

  it('never throws', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '/',
      'a',
      '="',
      '"',
      "'",
      '&',
      ';',
      '#x',
      '<!--',
      '-->',
      '<?',
      '?>',
      ' ',
      '<a>',
      '</a>',
    )
    const texts = fc.oneof(
      fc.string(),
      fc.array(piece, { maxLength: 40 }).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(texts, (text) => {
        readXml(text)
      }),
    )
  })
})
