import { describe, expect, test } from 'vitest'
import { type Block, type Inline, parseMarkup, readAddress } from './markup.ts'

const text = (said: string): Inline => ({ kind: 'text', text: said })
/** A text with a single paragraph. */
const parseInline = (line: string): readonly Inline[] => {
  const [only, ...others] = parseMarkup(line)
  if (only?.kind !== 'paragraph' || others.length > 0) throw new Error('not one paragraph')
  return only.line
}
const words = (said: string): Block[] => [{ kind: 'words', line: [text(said)] }]

describe('a line', () => {
  test.each<[string, Inline[]]>([
    ['plain words', [text('plain words')]],
    ['a **strong** word', [text('a '), { kind: 'strong', children: [text('strong')] }, text(' word')]],
    [
      '*so* and _so_',
      [{ kind: 'emphasis', children: [text('so')] }, text(' and '), { kind: 'emphasis', children: [text('so')] }],
    ],
    [
      '**all *of* it**',
      [{ kind: 'strong', children: [text('all '), { kind: 'emphasis', children: [text('of')] }, text(' it')] }],
    ],
    ['type `**as is**`', [text('type '), { kind: 'code', text: '**as is**' }]],
    ['2 * 3 * 4', [text('2 * 3 * 4')]],
    ['snake_case_name', [text('snake_case_name')]],
    ['**never closed', [text('**never closed')]],
    ['[docs](https://a.example/x)', [{ kind: 'link', href: 'https://a.example/x', children: [text('docs')] }]],
    ['[page](/streams)', [{ kind: 'link', href: '/streams', children: [text('page')] }]],
    [
      'see https://a.example/x.',
      [text('see '), { kind: 'link', href: 'https://a.example/x', children: [text('https://a.example/x')] }, text('.')],
    ],
  ])('%s', (line, inline) => {
    expect(parseInline(line)).toEqual(inline)
  })

  test.each([
    '[x](javascript:alert(1))',
    '[x](data:text/html,1)',
    '[x](//evil.example)',
    '[x](/\\evil.example)',
    '[x](vbscript:1)',
  ])('%s is not a link and reads as typed', (line) => {
    expect(parseInline(line)).toEqual([text(line)])
  })

  test('markup of other kinds is text', () => {
    expect(parseInline('<img src=x onerror=alert(1)>')).toEqual([text('<img src=x onerror=alert(1)>')])
  })

  test('consisting only of marks is read quickly', () => {
    expect(parseInline('*_'.repeat(2000)).length).toBeGreaterThan(0)
    expect(parseInline('['.repeat(5000)).length).toBe(1)
  })
})

describe('a text', () => {
  test('has headings, paragraphs with their line breaks, lists, quotes and rules', () => {
    const blocks = parseMarkup('# Rules\r\nBe kind.\nAlways.\n\n- one\n- two\n1. first\n2) second\n> said\n---\nend')
    expect(blocks).toEqual([
      { kind: 'heading', level: 1, line: [text('Rules')] },
      { kind: 'paragraph', line: [text('Be kind.'), { kind: 'break' }, text('Always.')] },
      { kind: 'list', start: null, items: [words('one'), words('two')] },
      { kind: 'list', start: 1, items: [words('first')] },
      { kind: 'list', start: 2, items: [words('second')] },
      { kind: 'quote', blocks: [{ kind: 'paragraph', line: [text('said')] }] },
      { kind: 'rule' },
      { kind: 'paragraph', line: [text('end')] },
    ])
  })

  test('has lists in lists, paragraphs in items, and lines of code', () => {
    expect(parseMarkup('3. one\n   - inner\n\n     more\n4. two\n\n```\n<b>\n```')).toEqual([
      {
        kind: 'list',
        start: 3,
        items: [
          [
            ...words('one'),
            {
              kind: 'list',
              start: null,
              items: [
                [
                  { kind: 'paragraph', line: [text('inner')] },
                  { kind: 'paragraph', line: [text('more')] },
                ],
              ],
            },
          ],
          words('two'),
        ],
      },
      { kind: 'code', text: '<b>' },
    ])
  })

  test('shows HTML as typed', () => {
    const source = '<script>alert(1)</script>'
    expect(parseMarkup(source)).toEqual([{ kind: 'paragraph', line: [text(source)] }])
    expect(parseInline(`a <b onclick="x">c</b>`)).toEqual([text('a <b onclick="x">c</b>')])
  })

  test('keeps a line below a text a rule, and indented text a paragraph', () => {
    expect(parseMarkup('over\n---\n    under').map(({ kind }) => kind)).toEqual(['paragraph', 'rule', 'paragraph'])
  })

  test.each([
    ['HTML', '<script>alert(1)</script>\n\n<div onclick="x">'],
    ['an image', '![seen](https://a.example/x.png)'],
    ['a link by name', '[x][1]\n\n[1]: javascript:alert(1)'],
    ['a link in brackets', '<javascript:alert(1)>'],
    ['an address without a page', 'mailto:a@b.example ftp://a.example //a.example a.example'],
  ])('that is %s becomes only text, and at most a web link', (_, source) => {
    const shown = JSON.stringify(parseMarkup(source))
    const kinds = new Set([...shown.matchAll(/"kind":"(\w+)"/g)].map(([, kind]) => kind))
    const hrefs = [...shown.matchAll(/"href":"([^"]*)"/g)].map(([, href]) => href)
    expect([...kinds].filter((kind) => !['paragraph', 'text', 'link'].includes(kind ?? ''))).toEqual([])
    expect(hrefs.every((href) => href?.startsWith('https://'))).toBe(true)
  })

  test.each(['*_', '[', '[a](', '>', '- ', '`a', '<a ', '![', '&amp', '\\', 'https://a.b/(', '**a '])(
    'that repeats %s up to the maximum length is read',
    (piece) => {
      const longest = piece.repeat(20_000 / piece.length)
      const depth = (blocks: readonly Block[]): number =>
        Math.max(
          0,
          ...blocks.map((block) =>
            block.kind === 'quote'
              ? 1 + depth(block.blocks)
              : block.kind === 'list'
                ? 1 + Math.max(...block.items.map(depth))
                : 0,
          ),
        )
      expect(depth(parseMarkup(longest))).toBeLessThan(20)
    },
  )

  test('without content is empty', () => {
    expect(parseMarkup(' \n\n')).toEqual([])
  })
})

test.each([
  ['https://a.example', 'https://a.example/'],
  ['HTTP://a.example/b', 'http://a.example/b'],
  ['/scores/ladder', '/scores/ladder'],
  ['//a.example', null],
  ['ftp://a.example', null],
  ['https://', null],
  ['a.example', null],
])('the address %s', (given, address) => {
  expect(readAddress(given)).toBe(address)
})
