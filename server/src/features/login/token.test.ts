import { afterAll, beforeAll, expect, it } from 'vitest'
import { Secret } from '../../config.ts'
import { aUser } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { identify, issueToken } from './token.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it('a login outlives a change of the secret as long as the one of before is named; new ones are signed with the new one', async () => {
  const { ctx } = server
  const user = await aUser(server.db)
  const before = await issueToken(ctx.config, user)
  const token_secret = new Secret('the secret after the change, long enough to sign with')
  const changed = (...token_secrets_old: Secret[]) => ({ ...ctx, config: { ...ctx.config, token_secret, token_secrets_old } })
  const both = changed(new Secret('one of long ago, long enough to sign with'), ctx.config.token_secret)
  expect((await identify(both, before))?.user_id).toBe(user.id)
  expect(await identify(changed(), before)).toBeNull()
  const after = await issueToken(both.config, user)
  expect([(await identify(changed(), after))?.user_id, await identify(ctx, after)]).toEqual([user.id, null])
  expect(await identify(both, `${before.slice(0, -4)}AAAA`)).toBeNull()
})
