import { expect, test } from 'vitest'
import type { LimitNote } from './limit-journal.ts'
import { createPolicyBook } from './policy-book.ts'

const answer = (rule: string, name = 'p') => ({
  status: 200,
  headers: new Headers({ 'x-rate-limit-policy': name, 'x-rate-limit-rules': 'Ip', 'x-rate-limit-ip': rule }),
})

test('a policy is known from the first answer that names it, and stays when later answers name none', () => {
  const book = createPolicyBook()
  expect(book.find('profile')).toBeUndefined()
  const policy = book.learn('profile', answer('5:10:60'))
  expect(policy).toMatchObject({ name: 'p' })
  expect(book.learn('profile', { status: 500, headers: new Headers() })).toBeNull()
  expect(book.find('profile')).toBe(policy)
  expect(book.find('ladder')).toBeUndefined()
})

test('an endpoint being learned is marked until the answer is settled', () => {
  const book = createPolicyBook()
  book.beginLearning('profile')
  expect([book.isLearning('profile'), book.isLearning('ladder')]).toEqual([true, false])
  book.endLearning('profile')
  expect(book.isLearning('profile')).toBe(false)
})

test('each change is stored once, and read by the next process', () => {
  const notes: LimitNote[] = []
  const journal = { notes, write: (note: LimitNote) => void notes.push(note) }
  const book = createPolicyBook(journal)
  for (const rule of ['5:10:60', '5:10:60', '9:10:60']) book.learn('profile', answer(rule))
  expect(notes.length).toBe(2)
  const next = createPolicyBook(journal)
  expect(next.find('profile')).toEqual(book.find('profile'))
  next.learn('profile', answer('9:10:60'))
  expect(notes.length).toBe(2)
})
