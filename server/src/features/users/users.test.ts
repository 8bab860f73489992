import { afterAll, beforeAll, expect, it } from 'vitest'
import { aUser } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it('a user sees their own names and the end of the game token', async () => {
  const user = await aUser(server.db, { display_name: 'Me', permissions: ['manager'] })
  const expires_at = new Date(Date.UTC(2026, 1, 1))
  await server.db
    .insertInto('accounts')
    .values([
      { user_id: user.id, provider: 'poe', account_id: 'uuid', name: 'Me#1234', expires_at },
      { user_id: user.id, provider: 'discord', account_id: '42', name: 'me.chat' },
    ])
    .execute()
  expect((await server.get('/users/self', await server.as(user))).json()).toEqual({
    id: user.id,
    display_name: 'Me',
    permissions: ['manager'],
    account_name: 'Me#1234',
    discord_id: '42',
    discord_name: 'me.chat',
    twitch_id: null,
    twitch_name: null,
    token_expiry_timestamp: expires_at.toISOString(),
  })
})

it('a broken connection shows as none, so that clients ask to connect again', async () => {
  const user = await aUser(server.db)
  await server.db
    .insertInto('accounts')
    .values({
      user_id: user.id,
      provider: 'poe',
      account_id: 'b',
      name: 'B#1',
      expires_at: new Date(),
      broken_reason: 'withdrawn',
    })
    .execute()
  expect((await server.get('/users/self', await server.as(user))).json()).toMatchObject({
    account_name: 'B#1',
    token_expiry_timestamp: null,
  })
})

it('a user who was deleted is nobody', async () => {
  const user = await aUser(server.db)
  const headers = await server.as(user)
  await server.db.deleteFrom('users').where('id', '=', user.id).execute()
  expect((await server.get('/users/self', headers)).json()).toEqual({ error: 'Not authenticated', code: 'not_authenticated' })
})
