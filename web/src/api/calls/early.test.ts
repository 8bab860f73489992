import { beforeEach, describe, expect, test, vi } from 'vitest'
import { takeEarly } from './early.ts'

const answer = () => Promise.resolve(new Response('[]'))
const put = (token: string | null, sent_ms = performance.now()) => {
  globalThis.earlyCalls = new Map([['/api/events', { answer: answer(), token, sent_ms }]])
}

beforeEach(() => vi.restoreAllMocks())

describe('an answer that was asked for early', () => {
  test('is handed over once', async () => {
    put(null)
    expect(await (await takeEarly('/api/events', undefined))?.json()).toEqual([])
    expect(takeEarly('/api/events', undefined)).toBeUndefined()
  })

  test('is for the login that asked', () => {
    put('mine')
    expect(takeEarly('/api/events', undefined)).toBeUndefined()
    put(null)
    expect(takeEarly('/api/events', 'mine')).toBeUndefined()
    put('mine')
    expect(takeEarly('/api/events', 'mine')).toBeDefined()
  })

  test('is of no use a minute later, nor for another address', () => {
    put(null, performance.now() - 60_001)
    expect(takeEarly('/api/events', undefined)).toBeUndefined()
    put(null)
    expect(takeEarly('/api/clock', undefined)).toBeUndefined()
  })
})
