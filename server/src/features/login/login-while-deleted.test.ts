import type { UserId } from '@muster/contract/ids'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { aMember, anEvent, aTeam } from '../../testing/builders.ts'
import { useLogins } from '../../testing/logins.ts'
import { deleteAccount } from './delete-account.ts'

// A user comes back from a provider during the deletion of their account.

const { server, provided, logIn, hold, untilWaiting } = useLogins()
const remove = (user_id: UserId, display_name: string) =>
  deleteAccount(server.ctx, { user_id, author_id: user_id, display_name, reason: null })
const accountsOf = (user_id: UserId) =>
  server.db.selectFrom('accounts').select('provider').where('user_id', '=', user_id).execute()

it('a second account is not connected to a user deleted meanwhile', async () => {
  const { user, auth_token } = (await logIn('poe')).body
  provided.player.account_id = `twitch of ${provided.player.account_id}`
  provided.meanwhile = () => remove(user.id, user.display_name)
  const connected = await logIn('twitch', { authorization: `Bearer ${auth_token}` })
  expect([connected.status, connected.body.code]).toEqual([400, 'login_state_unknown'])
  expect(await accountsOf(user.id)).toEqual([])
})

it('a login with an account that is being deleted makes a new user', async () => {
  const { db } = server
  const { user } = (await logIn('poe')).body
  await aMember(db, await aTeam(db, (await anEvent(db)).id), user.id)
  // The deletion stops here, after it has removed the account.
  const free = await hold(sql`team_users where user_id = ${user.id}`)
  const deletion = remove(user.id, user.display_name)
  await untilWaiting(1)
  const login = logIn('poe')
  await untilWaiting(2)
  await Promise.all([free(), deletion])
  const { status, body } = await login
  expect(status).toBe(200)
  expect(body.user.id).not.toBe(user.id)
  expect([await accountsOf(user.id), await accountsOf(body.user.id)]).toEqual([[], [{ provider: 'poe' }]])
})
