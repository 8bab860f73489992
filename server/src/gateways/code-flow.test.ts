import { expect, test } from 'vitest'
import { readTokens } from './code-flow.ts'

const now = Date.UTC(2026, 10, 20)
const answer = { access_token: 'a', refresh_token: null, scope: 'account:profile' }

test('a token expires when the provider says', () => {
  expect(readTokens({ ...answer, expires_in: 3600 }, now).expires_at).toBe(now + 3_600_000)
  expect(readTokens({ ...answer, expires_in: null }, now).expires_at).toBeNull()
})

test('a lifetime beyond the range of dates still ends at a valid date', () => {
  const { expires_at } = readTokens({ ...answer, expires_in: Number.MAX_SAFE_INTEGER }, now)
  expect(new Date(expires_at ?? 0).getUTCFullYear()).toBe(2036)
})
