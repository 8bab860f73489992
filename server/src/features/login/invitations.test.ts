import type { AdminChange } from '@muster/contract/admin-changes'
import type { Invitation, OpenedInvitation } from '@muster/contract/invitations'
import type { PasskeyLogin } from '@muster/contract/passkeys'
import type { Role, User } from '@muster/contract/users'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '../../db/schema.ts'
import { createAuthenticator } from '../../testing/authenticator.ts'
import { anEvent, aUser, insertRows } from '../../testing/builders.ts'
import { makeKey } from '../../testing/keys.ts'
import { passkeyCalls } from '../../testing/passkeys.ts'
import { useTestServer } from '../../testing/use-server.ts'
import { makeInvitations } from './invitations.ts'

const server = useTestServer({ discord: {} })
const { start, finish, startOptions, invite, accept, logIn, bearer, browser } = passkeyCalls(server)
type Headers = Record<string, string>
let [admin, manager]: Headers[] = []
let chief: Row<'users'>
beforeAll(async () => {
  chief = await aUser(server.db, { display_name: 'Chief', permissions: ['admin'] })
  admin = await server.as(chief)
  manager = await server.as(await aUser(server.db, { display_name: 'Helper', permissions: ['manager'] }))
})

const codeOf = (answer: Awaited<ReturnType<typeof finish>>) => [answer.statusCode, answer.json<{ code: string }>().code]
const open = async (secret: string) => server.send('POST', '/oauth2/passkeys/invitation', {}, { secret })
const stateOf = async (secret: string) => (await open(secret)).json<OpenedInvitation>().state
const list = async (headers: Headers = admin ?? {}) => (await server.get('/invitations', headers)).json<Invitation[]>()
const one = async (headers: Headers = admin ?? {}, body = {}) => (await invite(headers, body))[0] ?? { id: 0, secret: '' }
const selfOf = async (headers: Headers) => (await server.get('/users/self', headers)).statusCode
const changes = async () => {
  const event = await anEvent(server.db)
  return (await server.get(`/events/${event.id}/admin-changes`, admin)).json<AdminChange[]>()
}
const expire = (id: number) =>
  server.db
    .updateTable('invitations')
    .set({ expires_at: new Date(Date.now() - 1) })
    .where('id', '=', id as never)
    .execute()

