import { expect, test } from 'vitest'
import { splitLinks } from './links.ts'

test('addresses become links, and the text around them stays text', () => {
  expect(splitLinks('see https://www.example.org/a?b=1, and (http://example.net).')).toEqual([
    { text: 'see ' },
    { href: 'https://www.example.org/a?b=1', label: 'example.org/a?b=1' },
    { text: ', and (' },
    { href: 'http://example.net/', label: 'example.net' },
    { text: ').' },
  ])
})

test.each([
  'javascript:alert(1)',
  '<img src=x onerror=alert(1)>',
  'data:text/html,<script>alert(1)</script>',
  'https://',
  'http://[',
  '',
])('%j has nothing to open', (text) => {
  expect(splitLinks(text).filter((piece) => 'href' in piece)).toEqual([])
})

test('markup inside an address ends it', () => {
  expect(splitLinks('https://example.org/"onclick="x')).toEqual([
    { href: 'https://example.org/', label: 'example.org' },
    { text: '"onclick="x' },
  ])
})
