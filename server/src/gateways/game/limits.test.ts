import { describe, expect, test } from 'vitest'
import { createManualClock } from '../../testing/manual-clock.ts'
import type { LimitNote } from './limit-journal.ts'
import { createLimiter } from './limits.ts'
import { createPolicyBook } from './policy-book.ts'
import { readPolicy, type Subjects } from './policy.ts'

const start = Date.UTC(2026, 10, 20)
const subjects: Subjects = { account: 'a', ip: 'us' }

const answer = (headers: Record<string, string>, status = 200) => ({ status, headers: new Headers(headers) })
const characterHeaders = (state: string) => ({
  'X-Rate-Limit-Policy': 'character-request-limit',
  'X-Rate-Limit-Rules': 'Account',
  'X-Rate-Limit-Account': '5:10:60,30:300:300',
  'X-Rate-Limit-Account-State': state,
})

/** Runs the callbacks of everything that was woken. */
const lookAround = () => new Promise((resolve) => setImmediate(resolve))

async function learnt(state = '1:10:0,1:300:0') {
  const clock = createManualClock(start)
  const limiter = createLimiter(clock, { max_in_flight: 4 })
  const ticket = await limiter.acquire('character', subjects)
  ticket?.settle(answer(characterHeaders(state)))
  return { clock, limiter }
}

describe('reading a policy', () => {
  test('rule names are compared case-insensitively, and windows sorted by period', () => {
    const policy = readPolicy(
      new Headers({
        'x-rate-limit-policy': 'p',
        'x-rate-limit-rules': 'IP,account',
        'x-rate-limit-ip': '30:300:300,5:10:60',
        'x-rate-limit-account': '2:10:60',
      }),
    )
    expect(policy?.rules.get('ip')?.map((window) => window.period_s)).toEqual([10, 300])
    expect(policy?.rules.get('account')).toEqual([{ hits: 2, period_s: 10, restriction_s: 60 }])
  })

  test('an answer without a policy changes nothing, and invalid windows are ignored', () => {
    expect(readPolicy(new Headers())).toBeNull()
    expect(
      readPolicy(new Headers({ 'x-rate-limit-policy': 'p', 'x-rate-limit-rules': 'x', 'x-rate-limit-x': 'soon:10' }))?.rules.size,
    ).toBe(0)
  })

  test('an equal answer leaves the policy, a different one replaces it', () => {
    const book = createPolicyBook()
    const learn = (more: Record<string, string> = {}) =>
      book.learn('character', answer({ ...characterHeaders('1:10:0,1:300:0'), ...more }))
    const first = learn()
    expect([learn(), book.find('character')]).toEqual([first, first])
    expect(learn()).toBe(first)
    expect(learn({ 'X-Rate-Limit-Account': '9:10:60' })?.rules.get('account')?.[0]?.hits).toBe(9)
  })
})

describe('requests that wait for the answer to another', () => {
  test('start in order of arrival, one for each answer', async () => {
    const limiter = createLimiter(createManualClock(start), { max_in_flight: 1 })
    const started: string[] = []
    const ask = (name: string) =>
      limiter.acquire('profile', { ip: name }).then((ticket) => {
        started.push(name)
        return ticket
      })
    const first = await ask('first')
    const [second, third] = [ask('second'), ask('third')]
    await lookAround()
    expect(started).toEqual(['first'])
    first?.settle(answer({}))
    await lookAround()
    expect(started).toEqual(['first', 'second'])
    ;(await second)?.settle(answer({}))
    expect(await third).not.toBeNull()
  })

  test('leave their turn to the next if they are aborted when it comes', async () => {
    const limiter = createLimiter(createManualClock(start), { max_in_flight: 1 })
    const giveUp = new AbortController()
    const first = await limiter.acquire('profile', {})
    const second = limiter.acquire('profile', {}, { signal: giveUp.signal })
    const third = limiter.acquire('profile', {})
    await lookAround()
    first?.settle(answer({}))
    giveUp.abort()
    expect(await second).toBeNull()
    expect(await third).not.toBeNull()
  })
})

