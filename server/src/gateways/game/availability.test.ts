import { expect, test } from 'vitest'
import { fail, type OutsideAnswer } from '../outside.ts'
import { createAvailability, probeEvery_ms } from './availability.ts'
import type { LimitNote } from './limit-journal.ts'

const good: OutsideAnswer<unknown> = { ok: true, value: null }
const down = fail('unavailable', 'status 503')
const page = fail('malformed', 'not JSON', { excerpt: '<!DOCTYPE html>' })
const noLeague = fail('refused', 'status 400')
const broken = fail('malformed', 'not JSON', { excerpt: '{"' })
const minute_ms = 60_000

function begin() {
  const notes: LimitNote[] = []
  const journal = { notes, write: (note: LimitNote) => void notes.push(note) }
  let now_ms = 1000
  const open = () => createAvailability(() => now_ms, journal)
  let availability = open()
  const passage = (part: string, url = part) => availability.passageOf(part, url, part === 'ladder' || part === 'guild-stash')
  return {
    look: (part: string) => passage(part).look(),
    /** Sends a request that gets this answer. @returns the reason of the failure; null for a success */
    ask(part: string, answer: OutsideAnswer<unknown>, url?: string) {
      const one = passage(part, url)
      one.pass()
      const told = one.settle(answer, false)
      return told.ok ? null : told.failure
    },
    start(part: string) {
      const one = passage(part)
      one.pass()
      return (answer: OutsideAnswer<unknown>, isStopped = false) => one.settle(answer, isStopped)
    },
    refuse: (part: string) => passage(part).refuse().failure,
    pass: (ms: number) => (now_ms += ms),
    restart: () => (availability = open()),
  }
}

test('three failures in a row are an outage of this kind of call, unless a good answer is among them', () => {
  const { ask, look } = begin()
  ask('character', down)
  ask('character', down)
  ask('character', good)
  ask('character', down)
  expect(ask('character', down)?.away).toBeUndefined()
  expect(look('character')).toBe('go')
  expect(ask('character', down)?.away).toEqual({ since: 1000, again_at: 1000 + probeEvery_ms, was_asked: true })
  expect([look('character'), look('public-stash-tabs')]).toEqual(['drop', 'go'])
})

test('one probe at a time is allowed; other requests wait for it, and continue or are dropped when it ends', () => {
  const { ask, look, start, refuse, pass } = begin()
  for (let count = 0; count < 3; count++) ask('character', down)
  pass(probeEvery_ms - 1)
  expect(look('character')).toBe('drop')
  expect(refuse('character')).toMatchObject({ reason: 'unavailable', away: { since: 1000, was_asked: false } })
  pass(1)
  expect(look('character')).toBe('go')
  const bad = start('character')
  expect(look('character')).toBe('wait')
  bad(down)
  expect(look('character')).toBe('drop')
  pass(probeEvery_ms)
  const stopped = start('character')
  stopped(down, true)
  // An aborted probe proves nothing.
  expect(look('character')).toBe('go')
  start('character')(good)
  expect(look('character')).toBe('go')
})

test('when one kind of call works again, the others are probed immediately', () => {
  const { ask, look, pass } = begin()
  for (const part of ['character', 'guild-stash']) for (let count = 0; count < 3; count++) ask(part, down)
  pass(probeEvery_ms)
  ask('guild-stash', down)
  expect(look('guild-stash')).toBe('drop')
  ask('character', good)
  expect(look('guild-stash')).toBe('go')
})

test.each([
  ['no such league', noLeague],
  ['a page', page],
  ['something unreadable', broken],
  ['nothing there', fail('missing', 'status 404')],
])('while other calls also fail, %s belongs to the outage', (_name, answer) => {
  const { ask, pass, look } = begin()
  ask('character', down)
  ask('public-stash-tabs', down)
  for (let count = 0; count < 3; count++) {
    expect(ask('guild-stash', answer)).toMatchObject({ reason: 'unavailable' })
    pass(1000)
  }
  expect(look('guild-stash')).toBe('drop')
})

