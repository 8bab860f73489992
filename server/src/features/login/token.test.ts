import { SignJWT } from 'jose'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createCaches } from '../../caches.ts'
import { Secret } from '../../config.ts'
import { aUser } from '../../testing/builders.ts'
import { useTestServer } from '../../testing/use-server.ts'
import { identify, issueToken } from './token.ts'

const server = useTestServer()

it('a login survives a change of the secret while the old one is configured; new logins use the new one', async () => {
  const { ctx } = server
  const user = await aUser(server.db)
  const before = await issueToken(ctx.config, user)
  const token_secret = new Secret('the secret after the change, long enough to sign with')
  // Another process: this one remembers verified signatures.
  const changed = (...token_secrets_old: Secret[]) => ({
    ...ctx,
    caches: createCaches(),
    config: { ...ctx.config, token_secret, token_secrets_old },
  })
  const both = changed(new Secret('one of long ago, long enough to sign with'), ctx.config.token_secret)
  expect((await identify(both, before))?.user_id).toBe(user.id)
  expect(await identify(changed(), before)).toBeNull()
  const after = await issueToken(both.config, user)
  expect([(await identify(changed(), after))?.user_id, await identify(ctx, after)]).toEqual([user.id, null])
  expect(await identify(both, `${before.slice(0, -4)}AAAA`)).toBeNull()
})

it("a verified login ends with its expiry, and with its user's token version", async () => {
  const { ctx, db } = server
  const user = await aUser(db)
  const [token, short] = [
    await issueToken(ctx.config, user),
    await issueToken(ctx.config, user, Date.now() - 21 * 86_400_000 + 1500),
  ]
  expect([(await identify(ctx, token))?.user_id, (await identify(ctx, short))?.user_id]).toEqual([user.id, user.id])
  const realNow = performance.now.bind(performance)
  const later = vi.spyOn(performance, 'now').mockImplementation(() => realNow() + 2000)
  onTestFinished(() => later.mockRestore())
  expect([(await identify(ctx, token))?.user_id, await identify(ctx, short)]).toEqual([user.id, null])
  await db
    .updateTable('users')
    .set({ token_version: user.token_version + 1 })
    .where('id', '=', user.id)
    .execute()
  expect(await identify(ctx, token)).toBeNull()
})

it.each([
  { user_id: 2 ** 31 },
  { user_id: 2 ** 53 },
  { user_id: 1e300 },
  { user_id: -1 },
  { user_id: 0 },
  { user_id: 1.5 },
  { ver: 2 ** 31 },
  { ver: -(2 ** 40) },
])('a signed token that claims %j, which no user has, is not a login', async (claims) => {
  const user = await aUser(server.db)
  const token = await new SignJWT({ user_id: user.id, permissions: [], ver: user.token_version, ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(server.ctx.config.token_secret.reveal()))
  const answer = await server.get('/users/self', { authorization: `Bearer ${token}` })
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([401, 'not_authenticated'])
})
