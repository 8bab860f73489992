import { expect, test } from 'vitest'
import type { LimitNote } from './limit-journal.ts'
import { createTokenBook } from './token-book.ts'

const now = () => 5

test('the first request with a token goes alone until it is answered', () => {
  const book = createTokenBook(now)
  expect(book.gateOf('t').look()).toBe('go')
  book.gateOf('t').pass()
  expect([book.gateOf('t').look(), book.gateOf('another').look()]).toEqual(['wait', 'go'])
  book.settle('t', 200)
  book.gateOf('t').pass()
  expect(book.gateOf('t').look()).toBe('go')
})

test('an answer that says nothing about the token lets the next one go alone as well', () => {
  const book = createTokenBook(now)
  for (const status of [null, 503, 429, 403]) {
    book.gateOf('t').pass()
    expect(book.gateOf('t').look()).toBe('wait')
    book.settle('t', status)
    expect(book.gateOf('t').look()).toBe('go')
  }
})

test('a token that was refused is not used again, also by the next process', () => {
  const notes: LimitNote[] = []
  const journal = { notes, write: (note: LimitNote) => void notes.push(note) }
  const book = createTokenBook(now, journal)
  book.gateOf('t').pass()
  book.settle('t', 200)
  book.settle('t', 401)
  book.settle('t', 401)
  book.settle('t', 200)
  expect(book.gateOf('t').look()).toBe('drop')
  expect(createTokenBook(now, journal).gateOf('t').look()).toBe('drop')
  expect(notes).toEqual([{ is: 'dead', token_hash: expect.any(String), at: 5 }])
  expect(JSON.stringify(notes)).not.toContain('"t"')
})

test('a token that was handed out a moment ago lives', () => {
  const book = createTokenBook(now)
  book.noteIssued('t')
  book.gateOf('t').pass()
  expect(book.gateOf('t').look()).toBe('go')
})
