import { beforeEach, expect, it } from 'vitest'
import { Secret } from '../../config.ts'
import { anEvent, aUser, insertRows } from '../../testing/builders.ts'
import { aNoticeRoute, testKey } from '../../testing/notice-routes.ts'
import { useTestServer } from '../../testing/use-server.ts'
import { sealedPlace, updateRoute } from '../notices/store.ts'
import { loadPushKey } from '../personal-notices/push-key.ts'
import { subscriptionPlace } from '../personal-notices/store.ts'
import { openAccountToken, sealAccountTokens } from './account-tokens.ts'
import { countSeals, giveUpUnknown, resealAll } from './reseal.ts'
import { createTokenVault } from './token-vault.ts'

const [older, old, present, stranger] = ['older', 'old', 'present', 'stranger'].map(
  (word) => new Secret(`the ${word} secret, long enough to encrypt with`),
) as [Secret, Secret, Secret, Secret]
const vaultOf = (encryption_secret: Secret, ...encryption_secrets_old: Secret[]) =>
  createTokenVault({ encryption_secret, encryption_secrets_old })
const changed = vaultOf(present, old, older)

const server = useTestServer()
beforeEach(() => server.db.deleteFrom('users').execute())

async function connect(secret: Secret, more: { refresh_token?: null; renewal_started_at?: Date } = {}) {
  const user = await aUser(server.db)
  const place = { provider: 'poe' as const, account_id: `account ${user.id}` }
  const tokens = { access_token: `access ${user.id}`, refresh_token: `refresh ${user.id}`, expires_at: null, scopes: [] }
  const sealed = { ...sealAccountTokens(vaultOf(secret), place, tokens), ...more }
  await insertRows(server.db, 'accounts', { user_id: user.id, name: 'P#1', ...place, ...sealed })
  return user.id
}
const listAccounts = () => server.db.selectFrom('accounts').selectAll().orderBy('user_id').execute()

it('seals everything with the present secret, until no old secret is needed', async () => {
  const ids = [await connect(older), await connect(old, { refresh_token: null }), await connect(present)]
  expect(await countSeals(server.db, changed)).toEqual({ accounts: 3, old: 2, unknown: 0, others: 0 })
  expect(await resealAll(server.db, changed)).toBe(2)
  const alone = vaultOf(present)
  const accounts = await listAccounts()
  expect(accounts.map((account) => openAccountToken(alone, account, 'access'))).toEqual(ids.map((id) => `access ${id}`))
  expect(accounts.map((account) => openAccountToken(alone, account, 'refresh'))).toEqual([
    `refresh ${ids[0]}`,
    null,
    `refresh ${ids[2]}`,
  ])
  expect(await countSeals(server.db, changed)).toEqual({ accounts: 3, old: 0, unknown: 0, others: 0 })
  expect(await resealAll(server.db, changed)).toBe(0)
})

it('keeps tokens that no known secret opens, and counts them', async () => {
  await connect(stranger)
  const before = await listAccounts()
  expect(await resealAll(server.db, changed)).toBe(0)
  expect(await listAccounts()).toEqual(before)
  expect(await countSeals(server.db, changed)).toEqual({ accounts: 1, old: 0, unknown: 1, others: 0 })
})

it('asks only users with abandoned tokens to connect again', async () => {
  await connect(old)
  const lost = await connect(stranger)
  expect(await giveUpUnknown(server.db, changed)).toBe(1)
  const accounts = await listAccounts()
  expect(accounts.map(({ broken_reason }) => broken_reason !== null)).toEqual([false, true])
  expect(accounts.find(({ user_id }) => user_id === lost)).toMatchObject({ access_token: null, refresh_token: null })
  expect(await countSeals(server.db, changed)).toEqual({ accounts: 1, old: 1, unknown: 0, others: 0 })
})

it('skips an account during a renewal, and includes it after the renewing process is surely gone', async () => {
  await connect(old, { renewal_started_at: new Date() })
  expect(await resealAll(server.db, changed)).toBe(0)
  expect(await countSeals(server.db, changed)).toMatchObject({ old: 1 })
  await server.db
    .updateTable('accounts')
    .set({ renewal_started_at: new Date(Date.now() - 2 * 3_600_000) })
    .execute()
  expect(await resealAll(server.db, changed)).toBe(1)
})

it('covers the key for push services, browsers with pushed notices, and routes', async () => {
  const { db } = server
  const was = vaultOf(old)
  const { id: user_id, token_version } = await aUser(db)
  await db.deleteFrom('push_key').execute()
  const { private_key } = await loadPushKey({ db, vault: was })
  const endpoint_hash = Buffer.from('hash')
  const subscription = was.seal(subscriptionPlace(endpoint_hash), 'the subscription')
  const device = { user_id, endpoint_hash, subscription, token_version, service: 'push.test', made_at: new Date(), position: 0 }
  await insertRows(db, 'push_devices', device)
  const route = await aNoticeRoute(server, (await anEvent(db)).id, 'unused')
  const [address, signing_key] = [was.seal(sealedPlace(route, 'address'), '1/abc'), was.seal(sealedPlace(route, 'key'), testKey)]
  await updateRoute(db, route, { address, signing_key })

  expect(await countSeals(db, changed)).toEqual({ accounts: 0, old: 0, unknown: 0, others: 4 })
  expect(await resealAll(db, changed)).toBe(0)
  expect(await countSeals(db, changed)).toMatchObject({ others: 0 })
  const alone = vaultOf(present)
  expect(await loadPushKey({ db, vault: alone })).toMatchObject({ private_key })
  const stored = await db.selectFrom('push_devices').select('subscription').executeTakeFirstOrThrow()
  expect(alone.open(subscriptionPlace(endpoint_hash), stored.subscription)).toBe('the subscription')
  const kept = await db.selectFrom('notice_routes').selectAll().where('id', '=', route).executeTakeFirstOrThrow()
  const { address: kept_address, signing_key: kept_key } = kept
  expect(alone.open(sealedPlace(route, 'address'), kept_address)).toBe('1/abc')
  expect(kept_key && alone.open(sealedPlace(route, 'key'), kept_key)).toBe(testKey)
  await db.deleteFrom('events').execute()
})

it('covers more accounts than fit on a page', async () => {
  const users = await server.db
    .insertInto('users')
    .values(Array.from({ length: 1001 }, (_, at) => ({ display_name: `player ${at}` })))
    .returning('id')
    .execute()
  const tokens = { access_token: 'access', refresh_token: null, expires_at: null, scopes: [] }
  const vault = vaultOf(old)
  const rows = users.map(({ id }) => {
    const place = { provider: 'poe' as const, account_id: String(id) }
    return { user_id: id, name: 'P#1', ...place, ...sealAccountTokens(vault, place, tokens) }
  })
  await insertRows(server.db, 'accounts', rows)
  expect(await countSeals(server.db, changed)).toMatchObject({ accounts: 1001, old: 1001 })
  expect(await resealAll(server.db, changed)).toBe(1001)
})
