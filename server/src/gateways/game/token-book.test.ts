import { expect, test } from 'vitest'
import type { LimitNote } from './limit-journal.ts'
import { createTokenBook } from './token-book.ts'

const now = () => 5

test('after the first request with a token, others wait for its answer', () => {
  const book = createTokenBook(now)
  expect(book.gateOf('t', true).look()).toBe('go')
  book.gateOf('t', true).pass()
  expect([book.gateOf('t', true).look(), book.gateOf('another', true).look()]).toEqual(['wait', 'go'])
  book.gateOf('t', true).settle(200)
  book.gateOf('t', true).pass()
  expect(book.gateOf('t', true).look()).toBe('go')
})

test('if an answer proves nothing about the token, the next request is sent alone as well', () => {
  const book = createTokenBook(now)
  for (const status of [null, 503, 429, 403]) {
    book.gateOf('t', true).pass()
    expect(book.gateOf('t', true).look()).toBe('wait')
    book.gateOf('t', true).settle(status)
    expect(book.gateOf('t', true).look()).toBe('go')
  }
})

test('a refused token is not used again, not even by the next process', () => {
  const notes: LimitNote[] = []
  const journal = { notes, write: (note: LimitNote) => void notes.push(note) }
  const book = createTokenBook(now, journal)
  book.gateOf('t', true).pass()
  book.gateOf('t', true).settle(200)
  book.gateOf('t', true).settle(401)
  book.gateOf('t', true).settle(401)
  book.gateOf('t', true).settle(200)
  expect(book.gateOf('t', true).look()).toBe('drop')
  expect(createTokenBook(now, journal).gateOf('t', true).look()).toBe('drop')
  expect(notes).toEqual([{ is: 'dead', token_hash: expect.any(String), at: 5 }])
  expect(JSON.stringify(notes)).not.toContain('"t"')
})

test('a newly issued token is valid', () => {
  const book = createTokenBook(now)
  book.noteIssued('t')
  book.gateOf('t', true).pass()
  expect(book.gateOf('t', true).look()).toBe('go')
})

test('after a refusal every token is unproven until it works, for an hour', () => {
  let at = 0
  const book = createTokenBook(() => at)
  const ask = (token: string, status: number, isPlayers = true) => {
    const gate = book.gateOf(token, isPlayers)
    gate.pass()
    gate.settle(status)
  }
  const listDoubtful = () => ['early', 'late', 'issued', 'ours'].filter((one) => book.gateOf(one, one !== 'ours').isUnproven())
  for (const token of ['early', 'late', 'gone']) ask(token, 200)
  ask('ours', 401, false)
  expect(listDoubtful()).toEqual([])
  at = 60_000
  ask('gone', 401)
  book.noteIssued('issued')
  expect(listDoubtful()).toEqual(['early', 'late'])
  ask('early', 503)
  at = 120_000
  ask('early', 200)
  expect(listDoubtful()).toEqual(['late'])
  // The same incident continues: a token that worked since it began stays proven.
  at = 50 * 60_000
  ask('one more', 401)
  expect(listDoubtful()).toEqual(['late'])
  at += 60 * 60_000 + 1
  expect(listDoubtful()).toEqual([])
  ask('another', 401)
  expect(listDoubtful()).toEqual(['early', 'late', 'issued'])
})
