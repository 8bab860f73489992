import { describe, expect, test } from 'vitest'
import { type Inline, parseInline, parseMarkup, readAddress } from './markup.ts'

const text = (words: string): Inline => ({ kind: 'text', text: words })

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
  ])('%s leads nowhere', (line) => {
    expect(parseInline(line).every(({ kind }) => kind === 'text')).toBe(true)
  })

  test('markup of other kinds is text', () => {
    expect(parseInline('<img src=x onerror=alert(1)>')).toEqual([text('<img src=x onerror=alert(1)>')])
  })

  test('that is all marks is read in no time', () => {
    expect(parseInline('*_'.repeat(2000)).length).toBeGreaterThan(0)
    expect(parseInline('['.repeat(5000)).length).toBe(1)
  })
})

describe('a text', () => {
  test('has headings, paragraphs with their line breaks, lists, quotes and rules', () => {
    const blocks = parseMarkup('# Rules\r\nBe kind.\nAlways.\n\n- one\n- two\n1. first\n2) second\n> said\n---\nend')
    expect(blocks).toEqual([
      { kind: 'heading', level: 1, line: [text('Rules')] },
      { kind: 'paragraph', lines: [[text('Be kind.')], [text('Always.')]] },
      { kind: 'list', isNumbered: false, items: [[text('one')], [text('two')]] },
      { kind: 'list', isNumbered: true, items: [[text('first')], [text('second')]] },
      { kind: 'quote', lines: [[text('said')]] },
      { kind: 'rule' },
      { kind: 'paragraph', lines: [[text('end')]] },
    ])
  })

  test('that is empty has nothing', () => {
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
