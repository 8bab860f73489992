import type { Provider } from '@muster/contract/auth'
import type { User } from '@muster/contract/users'
import { describe, expect, it } from 'vitest'
import type { Row } from '../../db/schema.ts'
import { aUser, insertRows } from '../../testing/builders.ts'
import { startTestServer } from '../../testing/server.ts'
import { useTestServer } from '../../testing/use-server.ts'

const server = useTestServer({ discord: {}, twitch: {} })

async function aUserWith(...providers: Provider[]): Promise<Row<'users'>> {
  const user = await aUser(server.db)
  for (const provider of providers) {
    await insertRows(server.db, 'accounts', {
      user_id: user.id,
      provider,
      account_id: `${provider} ${user.id}`,
      name: `at ${provider}`,
    })
  }
  return user
}
const remove = async (user: Row<'users'>, query: string) =>
  server.send('POST', `/users/remove-auth${query}`, await server.as(user))
const providersOf = async ({ id }: Row<'users'>) =>
  (await server.db.selectFrom('accounts').select('provider').where('user_id', '=', id).orderBy('provider').execute()).map(
    ({ provider }) => provider,
  )

describe('disconnecting an account', () => {
  it('returns the user after the change', async () => {
    const user = await aUserWith('poe', 'twitch')
    const answer = await remove(user, '?provider=twitch')
    expect([answer.statusCode, answer.json<User>()]).toMatchObject([
      200,
      { id: user.id, account_name: 'at poe', twitch_name: null },
    ])
    expect(await providersOf(user)).toEqual(['poe'])
  })

  it.each([
    ['', 400, 'No provider specified'],
    ['?provider=', 400, 'No provider specified'],
  ])('without a provider (%s) is refused with the known message', async (query, status, error) => {
    const answer = await remove(await aUserWith('poe', 'discord'), query)
    expect([answer.statusCode, answer.json()]).toMatchObject([status, { error, code: 'invalid_request' }])
  })

  it.each(['?provider=poe', '?provider=discord', '?provider=unknown'])('never removes the last one (%s)', async (query) => {
    const user = await aUserWith('poe')
    const answer = await remove(user, query)
    expect([answer.statusCode, answer.json()]).toEqual([400, { error: 'cannot remove last provider', code: 'last_provider' }])
    expect(await providersOf(user)).toEqual(['poe'])
  })

  it.each(['discord', 'unknown', 'POE'])('that is not connected (%s) changes nothing', async (provider) => {
    const user = await aUserWith('poe', 'twitch')
    expect((await remove(user, `?provider=${provider}`)).statusCode).toBe(200)
    expect(await providersOf(user)).toEqual(['poe', 'twitch'])
  })

  it('leaves one account if all are removed at the same time', async () => {
    const user = await aUserWith('poe', 'discord', 'twitch')
    const answers = await Promise.all(['poe', 'discord', 'twitch'].map((provider) => remove(user, `?provider=${provider}`)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 200, 400])
    expect(await providersOf(user)).toHaveLength(1)
  })

  it('works for a provider that this server is no longer registered with', async () => {
    const bare = await startTestServer()
    const user = await aUser(bare.db)
    for (const provider of ['poe', 'discord'] as const)
      await insertRows(bare.db, 'accounts', { user_id: user.id, provider, account_id: provider, name: provider })
    const headers = await bare.as(user)
    const answer = await bare.app.inject({ method: 'POST', url: '/api/users/remove-auth?provider=discord', headers })
    await bare.close()
    expect(answer.json()).toMatchObject({ discord_id: null })
  })
})
