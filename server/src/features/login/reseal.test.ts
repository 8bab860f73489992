import { beforeEach, expect, it } from 'vitest'
import { Secret } from '../../config.ts'
import { aUser, insertRows } from '../../testing/builders.ts'
import { useTestServer } from '../../testing/use-server.ts'
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
  expect(await countSeals(server.db, changed)).toEqual({ accounts: 3, old: 2, unknown: 0 })
  expect(await resealAll(server.db, changed)).toBe(2)
  const alone = vaultOf(present)
  const accounts = await listAccounts()
  expect(accounts.map((account) => openAccountToken(alone, account, 'access'))).toEqual(ids.map((id) => `access ${id}`))
  expect(accounts.map((account) => openAccountToken(alone, account, 'refresh'))).toEqual([
    `refresh ${ids[0]}`,
    null,
    `refresh ${ids[2]}`,
  ])
  expect(await countSeals(server.db, changed)).toEqual({ accounts: 3, old: 0, unknown: 0 })
  expect(await resealAll(server.db, changed)).toBe(0)
})

it('keeps tokens that no known secret opens, and counts them', async () => {
  await connect(stranger)
  const before = await listAccounts()
  expect(await resealAll(server.db, changed)).toBe(0)
  expect(await listAccounts()).toEqual(before)
  expect(await countSeals(server.db, changed)).toEqual({ accounts: 1, old: 0, unknown: 1 })
})

it('asks only users with abandoned tokens to connect again', async () => {
  await connect(old)
  const lost = await connect(stranger)
  expect(await giveUpUnknown(server.db, changed)).toBe(1)
  const accounts = await listAccounts()
  expect(accounts.map(({ broken_reason }) => broken_reason !== null)).toEqual([false, true])
  expect(accounts.find(({ user_id }) => user_id === lost)).toMatchObject({ access_token: null, refresh_token: null })
  expect(await countSeals(server.db, changed)).toEqual({ accounts: 1, old: 1, unknown: 0 })
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
