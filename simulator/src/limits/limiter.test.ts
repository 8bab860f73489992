import { expect, test } from 'vitest'
import { createLimiter } from './limiter.ts'
import { policies } from './policies.ts'

const SECOND = 1000
const list = policies.character_list
const newLimiter = (change = {}) => createLimiter({ limits_buckets: true, restriction_extends: false, ...change })

test('the state counts requests, and the last allowed request reports the limit', () => {
  const limiter = newLimiter()
  const first = limiter.hit(list, 'player', 0)
  const second = limiter.hit(list, 'player', SECOND)
  expect(first.headers).toEqual({
    'x-rate-limit-policy': 'character-list-request-limit',
    'x-rate-limit-rules': 'Account',
    'x-rate-limit-account': '2:10:60,5:300:300',
    'x-rate-limit-account-state': '1:10:0,1:300:0',
  })
  expect([second.allowed, second.headers['x-rate-limit-account-state']]).toEqual([true, '2:10:0,2:300:0'])
})

test('one too many is refused for the restriction of the exceeded window', () => {
  const limiter = newLimiter()
  limiter.hit(list, 'player', 0)
  limiter.hit(list, 'player', 0)
  const refused = limiter.hit(list, 'player', SECOND)
  expect([refused.allowed, refused.during_restriction]).toEqual([false, false])
  expect([refused.headers['x-rate-limit-account-state'], refused.headers['retry-after']]).toEqual(['3:10:60,3:300:0', '60'])
})

test('during a restriction every request is refused and the wait shrinks; afterwards requests pass', () => {
  const limiter = newLimiter()
  for (const at of [0, 0, 0]) limiter.hit(list, 'player', at)
  const early = limiter.hit(list, 'player', 59 * SECOND)
  expect([early.allowed, early.during_restriction, early.headers['retry-after']]).toEqual([false, true, '1'])
  expect(limiter.hit(list, 'player', 60 * SECOND).allowed).toBe(true)
})

test('a request during a restriction restarts it if that is switched on', () => {
  const limiter = newLimiter({ restriction_extends: true })
  for (const at of [0, 0, 0]) limiter.hit(list, 'player', at)
  limiter.hit(list, 'player', 59 * SECOND)
  expect(limiter.hit(list, 'player', 61 * SECOND).headers['retry-after']).toBe('60')
})

test.each([
  // a hit at 4 s is in the bucket 0 to 5 s and leaves the ten seconds only at 15 s
  [true, 14_999, false],
  [true, 15_000, true],
  [false, 14_001, true],
])('with hidden buckets %s, a full window and a request at %d ms: allowed %s', (buckets, at, allowed) => {
  const limiter = newLimiter({ limits_buckets: buckets })
  limiter.hit(list, 'player', 4_000)
  limiter.hit(list, 'player', 4_000)
  expect(limiter.hit(list, 'player', at).allowed).toBe(allowed)
})

test('the later window counts in buckets of a minute', () => {
  const ask = (at: number) => {
    const limiter = newLimiter()
    for (const hit of [1, 21, 41, 61, 81]) limiter.hit(list, 'player', hit * SECOND)
    return limiter.hit(list, 'player', at).allowed
  }
  expect([ask(359_999), ask(360_000)]).toEqual([false, true])
})

test('the stream is counted without hidden buckets', () => {
  const limiter = newLimiter()
  const at = [0, 500, 1_000, 1_500, 2_000, 2_500]
  expect(at.map((ms) => limiter.hit(policies.public_stash, '127.0.0.1', ms).allowed)).toEqual([
    true,
    true,
    true,
    true,
    true,
    true,
  ])
  expect(limiter.hit(policies.public_stash, '127.0.0.1', 2_600).allowed).toBe(false)
})

test('accounts and policies are counted separately', () => {
  const limiter = newLimiter()
  for (const at of [0, 0, 0]) limiter.hit(list, 'player', at)
  expect(limiter.hit(list, 'other', 0).allowed).toBe(true)
  expect(limiter.hit(policies.character, 'player', 0).allowed).toBe(true)
})

test('peeking does not count, foreign use does', () => {
  const limiter = newLimiter()
  expect(limiter.peek(list, 'player', 0)['x-rate-limit-account-state']).toBe('0:10:0,0:300:0')
  limiter.burn(list, 'player', 0, 2)
  expect(limiter.peek(list, 'player', 0)['x-rate-limit-account-state']).toBe('2:10:0,2:300:0')
  expect(limiter.hit(list, 'player', 0).allowed).toBe(false)
})

test('a client is not blamed for a refusal caused by foreign use, but for repeating the request', () => {
  const limiter = newLimiter()
  limiter.burn(list, 'player', 0, 2)
  const first = limiter.hit(list, 'player', SECOND)
  expect([first.allowed, first.through_others]).toEqual([false, true])
  expect(limiter.hit(list, 'player', 2 * SECOND)).toMatchObject({ during_restriction: true, through_others: false })
  for (const at of [0, 0]) limiter.hit(list, 'other', at)
  limiter.burn(list, 'other', 0, 1)
  expect(limiter.hit(list, 'other', 0).through_others).toBe(false)
})
