import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { listenSession, readSession, storeToken } from './session.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const tokenOf = (claims: unknown) => `head.${btoa(JSON.stringify(claims)).replaceAll('=', '')}.signature`

describe('the stored login', () => {
  beforeEach(() => vi.useFakeTimers({ now }))
  afterEach(() => vi.useRealTimers())

  test('is stored under the key "auth" and has user, expiry and the roles at login', () => {
    const token = tokenOf({ user_id: 7, permissions: ['admin'], exp: now / 1000 + 60 })
    storeToken(token)
    expect(localStorage.getItem('auth')).toBe(token)
    expect(readSession()).toEqual({ token, user_id: 7, expires_at: now + 60_000, roles_at_login: ['admin'] })
  })

  test('counts as logged out from the second it expires', () => {
    storeToken(tokenOf({ user_id: 7, permissions: [], exp: now / 1000 + 60 }))
    vi.setSystemTime(now + 59_999)
    expect(readSession()?.user_id).toBe(7)
    vi.setSystemTime(now + 60_000)
    expect(readSession()).toBeNull()
  })

  test.each([
    '',
    'x',
    'a.b.c',
    'a.%%%.c',
    tokenOf(null),
    tokenOf([]),
    tokenOf({ exp: 9e9 }),
    tokenOf({ user_id: '7', exp: 9e9 }),
  ])('is none for %j', (token) => {
    storeToken(token)
    expect(readSession()).toBeNull()
  })

  test('notifies its listeners of login and logout', () => {
    const heard = vi.fn()
    const stop = listenSession(heard)
    storeToken('a.b.c')
    storeToken(null)
    stop()
    storeToken('a.b.c')
    expect(heard).toHaveBeenCalledTimes(2)
  })
})
