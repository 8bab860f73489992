import type { UserId } from '@muster/contract/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { GameAnswer, GameTokens } from '../../gateways/game/gateway.ts'
import { aUser, testNow } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { sealAccountTokens } from './account-tokens.ts'
import { loadGameToken, reportDeadToken } from './game-token.ts'

/** A provider that rotates: each refresh token works once. */
let living: string
let refreshes: number
let refused: GameAnswer<GameTokens> | null

let server: TestServer
let user_id: UserId
beforeAll(async () => {
  server = await startTestServer({
    game: {
      refreshTokens: async (refresh_token) => {
        refreshes++
        if (refused) return refused
        if (refresh_token !== living) return { ok: false, failure: { reason: 'unauthorized', detail: 'invalid_grant' } }
        living = `refresh-${refreshes}`
        const value = {
          access_token: `access-${refreshes}`,
          refresh_token: living,
          expires_at: testNow + 3_600_000,
          scopes: ['b'],
        }
        return { ok: true, value }
      },
    },
  })
})
afterAll(() => server.close())

beforeEach(async () => {
  living = 'refresh-0'
  refreshes = 0
  refused = null
  user_id = (await aUser(server.db)).id
  await connect(testNow + 3_600_000)
})

async function connect(expires_at: number): Promise<void> {
  const place = { provider: 'poe' as const, account_id: `account ${user_id}` }
  const sealed = sealAccountTokens(server.ctx.config, place, {
    access_token: 'access-0',
    refresh_token: 'refresh-0',
    expires_at,
    scopes: ['a'],
  })
  await server.db.deleteFrom('accounts').where('user_id', '=', user_id).execute()
  await server.db
    .insertInto('accounts')
    .values({ user_id, name: 'P#1', ...place, ...sealed })
    .execute()
}
const load = () => loadGameToken(server.ctx, user_id)
const brokenReason = async () =>
  (await server.db.selectFrom('accounts').select('broken_reason').where('user_id', '=', user_id).executeTakeFirstOrThrow())
    .broken_reason

describe('the game token of a participant', () => {
  it('is used as it is while it lasts', async () => {
    expect(await load()).toEqual({ ok: true, access_token: 'access-0', scopes: ['a'] })
    expect(refreshes).toBe(0)
  })

  it('is renewed before it ends, and the new pair is kept', async () => {
    await connect(testNow + 30_000)
    expect(await load()).toEqual({ ok: true, access_token: 'access-1', scopes: ['b'] })
    expect(await load()).toEqual({ ok: true, access_token: 'access-1', scopes: ['b'] })
    expect(refreshes).toBe(1)
  })

  it('is renewed once when many ask at the same time', async () => {
    await connect(testNow - 1)
    const answers = await Promise.all(Array.from({ length: 8 }, load))
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set(['{"ok":true,"access_token":"access-1","scopes":["b"]}']),
    )
    expect(refreshes).toBe(1)
  })

  it('is broken once the provider refuses to renew it, and is not asked about again', async () => {
    await connect(testNow - 1)
    living = 'rotated away'
    expect(await load()).toMatchObject({ ok: false, reason: 'broken' })
    expect(await load()).toMatchObject({ ok: false, reason: 'broken' })
    expect(refreshes).toBe(1)
    expect(await brokenReason()).not.toBeNull()
  })

  it('is not broken by a provider that is away', async () => {
    await connect(testNow - 1)
    refused = { ok: false, failure: { reason: 'unavailable', detail: '503' } }
    expect(await load()).toEqual({ ok: false, reason: 'failed', failure: refused.failure })
    expect(await brokenReason()).toBeNull()
    refused = null
    expect(await load()).toMatchObject({ ok: true, access_token: 'access-2' })
  })

  it('that the provider calls dead is renewed, unless somebody did so already', async () => {
    await reportDeadToken(server.ctx, user_id, 'access-0')
    expect(await load()).toMatchObject({ ok: true, access_token: 'access-1' })
    await reportDeadToken(server.ctx, user_id, 'access-0')
    expect(await load()).toMatchObject({ ok: true, access_token: 'access-1' })
    expect(refreshes).toBe(1)
  })

  it('does not exist for a user without a game account', async () => {
    expect(await loadGameToken(server.ctx, (await aUser(server.db)).id)).toMatchObject({ ok: false, reason: 'not_connected' })
  })
})