describe('the limiter', () => {
  test('allows one request at a time to an unknown endpoint', async () => {
    const clock = createManualClock(start)
    const limiter = createLimiter(clock, { max_in_flight: 4 })
    const first = await limiter.acquire('ladder', subjects)
    let second = false
    const waiting = limiter.acquire('ladder', subjects).then((ticket) => {
      second = true
      return ticket
    })
    await Promise.resolve()
    expect(second).toBe(false)
    first?.settle(null)
    expect(await waiting).not.toBeNull()
  })

  test('leaves one request of an account unused and waits for period plus bucket', async () => {
    const { clock, limiter } = await learnt()
    const sent: number[] = []
    const sending = (async () => {
      for (let i = 0; i < 9; i++) {
        const ticket = await limiter.acquire('character', subjects)
        sent.push(clock.now() - start)
        ticket?.settle(answer(characterHeaders('0:10:0,0:300:0')))
      }
    })()
    await clock.advance(60_000)
    await sending
    const times = [0, ...sent]
    for (const from of times) {
      const inWindow = times.filter((at) => at >= from && at < from + 15_000)
      expect(inWindow.length).toBeLessThanOrEqual(4)
    }
  })

  test('accepts a higher count from the server', async () => {
    const { limiter } = await learnt('4:10:0,4:300:0')
    expect(limiter.waitFor('character', subjects)).toBeGreaterThanOrEqual(15_000)
  })

  test('never lowers its count', async () => {
    const { clock, limiter } = await learnt('4:10:0,4:300:0')
    const waiting = limiter.acquire('character', subjects)
    await clock.advance(16_000)
    const ticket = await waiting
    ticket?.settle(answer(characterHeaders('0:10:0,0:300:0')))
    expect(limiter.waitFor('character', subjects)).toBeGreaterThan(0)
  })

  test('counts accounts separately and the same account together', async () => {
    const { limiter } = await learnt('5:10:0,5:300:0')
    expect(limiter.waitFor('character', subjects)).toBeGreaterThan(0)
    expect(limiter.waitFor('character', { account: 'b', ip: 'us' })).toBe(0)
  })

  test('pauses the policy for Retry-After, the bucket and a second, and twice as long after another refusal', async () => {
    const { clock, limiter } = await learnt()
    const refuse = async () => {
      const waiting = limiter.acquire('character', subjects)
      await clock.advance(1_000_000)
      const ticket = await waiting
      ticket?.settle(answer({ ...characterHeaders('6:10:60,6:300:0'), 'Retry-After': '60' }, 429))
      return limiter.waitFor('character', subjects)
    }
    expect(await refuse()).toBe(121_000)
    expect(await refuse()).toBe(242_000)
  })

  test('after many bad requests those with unproven tokens wait, later all of accounts, until the first bad ones expire', async () => {
    const { clock, limiter } = await learnt()
    const refuse = async (times: number) => {
      for (let count = 0; count < times; count++) (await limiter.acquire('profile', {}))?.settle(answer({}, 404))
    }
    const started: string[] = []
    const ask = async (account: string, isUnproven: boolean) => {
      const gate = { look: () => 'go' as const, pass: () => undefined, isUnproven: () => isUnproven }
      const ticket = await limiter.acquire('character', { account }, { gate })
      started.push(account)
      ticket?.settle(answer({}))
    }
    await refuse(60)
    void ask('doubtful', true)
    void ask('heard of', false)
    await lookAround()
    expect(started).toEqual(['heard of'])
    await refuse(30)
    void ask('heard of, later', false)
    await lookAround()
    expect(started).toEqual(['heard of'])
    await clock.advance(300_000)
    expect(started.toSorted()).toEqual(['doubtful', 'heard of', 'heard of, later'])
  })

  test('an aborted wait does not count as a request', async () => {
    const { clock, limiter } = await learnt('5:10:0,5:300:0')
    const stop = new AbortController()
    const waiting = limiter.acquire('character', subjects, { signal: stop.signal })
    stop.abort()
    await clock.advance(0)
    expect(await waiting).toBeNull()
  })

  test('tests with one request whether the edge accepts it, after a start and after every pause', async () => {
    const { clock, limiter } = await learnt()
    const asked: string[] = []
    const ask = async (account: string) => {
      const ticket = await limiter.acquire('character', { account })
      asked.push(account)
      return ticket
    }
    const early = await ask('early')
    limiter.pauseAll(300_000)
    const all = ['a', 'b', 'c'].map(ask)
    await lookAround()
    await clock.advance(300_000)
    await lookAround()
    // A request sent before the pause proves nothing, and its end does not free a second turn.
    early?.settle(answer(characterHeaders('1:10:0,1:300:0')))
    await lookAround()
    expect(asked).toEqual(['early', 'a'])
    const first = await all[0]
    first?.settle(answer({ 'content-type': 'text/html' }, 403))
    await lookAround()
    expect(asked).toEqual(['early', 'a', 'b'])
    const second = await all[1]
    second?.settle(answer(characterHeaders('1:10:0,1:300:0')))
    await lookAround()
    expect(asked).toEqual(['early', 'a', 'b', 'c'])
  })

  test('allows one request at a time to an account with an unknown count', async () => {
    const { clock, limiter } = await learnt()
    const subject = { account: 'b' }
    const first = await limiter.acquire('character', subject)
    let isSecond = false
    const waiting = limiter.acquire('character', subject).then(() => (isSecond = true))
    await clock.advance(60_000)
    expect(isSecond).toBe(false)
    first?.settle(answer(characterHeaders('1:10:0,1:300:0')))
    await lookAround()
    await clock.advance(10_000)
    await waiting
    expect(isSecond).toBe(true)
  })

  test('a pause of all traffic applies to every endpoint', async () => {
    const { limiter } = await learnt()
    limiter.pauseAll(300_000)
    expect(limiter.waitFor('profile', subjects)).toBe(300_000)
  })
})

