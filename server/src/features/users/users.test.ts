import type { User } from '@muster/contract/users'
import { describe, expect, it } from 'vitest'
import { aUser, insertRows } from '../../testing/builders.ts'
import { useTestServer } from '../../testing/use-server.ts'

const server = useTestServer()

it('a user sees their own names and the end of the game token', async () => {
  const user = await aUser(server.db, { display_name: 'Me', permissions: ['manager'] })
  const expires_at = new Date(Date.UTC(2026, 1, 1))
  await insertRows(server.db, 'accounts', [
    { user_id: user.id, provider: 'poe', account_id: 'uuid', name: 'Me#1234', expires_at },
    { user_id: user.id, provider: 'discord', account_id: '42', name: 'me.chat' },
  ])
  expect((await server.get('/users/self', await server.as(user))).json()).toEqual({
    id: user.id,
    display_name: 'Me',
    permissions: ['manager'],
    account_name: 'Me#1234',
    stated_account: null,
    discord_id: '42',
    discord_name: 'me.chat',
    twitch_id: null,
    twitch_name: null,
    token_expiry_timestamp: expires_at.toISOString(),
  })
})

it('a broken connection is shown as none, so that clients ask to connect again', async () => {
  const user = await aUser(server.db)
  await insertRows(server.db, 'accounts', {
    user_id: user.id,
    provider: 'poe',
    account_id: 'b',
    name: 'B#1',
    expires_at: new Date(),
    broken_reason: 'withdrawn',
  })
  expect((await server.get('/users/self', await server.as(user))).json()).toMatchObject({
    account_name: 'B#1',
    token_expiry_timestamp: null,
  })
})

it('a deleted user is anonymous', async () => {
  const user = await aUser(server.db)
  const headers = await server.as(user)
  await server.db.deleteFrom('users').where('id', '=', user.id).execute()
  expect((await server.get('/users/self', headers)).json()).toEqual({ error: 'Not authenticated', code: 'not_authenticated' })
})

describe('the list of users', () => {
  const ids = async (query: string, headers: Record<string, string>) =>
    (await server.get(`/users${query}`, headers)).json<User[]>().map((user) => user.id)

  it('D-75: is whole by id, or read in pages, or searched by either name, case-insensitive', async () => {
    const admin = await server.as(await aUser(server.db, { permissions: ['admin'] }))
    const [one, two, three] = [
      await aUser(server.db, { display_name: 'Wren 100%' }),
      await aUser(server.db, { display_name: 'wren too' }),
      await aUser(server.db, { display_name: 'Somebody' }),
    ]
    await insertRows(server.db, 'accounts', { user_id: three.id, provider: 'poe', account_id: 'c', name: 'Jenny_WREN#1' })
    const all = await ids('', admin)
    expect(all).toEqual(all.toSorted((a, b) => a - b))
    expect(all).toEqual(expect.arrayContaining([one.id, two.id, three.id]))
    expect(await ids('?search=wren', admin)).toEqual([one.id, two.id, three.id])
    expect(await ids('?search=100%25', admin)).toEqual([one.id])
    expect(await ids('?search=_w', admin)).toEqual([three.id])
    expect(await ids(`?search=wren&limit=1&after=${one.id}`, admin)).toEqual([two.id])
    expect((await server.get('/users?limit=0', admin)).statusCode).toBe(400)
  })

  it('is searched by the names of all accounts and by whole ids, and by role', async () => {
    const admin = await server.as(await aUser(server.db, { permissions: ['admin'] }))
    const judge = await aUser(server.db, { display_name: 'Kestrel', permissions: ['submission_judge', 'manager'] })
    await insertRows(server.db, 'accounts', [
      { user_id: judge.id, provider: 'discord', account_id: '204255221017214977', name: 'night_heron' },
      { user_id: judge.id, provider: 'twitch', account_id: '4711', name: 'EgretTV' },
    ])
    for (const search of ['HERON', 'egret', '204255221017214977', `${judge.id}`])
      expect(await ids(`?search=${search}`, admin)).toContain(judge.id)
    expect(await ids('?search=20425522101721497', admin)).toEqual([])
    expect(await ids('?role=submission_judge&search=kestrel', admin)).toEqual([judge.id])
    expect(await ids('?role=objective_designer', admin)).not.toContain(judge.id)
    expect((await server.get('/users?role=king', admin)).statusCode).toBe(400)
  })

  it('names the accounts of each', async () => {
    const admin = await aUser(server.db, { permissions: ['admin'] })
    const user = await aUser(server.db, { display_name: 'Named' })
    await insertRows(server.db, 'accounts', { user_id: user.id, provider: 'twitch', account_id: '7', name: 'named_tv' })
    const [found] = (await server.get('/users?search=named', await server.as(admin))).json<User[]>()
    expect(found).toMatchObject({ id: user.id, twitch_id: '7', twitch_name: 'named_tv', account_name: null })
  })
})

