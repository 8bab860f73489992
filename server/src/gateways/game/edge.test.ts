import { expect, test } from 'vitest'
import { createEdge } from './edge.ts'
import type { LimitNote } from './limit-journal.ts'

const answer = (status: number, type = 'application/json') => ({ status, headers: new Headers({ 'content-type': type }) })
const ofAccount = { isOfAccount: true, isUnproven: false }

function begin() {
  const notes: LimitNote[] = []
  const journal = { notes, write: (note: LimitNote) => void notes.push(note) }
  const open = () => createEdge(() => 1000, journal)
  return { edge: open(), open }
}

test('one request tests whether the edge accepts this address, at start and after each pause; earlier requests do not count', () => {
  const { edge } = begin()
  expect(edge.isProbing()).toBe(true)
  const early = edge.begin()
  edge.begin()(answer(403, 'text/html'))
  expect(edge.isProbing()).toBe(true)
  edge.begin()(answer(404))
  expect(edge.isProbing()).toBe(false)
  edge.pause(5000)
  early(answer(200))
  expect(edge.isProbing()).toBe(true)
  expect(edge.findNextTurn({ isOfAccount: false, isUnproven: false })).toBe(6000)
})

test('a shorter pause does not end a longer one', () => {
  const { edge } = begin()
  edge.pause(5000)
  edge.pause(100)
  expect(edge.findNextTurn(ofAccount)).toBe(6000)
})

test('after sixty bad requests those with unproven tokens wait, after ninety all requests of accounts; others never wait', () => {
  const { edge } = begin()
  const refuse = (times: number) => {
    for (let count = 0; count < times; count++) edge.begin()(answer(401))
  }
  const later = 1000 + 5 * 60_000
  refuse(59)
  expect(edge.findNextTurn({ isOfAccount: true, isUnproven: true })).toBe(0)
  refuse(1)
  expect(edge.findNextTurn({ isOfAccount: true, isUnproven: true })).toBe(later)
  expect(edge.findNextTurn(ofAccount)).toBe(0)
  refuse(30)
  expect(edge.findNextTurn(ofAccount)).toBe(later)
  expect(edge.findNextTurn({ isOfAccount: false, isUnproven: true })).toBe(0)
})

test('the next process keeps pauses and bad requests', () => {
  const { edge, open } = begin()
  for (let count = 0; count < 90; count++) edge.begin()(answer(404))
  expect(open().findNextTurn(ofAccount)).toBe(1000 + 5 * 60_000)
  edge.pause(400_000)
  expect(open().findNextTurn(ofAccount)).toBe(401_000)
})