describe('a restarted process', () => {
  const notes: LimitNote[] = []
  const journal = { notes, write: (note: LimitNote) => void notes.push(note) }
  const begin = (clock: ReturnType<typeof createManualClock>) => createLimiter(clock, { max_in_flight: 4, journal })

  test('keeps the counts of earlier requests, even of those without an answer', async () => {
    const clock = createManualClock(start)
    const first = await begin(clock).acquire('character', subjects)
    first?.settle(answer(characterHeaders('3:10:0,3:300:0')))
    // The process dies during this request.
    const waiting = begin(clock).acquire('character', subjects)
    await clock.advance(4000)
    await waiting
    const limiter = begin(clock)
    // Four in fifteen seconds, because one of five is left to the player; three were already counted at the start.
    expect(limiter.waitFor('character', subjects)).toBe(11_000)
    expect(limiter.waitFor('character', { account: 'b', ip: 'us' })).toBe(0)
  })

  test('keeps the pauses that were imposed on its predecessor', async () => {
    const clock = createManualClock(start)
    const before = begin(clock)
    const ticket = await before.acquire('ladder', { client: 'us' })
    const ladder = { 'x-rate-limit-policy': 'ladder-view', 'x-rate-limit-rules': 'Client', 'x-rate-limit-client': '10:5:10' }
    ticket?.settle(answer({ ...ladder, 'x-rate-limit-client-state': '11:5:10', 'retry-after': '10' }, 429))
    const wait_ms = before.waitFor('ladder', { client: 'us' })
    expect(wait_ms).toBeGreaterThan(10_000)
    expect(begin(clock).waitFor('ladder', { client: 'us' })).toBe(wait_ms)
    before.pauseAll(300_000)
    expect(begin(clock).waitFor('profile', {})).toBe(300_000)
  })
})

test.each([
  ['a wait', { 'retry-after': '99999999' }],
  ['a restriction', { 'x-rate-limit-client-state': '11:5:99999999', 'retry-after': '10' }],
])('%s without end is treated as an error and ends within half a day', async (_, headers) => {
  const clock = createManualClock(start)
  const limiter = createLimiter(clock, { max_in_flight: 4 })
  const ticket = await limiter.acquire('ladder', { client: 'us' })
  const ladder = { 'x-rate-limit-policy': 'ladder-view', 'x-rate-limit-rules': 'Client', 'x-rate-limit-client': '10:5:10' }
  ticket?.settle(answer({ ...ladder, ...headers }, 429))
  const wait_ms = limiter.waitFor('ladder', { client: 'us' })
  expect(wait_ms).toBeGreaterThan(10_000)
  expect(wait_ms).toBeLessThan(12 * 60 * 60 * 1000)
})

test('after too many bad requests, requests of accounts wait until the bad ones are five minutes old; others continue', async () => {
  const clock = createManualClock(start)
  const limiter = createLimiter(clock, { max_in_flight: 4 })
  for (let count = 0; count < 60; count++) {
    expect(limiter.waitFor('character', subjects)).toBe(0)
    const ticket = await limiter.acquire('profile', { ip: 'us' })
    ticket?.settle(answer({}, 401))
  }
  expect(limiter.waitFor('character', subjects)).toBe(5 * 60_000)
  expect(limiter.waitFor('public-stash-tabs', { ip: 'us' })).toBe(0)
  await clock.advance(5 * 60_000)
  expect(limiter.waitFor('character', subjects)).toBe(0)
})
