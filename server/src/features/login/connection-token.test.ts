import type { UserId } from '@muster/contract/ids'
import { beforeEach, describe, expect, it } from 'vitest'
import { createCaches } from '../../caches.ts'
import type { OutsideAnswer, ProviderTokens } from '../../gateways/outside.ts'
import type { NewRow } from '../../db/schema.ts'
import { aUser, testNow, insertRows } from '../../testing/builders.ts'
import { useTestServer } from '../../testing/use-server.ts'
import { Secret } from '../../config.ts'
import { resealAll } from './reseal.ts'
import { createTokenVault } from './token-vault.ts'
import { sealAccountTokens } from './account-tokens.ts'
import { loadToken, preloadTokens, reportDeadConnection } from './connection-token.ts'
import { updateAccount, upsertAccount } from './store.ts'

/** A provider with rotation: each refresh token works once. */
let living: string
let refreshes: number
let refused: OutsideAnswer<ProviderTokens> | null

/** Runs while the provider answers. */
let meanwhile: () => Promise<void>

let user_id: UserId
const server = useTestServer({
  game: {
    refreshTokens: async (refresh_token) => {
      refreshes++
      await meanwhile()
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

beforeEach(async () => {
  await server.db.deleteFrom('accounts').execute()
  living = 'refresh-0'
  refreshes = 0
  refused = null
  meanwhile = async () => undefined
  user_id = (await aUser(server.db)).id
  await connect(testNow + 3_600_000)
})

async function connect(expires_at: number, more: Partial<NewRow<'accounts'>> = {}): Promise<void> {
  const place = { provider: 'poe' as const, account_id: `account ${user_id}` }
  const sealed = sealAccountTokens(server.ctx.vault, place, {
    access_token: 'access-0',
    refresh_token: 'refresh-0',
    expires_at,
    scopes: ['a'],
  })
  await server.db.deleteFrom('accounts').where('user_id', '=', user_id).execute()
  await insertRows(server.db, 'accounts', { user_id, name: 'P#1', ...place, ...sealed, ...more })
}
const load = () => loadToken(server.ctx, user_id, 'poe')
const readRow = () => server.db.selectFrom('accounts').selectAll().where('user_id', '=', user_id).executeTakeFirstOrThrow()
const brokenReason = async () => (await readRow()).broken_reason
const oldToken = { ok: true, access_token: 'access-0', scopes: ['a'] }
const past = new Date(testNow - 1)

describe('the game token of a participant', () => {
  it('is used unchanged while it is valid', async () => {
    expect(await load()).toEqual({ ok: true, access_token: 'access-0', scopes: ['a'] })
    expect(refreshes).toBe(0)
  })

  it('D-41: is renewed before it ends, and the new pair is stored', async () => {
    await connect(testNow + 30_000)
    expect(await load()).toEqual({ ok: true, access_token: 'access-1', scopes: ['b'] })
    expect(await load()).toEqual({ ok: true, access_token: 'access-1', scopes: ['b'] })
    expect(refreshes).toBe(1)
  })

  it('is the same if many are loaded together; expired tokens are renewed, and none is missing', async () => {
    const nobody = (await aUser(server.db)).id
    const some = await preloadTokens(server.ctx, [user_id, nobody], 'poe')
    expect([await some.load(user_id), await some.load(nobody)]).toEqual([oldToken, await loadToken(server.ctx, nobody, 'poe')])
    await connect(testNow + 30_000)
    const later = await preloadTokens(server.ctx, [user_id], 'poe')
    const both = await Promise.all([later.load(user_id), later.load(user_id)])
    expect(both.map((token) => token.ok && token.access_token)).toEqual(['access-1', 'access-1'])
    expect(refreshes).toBe(1)
  })

  it('is never given out again after it was reported dead, even if it was loaded before', async () => {
    const some = await preloadTokens(server.ctx, [user_id], 'poe')
    expect(await some.load(user_id)).toEqual(oldToken)
    await some.reportDead(user_id, 'access-0')
    expect(await some.load(user_id)).toEqual({ ok: true, access_token: 'access-1', scopes: ['b'] })
  })

  it('reports the wait while it is renewed, and nothing while it is valid', async () => {
    const heard: boolean[] = []
    const ask = async () =>
      (await preloadTokens(server.ctx, [user_id], 'poe')).load(user_id, (isWaiting) => heard.push(isWaiting))
    await ask()
    expect(heard).toEqual([])
    await connect(testNow + 30_000)
    let heardMeanwhile: boolean[] = []
    meanwhile = async () => void (heardMeanwhile = [...heard])
    await ask()
    expect([refreshes, heardMeanwhile, heard]).toEqual([1, [true], [true, false]])
  })

  it('is renewed once for many simultaneous callers, in one process and in others', async () => {
    await connect(testNow - 1)
    const elsewhere = { ...server.ctx, caches: createCaches() }
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, load),
      ...Array.from({ length: 4 }, () => loadToken(elsewhere, user_id, 'poe')),
    ])
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set(['{"ok":true,"access_token":"access-1","scopes":["b"]}']),
    )
    expect(refreshes).toBe(1)
  })

  it('is the old one for other callers during the renewal, as long as it works', async () => {
    await connect(testNow + 600_000, { renew_at: past })
    let others: unknown[] = []
    meanwhile = async () => {
      others = await Promise.all([load(), loadToken({ ...server.ctx, caches: createCaches() }, user_id, 'poe')])
    }
    expect(await load()).toMatchObject({ access_token: 'access-1' })
    expect(others).toEqual([oldToken, oldToken])
    expect(refreshes).toBe(1)
  })

  it('is broken once the provider refuses to renew it, and is not renewed again', async () => {
    await connect(testNow - 1)
    living = 'rotated away'
    expect(await load()).toMatchObject({ ok: false, reason: 'broken' })
    expect(await load()).toMatchObject({ ok: false, reason: 'broken' })
    expect(refreshes).toBe(1)
    expect(await brokenReason()).not.toBeNull()
  })

  it('is not broken because another secret seals it that only other processes know', async () => {
    const { ctx } = server
    const encryption_secret = new Secret('the secret after the change, long enough to seal with')
    const changed = createTokenVault({ encryption_secret, encryption_secrets_old: [ctx.config.encryption_secret] })
    expect(await resealAll(server.db, changed)).toBe(1)
    expect(await load()).toMatchObject({ ok: false, reason: 'failed', failure: { reason: 'unavailable' } })
    expect([await brokenReason(), refreshes]).toEqual([null, 0])
    expect(await loadToken({ ...ctx, vault: changed, caches: createCaches() }, user_id, 'poe')).toEqual(oldToken)
  })

  it('is not broken by a provider that does not respond', async () => {
    await connect(testNow - 1)
    refused = { ok: false, failure: { reason: 'unavailable', detail: '503' } }
    expect(await load()).toEqual({ ok: false, reason: 'failed', failure: refused.failure })
    expect(await brokenReason()).toBeNull()
    refused = null
    expect(await load()).toMatchObject({ ok: true, access_token: 'access-2' })
  })

  it('that the provider calls dead is renewed, unless another caller did so already', async () => {
    await reportDeadConnection(server.ctx, user_id, 'poe', 'access-0')
    expect(await load()).toMatchObject({ ok: true, access_token: 'access-1' })
    await reportDeadConnection(server.ctx, user_id, 'poe', 'access-0')
    expect(await load()).toMatchObject({ ok: true, access_token: 'access-1' })
    expect(refreshes).toBe(1)
  })

  it('is renewed while the old one still works, and once', async () => {
    await connect(testNow + 600_000, { renew_at: past })
    expect(await load()).toMatchObject({ ok: true, access_token: 'access-1' })
    expect(await load()).toMatchObject({ ok: true, access_token: 'access-1' })
    expect(refreshes).toBe(1)
    expect((await readRow()).renew_at).toEqual(new Date(testNow + 2_700_000))
  })

  it('is not renewed again if that gains nothing: the game keeps the end of the first consent', async () => {
    await connect(testNow + 3_600_000, { renew_at: past })
    expect(await load()).toMatchObject({ access_token: 'access-1' })
    expect((await readRow()).renew_at).toBeNull()
  })

  it.each(['limited', 'blocked'] as const)('is used while the provider answers %s, and renewed later', async (reason) => {
    await connect(testNow + 86_400_000, { renew_at: past })
    refused = { ok: false, failure: { reason, detail: '', had_no_effect: true } }
    expect(await load()).toEqual(oldToken)
    expect(await load()).toEqual(oldToken)
    expect(refreshes).toBe(1)
    expect(await readRow()).toMatchObject({ broken_reason: null, renewal_lost_at: null, renewal_started_at: null })
    server.setNow(testNow + 600_000)
    refused = null
    expect(await load()).toMatchObject({ access_token: 'access-2' })
    server.setNow(testNow)
  })

  it('is used to its end if a renewal is refused, and the user is asked to connect again', async () => {
    await connect(testNow + 86_400_000, { renew_at: past })
    living = 'rotated away'
    expect(await load()).toEqual(oldToken)
    expect(await brokenReason()).toMatch(/consent was withdrawn/)
    expect(await load()).toEqual(oldToken)
    expect(refreshes).toBe(1)
    server.setNow(testNow + 86_400_000)
    expect(await load()).toMatchObject({ ok: false, reason: 'broken' })
    server.setNow(testNow)
  })

  it('that the provider refused is broken at once if it cannot be renewed either', async () => {
    living = 'rotated away'
    await reportDeadConnection(server.ctx, user_id, 'poe', 'access-0')
    expect(await load()).toMatchObject({ ok: false, reason: 'broken' })
    expect(await load()).toMatchObject({ ok: false, reason: 'broken' })
    expect(refreshes).toBe(1)
  })

  it('of a user who connects again during the renewal is the new one', async () => {
    await connect(testNow - 1)
    meanwhile = () => connect(testNow + 86_400_000, { scopes: ['new'] })
    expect(await load()).toEqual({ ok: true, access_token: 'access-0', scopes: ['new'] })
    expect(await readRow()).toMatchObject({ renewal_started_at: null, broken_reason: null })
  })

  it('does not exist for a user without a game account', async () => {
    expect(await loadToken(server.ctx, (await aUser(server.db)).id, 'poe')).toMatchObject({ ok: false, reason: 'not_connected' })
  })
})

