import { expect, test } from 'vitest'
import { createConfidentialClient } from '../../options.ts'
import { createGrants, type GrantRecord } from './grants.ts'

const DAY = 24 * 60 * 60_000
const client = createConfidentialClient('muster-local', 'x')

const aGrantsBook = () => {
  const records: GrantRecord[] = []
  return { records, grants: createGrants(7, (record) => records.push(record)) }
}
const connect = (grants: ReturnType<typeof createGrants>, account_uuid: string, now: number) => {
  const scopes = ['account:profile']
  const request = { client_id: client.id, account_uuid, redirect_uri: 'http://127.0.0.1/', scopes, challenge: null }
  const { family } = grants.issueCode({ ...request, issued_at: now, issued_real_ms: 0 })
  return grants.issueTokens({ client, account_uuid, scopes, family, now, refresh_expires_at: now + 90 * DAY })
}

test('replaying the records, or a dump, gives the same valid tokens and the same next ones', () => {
  const { records, grants } = aGrantsBook()
  connect(grants, 'a', 0)
  const { access } = connect(grants, 'b', 0)
  grants.kill(access.token)
  const [replayed, restored] = [aGrantsBook().grants, aGrantsBook().grants]
  for (const record of records) replayed.apply(record)
  for (const record of grants.dump(0)) restored.apply(record)
  expect(replayed.liveTokens(0)).toEqual(grants.liveTokens(0))
  expect(restored.liveTokens(0)).toEqual(grants.liveTokens(0))
  const next = connect(grants, 'a', 1)
  expect([connect(replayed, 'a', 1), connect(restored, 'a', 1)]).toEqual([next, next])
})

test('expired tokens and old codes are dropped', () => {
  const { grants } = aGrantsBook()
  for (let day = 0; day < 400; day++) connect(grants, 'a', day * DAY)
  const kept = grants.dump(0).filter(({ k }) => k === 'token').length
  expect(kept).toBeLessThan(2 * 91 + 2)
})
