import { expect, test } from 'vitest'
import { createCounters, findNextTurn, recordAnswer, recordHit } from './counters.ts'
import type { LimitNote } from './limit-journal.ts'
import type { Policy } from './policy.ts'

const policy: Policy = {
  name: 'p',
  rules: new Map([
    ['account', [{ hits: 5, period_s: 10, restriction_s: 60 }]],
    ['ip', [{ hits: 2, period_s: 4, restriction_s: 30 }]],
  ]),
}
const subjects = { account: 'a', ip: 'us' }

function begin() {
  const notes: LimitNote[] = []
  const journal = { notes, write: (note: LimitNote) => void notes.push(note) }
  const open = () =>
    createCounters(
      () => 1000,
      () => policy,
      journal,
    )
  return { open, notes, counters: open() }
}

test('the same subject has the same counter; without a subject there is none', () => {
  const { counters } = begin()
  const [account, ip] = counters.list(policy, subjects)
  expect(counters.list(policy, { ...subjects, account: 'b' })[0]?.counter).not.toBe(account?.counter)
  expect(counters.list(policy, { ...subjects, account: 'b' })[1]?.counter).toBe(ip?.counter)
  expect(counters.list(policy, { ip: 'us' }).map(({ rule }) => rule)).toEqual(['ip'])
})

test('requests are evenly spaced, or wait for the whole window and its bucket when the window is full', () => {
  const { counters } = begin()
  const account = counters.list(policy, { account: 'a' })
  expect(findNextTurn(account)).toBeLessThanOrEqual(0)
  recordHit(account, 1000)
  // Four of five in fifteen seconds.
  expect(findNextTurn(account)).toBe(1000 + 15_000 / 4)
  for (const at of [1100, 1200, 1300]) recordHit(account, at)
  expect(findNextTurn(account)).toBe(16_000)
})

test('an answer ends a window without a hidden bucket one period later, and never delays it', () => {
  const { counters } = begin()
  const counted = counters.list(policy, { ip: 'us' })
  recordHit(counted, 1000)
  expect(findNextTurn(counted)).toBe(1000 + 6000 / 2)
  recordAnswer(counted, 1000, 1300)
  expect(findNextTurn(counted)).toBe(1300 + 4100 / 2)
  recordHit(counted, 3400)
  expect(findNextTurn(counted)).toBe(3400 + 6000 / 2)
  recordAnswer(counted, 3400, 3500)
  // The 4-second window is full until its first request expires.
  expect(findNextTurn(counted)).toBe(3500 + 4100 / 2)
  recordHit(counted, 3500)
  expect(findNextTurn(counted)).toBe(3400 + 100 + 4100)
  const slow = begin().counters.list(policy, { ip: 'us' })
  recordHit(slow, 1000)
  recordAnswer(slow, 1000, 9000)
  expect(findNextTurn(slow)).toBe(4000)
  const account = begin().counters.list(policy, { account: 'a' })
  recordHit(account, 1000)
  recordAnswer(account, 1000, 1001)
  expect(findNextTurn(account)).toBe(1000 + 15_000 / 4)
})

test('a higher count in an answer is accepted, a lower one is not', () => {
  const { counters, notes } = begin()
  const counted = counters.list(policy, { ip: 'us' })
  const tell = (state: string) => counters.learn(policy, counted, new Headers({ 'x-rate-limit-ip-state': state }))
  tell('2:4:0')
  tell('0:4:0')
  expect(counted[0]?.counter).toMatchObject({ hits: [1000, 1000], isHeard: true })
  tell('2:4:30')
  expect(findNextTurn(counted)).toBe(31_000)
  expect(notes.map(({ is }) => is)).toEqual(['counted', 'restricted'])
})

test('a refusal pauses for the given time, the bucket and a second; the next one for twice as long', () => {
  const { counters } = begin()
  const counted = counters.list(policy, { ip: 'us' })
  counters.punish(policy, counted, 20)
  expect(findNextTurn(counted)).toBe(1000 + 23_000)
  counters.punish(policy, counted, 20)
  expect(findNextTurn(counted)).toBe(1000 + 46_000)
})

test('the next process continues the counts of this one', () => {
  const { counters, notes, open } = begin()
  const counted = counters.list(policy, { ip: 'us' })
  notes.push({ is: 'asked', endpoint: 'profile', subjects, at: 400 })
  counters.learn(policy, counted, new Headers({ 'x-rate-limit-ip-state': '1:4:7' }))
  const [account, ip] = open().list(policy, subjects)
  expect(account?.counter).toMatchObject({ hits: [400], isHeard: true })
  expect(ip?.counter).toMatchObject({ hits: [400, 1000], restricted_until: 8000, isHeard: true })
})