describe('a renewal without an answer', () => {
  /** The row left behind by a process that died while it waited for the provider. */
  const leftBehind = { renew_at: past, renewal_started_at: new Date(Date.now() - 100_000) }

  it('leaves the old token in use until its end, and does not use the refresh token before', async () => {
    await connect(testNow + 86_400_000, leftBehind)
    living = 'only the dead process knew'
    expect(await load()).toEqual(oldToken)
    expect(await load()).toEqual(oldToken)
    expect(refreshes).toBe(0)
    expect(await readRow()).toMatchObject({ broken_reason: null, renewal_started_at: null, renewal_lost_at: new Date(testNow) })
  })

  it('is tried again after the old token has ended, and heals if the provider never saw it', async () => {
    await connect(testNow - 1, leftBehind)
    expect(await load()).toMatchObject({ ok: true, access_token: 'access-1' })
    expect(await readRow()).toMatchObject({ broken_reason: null, renewal_lost_at: null, renewal_started_at: null })
  })

  it('differs from a withdrawn consent once the refresh token turns out to be used up', async () => {
    await connect(testNow - 1, leftBehind)
    living = 'only the dead process knew'
    expect(await load()).toMatchObject({ ok: false, reason: 'broken' })
    expect(await brokenReason()).toMatch(/answer to a renewal was lost/)
  })

  it('includes a request whose connection broke', async () => {
    await connect(testNow + 86_400_000, { renew_at: past })
    refused = { ok: false, failure: { reason: 'unavailable', detail: 'connection reset' } }
    expect(await load()).toEqual(oldToken)
    expect(await readRow()).toMatchObject({ broken_reason: null, renewal_lost_at: new Date(testNow), renewal_started_at: null })
  })

  it('does not block callers while a token still works', async () => {
    await connect(testNow + 86_400_000, { renew_at: past, renewal_started_at: new Date() })
    expect(await load()).toEqual(oldToken)
    expect(refreshes).toBe(0)
  })

  it('blocks callers who have no working token', async () => {
    await connect(testNow - 1, { renewal_started_at: new Date() })
    const waiting = load()
    const { account_id } = await readRow()
    const scopes = ['from the other process']
    const pair = { access_token: 'access-0', refresh_token: 'refresh-0', expires_at: testNow + 86_400_000, scopes }
    await updateAccount(
      server.db,
      { user_id, provider: 'poe' },
      { ...sealAccountTokens(server.ctx.vault, { provider: 'poe', account_id }, pair), renewal_started_at: null },
    )
    expect(await waiting).toEqual({ ok: true, access_token: 'access-0', scopes: ['from the other process'] })
    expect(refreshes).toBe(0)
  })

  it('is cleared by a new login', async () => {
    await connect(testNow - 1, { ...leftBehind, renewal_lost_at: past, broken_reason: 'lost' })
    const { account_id } = await readRow()
    await upsertAccount(server.db, {
      user_id,
      provider: 'poe',
      account_id,
      name: 'P#1',
      broken_reason: null,
      renewal_started_at: null,
      renewal_lost_at: null,
      ...sealAccountTokens(
        server.ctx.vault,
        { provider: 'poe', account_id },
        {
          access_token: 'access-new',
          refresh_token: 'refresh-new',
          expires_at: testNow + 86_400_000,
          scopes: [],
        },
      ),
    })
    expect(await load()).toMatchObject({ ok: true, access_token: 'access-new' })
  })
})