test('rare probes do not end an outage, as on a busy machine at many times real speed', () => {
  const { ask, pass } = begin()
  for (const part of ['character', 'public-stash-tabs']) for (let count = 0; count < 3; count++) ask(part, down)
  for (let count = 0; count < 3; count++) {
    pass(5 * minute_ms)
    expect(ask('guild-stash', noLeague)?.reason).toBe('unavailable')
  }
})

test('while other calls succeed, a repeated refusal of the league is accepted, separately for each address', () => {
  const { ask, pass, look } = begin()
  ask('character', good)
  ask('public-stash-tabs', good)
  expect(ask('guild-stash', noLeague, 'tab 1')?.reason).toBe('unavailable')
  pass(20_000)
  ask('character', good)
  expect(ask('guild-stash', noLeague, 'tab 1')?.reason).toBe('refused')
  expect(ask('guild-stash', noLeague, 'tab 2')?.reason).toBe('unavailable')
  expect(look('guild-stash')).toBe('go')
  ask('guild-stash', good, 'tab 1')
  expect(ask('guild-stash', noLeague, 'tab 1')?.reason).toBe('unavailable')
})

test('at the start of an outage a repeated refusal is not accepted before another call has an answer', () => {
  const { ask, pass } = begin()
  ask('public-stash-tabs', good)
  pass(1000)
  ask('guild-stash', noLeague)
  pass(30_000)
  expect(ask('guild-stash', noLeague)?.reason).toBe('unavailable')
  ask('public-stash-tabs', down)
  pass(30_000)
  expect(ask('guild-stash', noLeague)?.reason).toBe('unavailable')
})

test('without other calls, a repeated refusal is accepted after two minutes', () => {
  const { ask, pass } = begin()
  ask('guild-stash', noLeague)
  pass(2 * minute_ms)
  expect(ask('guild-stash', noLeague)?.reason).toBe('refused')
})

test('a repeated HTML page without other calls is reported, and only probes continue', () => {
  const { ask, pass, look } = begin()
  const reasons = Array.from({ length: 4 }, () => {
    ask('public-stash-tabs', good)
    const failure = ask('ladder', page)
    pass(20_000)
    return failure?.reason
  })
  expect(reasons).toEqual(['unavailable', 'malformed', 'malformed', 'malformed'])
  expect(look('public-stash-tabs')).toBe('go')
})

test('a permanent outage of one kind of call does not hide a missing league forever', () => {
  const { ask, pass } = begin()
  const names = ['character', 'public-stash-tabs', 'ladder', 'guild-stash']
  for (const part of names) for (let count = 0; count < 3; count++) ask(part, down)
  pass(10 * minute_ms)
  // The maintenance is over, and the league no longer exists.
  ask('character', good)
  ask('public-stash-tabs', good)
  for (const _ of [1, 2]) {
    ask('ladder', noLeague)
    ask('guild-stash', noLeague)
    pass(20_000)
    ask('character', good)
  }
  expect([ask('ladder', noLeague)?.reason, ask('guild-stash', noLeague)?.reason]).toEqual(['refused', 'refused'])
})

test('an answer that is not from the game proves nothing', () => {
  const { ask, look } = begin()
  for (let count = 0; count < 5; count++) ask('character', fail('blocked', 'status 403'))
  for (let count = 0; count < 5; count++) ask('token', fail('unavailable', 'status 400', { had_no_effect: true }))
  expect([look('character'), look('token')]).toEqual(['go', 'go'])
})

test('the next process starts with a probe and knows the start of the outage', () => {
  const { ask, look, pass, restart, start } = begin()
  for (let count = 0; count < 3; count++) ask('character', down)
  for (let count = 0; count < 3; count++) ask('ladder', down)
  pass(probeEvery_ms)
  ask('ladder', good)
  pass(5 * minute_ms)
  restart()
  const probe = start('character')
  expect([look('character'), look('ladder')]).toEqual(['wait', 'go'])
  expect(probe(down)).toMatchObject({ failure: { away: { since: 1000 } } })
})