describe('an invitation', () => {
  it('makes an account with the chosen name, and logs it in', async () => {
    const { id, secret } = await one(manager, { name: 'For Nova' })
    expect((await open(secret)).json()).toMatchObject({ state: 'open', for_user: null })
    const authenticator = createAuthenticator()
    const answer = await accept(secret, '  Nova  Prime ', authenticator)
    const login = answer.json<PasskeyLogin>()
    expect([answer.statusCode, login.user]).toMatchObject([200, { display_name: 'Nova Prime', permissions: [] }])
    expect((await server.get('/users/self', bearer(login))).json<User>()).toEqual(login.user)
    expect((await list()).find((row) => row.id === id)).toMatchObject({
      name: 'For Nova',
      state: 'used',
      author: { display_name: 'Helper' },
      used_by: { id: login.user.id, display_name: 'Nova Prime' },
      may_recover: true,
    })
    expect((await logIn(authenticator)).json<PasskeyLogin>().user.id).toBe(login.user.id)
  })

  it('works once', async () => {
    const { secret } = await one()
    expect((await accept(secret, 'First')).statusCode).toBe(200)
    expect(codeOf(await start({ purpose: 'invitation', secret, display_name: 'Second' }))).toEqual([409, 'invitation_closed'])
    expect(await stateOf(secret)).toBe('used')
  })

  it('makes one account of two simultaneous uses', async () => {
    const { secret } = await one()
    const names = ['Racer', 'Runner', 'Rusher', 'Rider']
    const answers = await Promise.all(
      names.map(async (display_name) => {
        const options = await startOptions({ purpose: 'invitation', secret, display_name })
        return createAuthenticator().create(options, browser)
      }),
    )
    const finished = await Promise.all(answers.map((answer) => finish({ answer })))
    expect(finished.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    const users = await server.db.selectFrom('users').select('id').where('display_name', 'in', names).execute()
    expect(users).toHaveLength(1)
  })

  it('ends at its time, also between the start and the answer', async () => {
    const late = await one()
    await expire(late.id)
    expect(await stateOf(late.secret)).toBe('expired')
    expect(codeOf(await start({ purpose: 'invitation', secret: late.secret, display_name: 'Late' }))).toEqual([
      409,
      'invitation_closed',
    ])
    const slow = await one()
    const options = await startOptions({ purpose: 'invitation', secret: slow.secret, display_name: 'Slow' })
    await expire(slow.id)
    const answer = createAuthenticator().create(options, browser)
    expect(codeOf(await finish({ answer }))).toEqual([409, 'invitation_closed'])
  })

  it('is revoked once, by any organiser', async () => {
    const { id, secret } = await one()
    expect((await server.send('DELETE', `/invitations/${id}`, manager)).statusCode).toBe(204)
    expect(await stateOf(secret)).toBe('revoked')
    expect(codeOf(await start({ purpose: 'invitation', secret, display_name: 'Gone' }))).toEqual([409, 'invitation_closed'])
    expect(codeOf(await server.send('DELETE', `/invitations/${id}`, admin))).toEqual([409, 'invitation_closed'])
    expect((await server.send('DELETE', '/invitations/999999', admin)).statusCode).toBe(404)
  })

  it('ends with the right of its author to invite people', async () => {
    const former = await aUser(server.db, { permissions: ['manager'] })
    const [before, after] = await invite(await server.as(former), { count: 2 })
    expect((await accept(before?.secret ?? '', 'In time')).statusCode).toBe(200)
    await server.db
      .updateTable('users')
      .set({ permissions: ['submission_judge'] })
      .where('id', '=', former.id)
      .execute()
    expect(codeOf(await accept(after?.secret ?? '', 'Too late'))).toEqual([409, 'invitation_closed'])
    expect(await server.db.selectFrom('users').select('id').where('display_name', '=', 'Too late').execute()).toEqual([])
  })

  it('needs a free name', async () => {
    const { secret } = await one()
    const begin = (display_name?: string) => start({ purpose: 'invitation', secret, display_name })
    expect((await begin('Chief')).json()).toMatchObject({ code: 'invalid_request', problems: [{ field: 'display_name' }] })
    expect((await begin('Former player 3')).json()).toMatchObject({ problems: [{ field: 'display_name' }] })
    expect((await begin()).json()).toMatchObject({ problems: [{ field: 'display_name', problem: 'is required' }] })
    const options = await startOptions({ purpose: 'invitation', secret, display_name: 'Wanted' })
    await aUser(server.db, { display_name: 'Wanted' })
    const answer = await finish({ answer: createAuthenticator().create(options, browser) })
    expect(answer.json<PasskeyLogin>().user.display_name).toBe('Wanted (2)')
  })

  it('is known by its whole secret only', async () => {
    const { secret } = await one()
    expect(codeOf(await open(secret.slice(0, -1)))).toEqual([404, 'invitation_not_found'])
    const rows = await server.db.selectFrom('invitations').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(server.logged.filter((line) => JSON.stringify(line).includes(secret))).toEqual([])
  })

  it('comes from an organiser, up to 50 at once, and is valid for an hour to 30 days', async () => {
    const links = await invite(manager ?? {}, { count: 8, valid_hours: 1 })
    expect(new Set(links.map(({ secret }) => secret)).size).toBe(8)
    for (const roles of [[], ['objective_designer', 'submission_judge']] as Role[][]) {
      const headers = await server.as(await aUser(server.db, { permissions: roles }))
      expect((await server.send('POST', '/invitations', headers, { valid_hours: 1 })).statusCode).toBe(403)
      expect((await server.get('/invitations', headers)).statusCode).toBe(403)
    }
    for (const wrong of [{ count: 51 }, { count: 0 }, { valid_hours: 0 }, { valid_hours: 721 }, { valid_hours: 1.5 }]) {
      expect((await server.send('POST', '/invitations', admin, { valid_hours: 24, ...wrong })).statusCode).toBe(400)
    }
  })

  it('is refused beyond 1,000 open ones', async () => {
    const { length } = await server.db.selectFrom('invitations').select('id').where('used_at', 'is', null).execute()
    const row = { expires_at: new Date(Date.now() + 3_600_000) }
    const many = Array.from({ length: 1000 - length }, (_, place) => ({ ...row, secret_hash: Buffer.from(`many ${place}`) }))
    await insertRows(server.db, 'invitations', many)
    const answer = await server.send('POST', '/invitations', admin, { valid_hours: 24, count: 50 })
    expect(answer.json()).toMatchObject({ problems: [{ field: 'count' }] })
    await server.db.deleteFrom('invitations').where('author_id', 'is', null).execute()
  })
})

describe('a new login link', () => {
  /** A person with a passkey and this link. */
  async function aPerson(display_name: string, roles: Role[] = []) {
    const authenticator = createAuthenticator()
    const login = (await accept((await one()).secret, display_name, authenticator)).json<PasskeyLogin>()
    await server.db.updateTable('users').set({ permissions: roles }).where('id', '=', login.user.id).execute()
    return { ...login.user, authenticator, headers: bearer(login) }
  }
  const recover = (headers: Headers | undefined, for_user_id: number) =>
    server.send('POST', '/invitations', headers, { valid_hours: 24, for_user_id })

  it('removes the earlier passkeys and ends every login, and the next login reports it', async () => {
    const person = await aPerson('Lost')
    const { secret } = await one(manager, { for_user_id: person.id })
    expect((await open(secret)).json()).toMatchObject({ state: 'open', for_user: { display_name: 'Lost' } })
    expect(await selfOf(person.headers)).toBe(200)
    const pending = person.authenticator.get(await startOptions({ purpose: 'login' }), browser)
    const fresh = createAuthenticator()
    const answer = await accept(secret, null, fresh)
    const login = answer.json<PasskeyLogin>()
    expect([answer.statusCode, login.user.id, login.recovery]).toEqual([200, person.id, null])
    expect(await selfOf(person.headers)).toBe(401)
    expect(await selfOf(bearer(login))).toBe(200)
    expect(codeOf(await finish({ answer: pending }))).toEqual([400, 'passkey_unknown'])
    expect(codeOf(await logIn(person.authenticator))).toEqual([400, 'passkey_unknown'])
    const next = (await logIn(fresh)).json<PasskeyLogin>()
    expect(next.recovery).toMatchObject({ author: { display_name: 'Helper' } })
    expect((await server.get('/users/self/passkeys', bearer(next))).json()).toMatchObject({
      passkeys: [{ name: 'Phone' }],
      recovery: next.recovery,
    })
    const logged = (await changes()).filter(({ kind }) => kind.startsWith('login_link'))
    expect(logged).toMatchObject([
      { kind: 'login_link_used', author: { display_name: 'Lost' }, detail: '1' },
      { kind: 'login_link_made', author: { display_name: 'Helper' }, subject: 'Lost' },
    ])
  })

  it('revokes the keys of its person, and no other key', async () => {
    const [person, other] = [await aPerson('Lost a key'), await aUser(server.db)]
    const user = await server.db.selectFrom('users').selectAll().where('id', '=', person.id).executeTakeFirstOrThrow()
    const [own, foreign] = [await makeKey(server, user, ['team']), await makeKey(server, other, [])]
    const { secret } = await one(admin, { for_user_id: person.id })
    const statuses = async () => {
      const answers = [await server.get('/clock', own.headers), await server.get('/clock', foreign.headers)]
      return answers.map(({ statusCode }) => statusCode)
    }
    expect(await statuses()).toEqual([200, 200])
    await accept(secret, null)
    expect(await statuses()).toEqual([401, 200])
  })

  it('keeps the name for authenticators, so that a device replaces its passkey', async () => {
    const person = await aPerson('Same device')
    const before = await startOptions({ purpose: 'add' }, person.headers)
    const { secret } = await one(admin, { for_user_id: person.id })
    const after = await startOptions({ purpose: 'invitation', secret })
    expect((after['user'] as { id: string }).id).toBe((before['user'] as { id: string }).id)
    expect(after['excludeCredentials']).toEqual([])
  })

  it('is never made for a person with a role that its author lacks', async () => {
    const [boss, judge, plain] = [
      await aPerson('Boss', ['admin']),
      await aPerson('Judge', ['manager', 'submission_judge']),
      await aPerson('Plain', ['manager']),
    ]
    expect(codeOf(await recover(manager, boss.id))).toEqual([403, 'not_allowed'])
    expect(codeOf(await recover(manager, judge.id))).toEqual([403, 'not_allowed'])
    expect((await recover(manager, plain.id)).statusCode).toBe(200)
    expect((await recover(admin, boss.id)).statusCode).toBe(200)
    const seen = Object.fromEntries((await list(manager)).map(({ used_by, may_recover }) => [used_by?.display_name, may_recover]))
    expect(seen).toMatchObject({ Boss: false, Judge: false, Plain: true })
  })

  it('opens no account that has since got more roles than the author, and none after the author lost theirs', async () => {
    const riser = await aPerson('Riser')
    const { secret } = await one(manager, { for_user_id: riser.id })
    await server.db
      .updateTable('users')
      .set({ permissions: ['admin'] })
      .where('id', '=', riser.id)
      .execute()
    expect(codeOf(await accept(secret, null))).toEqual([409, 'invitation_closed'])
    expect((await logIn(riser.authenticator)).statusCode).toBe(200)

    const person = await aPerson('Calm')
    const former = await aUser(server.db, { permissions: ['manager'] })
    const link = await one(await server.as(former), { for_user_id: person.id })
    await server.db.updateTable('users').set({ permissions: [] }).where('id', '=', former.id).execute()
    expect(codeOf(await accept(link.secret, null))).toEqual([409, 'invitation_closed'])
    expect(await selfOf(person.headers)).toBe(200)
  })

  it('is one link, for another, existing user', async () => {
    const person = await aPerson('Single')
    expect((await invite(admin ?? {}, { for_user_id: person.id })).length).toBe(1)
    const two = await server.send('POST', '/invitations', admin, { valid_hours: 1, count: 2, for_user_id: person.id })
    expect(two.json()).toMatchObject({ problems: [{ field: 'count' }] })
    expect(codeOf(await recover(admin, chief.id))).toEqual([403, 'not_allowed'])
    expect(codeOf(await recover(admin, 999_999))).toEqual([404, 'user_not_found'])
  })

  it('works for a person who joined through another provider', async () => {
    const user = await aUser(server.db, { display_name: 'From chat' })
    await insertRows(server.db, 'accounts', { user_id: user.id, provider: 'discord', account_id: '1', name: 'chat' })
    const { secret } = await one(admin, { for_user_id: user.id })
    expect((await accept(secret, null)).json<PasskeyLogin>().user).toMatchObject({ id: user.id, discord_name: 'chat' })
  })
})

describe('a link from the command line', () => {
  it('makes an admin, and says so in the log of roles', async () => {
    const wanted = { count: 1, valid_hours: 24, name: '', author_id: null, for_user_id: null, makes_admin: true }
    const [link] = await server.db.transact((tx) => makeInvitations(tx, wanted, Date.now()))
    const login = (await accept(link?.secret ?? '', 'Founder')).json<PasskeyLogin>()
    expect(login.user.permissions).toEqual(['admin'])
    expect((await server.get('/users', bearer(login))).statusCode).toBe(200)
    const log = (await server.get('/users/permission-changes', admin)).json<object[]>()
    expect(log[0]).toMatchObject({ user: { display_name: 'Founder' }, author: null, permissions_after: ['admin'] })
  })

  it('opens the account of the only admin', async () => {
    const wanted = { count: 1, valid_hours: 24, name: '', author_id: null, for_user_id: chief.id }
    const [link] = await server.db.transact((tx) => makeInvitations(tx, wanted, Date.now()))
    expect((await accept(link?.secret ?? '', null)).json<PasskeyLogin>().user).toMatchObject({
      id: chief.id,
      permissions: ['admin'],
    })
  })
})