describe('another user', () => {
  it('Q-30: shows id and display name only', async () => {
    const user = await aUser(server.db, { permissions: ['admin'] })
    expect((await server.get(`/users/${user.id}`)).json()).toEqual({ id: user.id, display_name: user.display_name })
  })

  it('D-37: with an unknown id is not found', async () => {
    const answer = await server.get('/users/999999')
    expect([answer.statusCode, answer.json()]).toEqual([404, { error: 'User not found', code: 'user_not_found' }])
  })
})

describe('a display name', () => {
  it('is stored without surrounding blanks', async () => {
    const user = await aUser(server.db)
    const headers = await server.as(user)
    const answer = await server.send('PATCH', '/users/self', headers, { display_name: '  Ämy 🦉 ', permissions: ['admin'] })
    expect(answer.json()).toMatchObject({ id: user.id, display_name: 'Ämy 🦉', permissions: [] })
    expect((await server.get(`/users/${user.id}`)).json()).toMatchObject({ display_name: 'Ämy 🦉' })
  })

  it('is stored without invisible characters', async () => {
    const headers = await server.as(await aUser(server.db))
    const answer = await server.send('PATCH', '/users/self', headers, { display_name: 'Zo\u200Be\u3164 the First' })
    expect(answer.json()).toMatchObject({ display_name: 'Zoe the First' })
  })

  it.each(['Grete Admin', 'grete admin', 'Grete\u200B Admin', 'Grеtе Аdmin', 'Ｇrete Adrnin'])(
    'may not look like that of another user: %j',
    async (display_name) => {
      await aUser(server.db, { display_name: 'Grete Admin', permissions: ['admin'] })
      const headers = await server.as(await aUser(server.db))
      const answer = await server.send('PATCH', '/users/self', headers, { display_name })
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({ code: 'invalid_request', problems: [{ field: 'display_name' }] })
    },
  )

  it('belongs to one user, for any number of simultaneous requests', async () => {
    const names = ['Padmin', 'PADMIN', 'Раdmin', 'Padrnin']
    const users = await Promise.all(names.map(() => aUser(server.db)))
    const answers = await Promise.all(
      users.map(async (user, at) => server.send('PATCH', '/users/self', await server.as(user), { display_name: names[at] })),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400])
  })

  it('may be respelled by its owner', async () => {
    const user = await aUser(server.db, { display_name: 'Only Olga' })
    const answer = await server.send('PATCH', '/users/self', await server.as(user), { display_name: 'ONLY OLGA' })
    expect(answer.json()).toMatchObject({ display_name: 'ONLY OLGA' })
  })

  it.each(['', '   ', '\u200B\u200D', '\uFDFA'.repeat(20), 'x'.repeat(51), 'two\nlines', 'turned \u202E around', null, 7])(
    'is not %j',
    async (display_name) => {
      const answer = await server.send('PATCH', '/users/self', await server.as(await aUser(server.db)), { display_name })
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({ code: 'invalid_request', problems: [{ field: 'display_name' }] })
    },
  )
})

describe('logging out everywhere', () => {
  it('ends the logins of both browsers of a user, and no other logins; a new login works', async () => {
    const [user, other] = [await aUser(server.db), await aUser(server.db)]
    const [laptop, phone, stranger] = [await server.as(user), await server.as(user), await server.as(other)]
    const answer = await server.send('POST', '/users/self/logout-everywhere', laptop)
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
    const statuses = async () =>
      Promise.all([laptop, phone, stranger].map(async (headers) => (await server.get('/users/self', headers)).statusCode))
    expect(await statuses()).toEqual([401, 401, 200])
    const renewed = await server.db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()
    expect((await server.get('/users/self', await server.as(renewed))).statusCode).toBe(200)
  })
})
