import type { NewInvitation } from '@muster/contract/invitations'
import type { PasskeyLogin } from '@muster/contract/passkeys'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '../../db/schema.ts'
import { type Authenticator, createAuthenticator } from '../../testing/authenticator.ts'
import { aUser, insertRows } from '../../testing/builders.ts'
import { passkeyCalls } from '../../testing/passkeys.ts'
import { startTestServer, testOrigin } from '../../testing/server.ts'
import { useRole, useTestServer } from '../../testing/use-server.ts'

const server = useTestServer({ discord: {} })
const { start, finish, startOptions, invite, accept, logIn, bearer, browser } = passkeyCalls(server)
const admin = useRole(server, 'admin')

type Answer = Awaited<ReturnType<typeof finish>>
const codeOf = (answer: Answer) => [answer.statusCode, answer.json<{ code: string }>().code]
const refused = [400, 'passkey_refused']

let links: NewInvitation[]
beforeAll(async () => {
  links = await invite(admin, { count: 40 })
})

/** A person who joined with an invitation. */
async function aPerson(display_name: string, authenticator: Authenticator = createAuthenticator()) {
  const link = links.pop()
  const login = (await accept(link?.secret ?? '', display_name, authenticator)).json<PasskeyLogin>()
  return { ...login, authenticator, headers: bearer(login) }
}
async function addPasskey(headers: Record<string, string>, authenticator: Authenticator, name = 'Key') {
  const options = await startOptions({ purpose: 'add' }, headers)
  return finish({ answer: authenticator.create(options, browser), name }, headers)
}
const list = async (headers: Record<string, string>) =>
  (await server.get('/users/self/passkeys', headers)).json<{
    passkeys: { id: number; name: string; last_used_at: string | null }[]
  }>().passkeys

describe('a login with a passkey', () => {
  it('finds the user without a name', async () => {
    const { user, authenticator } = await aPerson('Nova')
    const answer = await logIn(authenticator)
    expect(answer.statusCode).toBe(200)
    const login = answer.json<PasskeyLogin>()
    expect(login).toMatchObject({ user: { id: user.id, display_name: 'Nova', permissions: [] }, recovery: null })
    expect((await server.get('/users/self', bearer(login))).json()).toEqual(login.user)
    expect((await list(bearer(login)))[0]?.last_used_at).not.toBeNull()
  })

  it('sends no list of passkeys, so that it does not reveal users', async () => {
    const options = await startOptions({ purpose: 'login' })
    expect(options).toMatchObject({ rpId: 'muster.test', userVerification: 'preferred' })
    expect(options['allowCredentials']).toBeUndefined()
  })

  it.each([
    ['another origin', { origin: 'https://muster.test.evil.example' }],
    ['another port', { origin: `${testOrigin}:8443` }],
    ['another host that the authenticator signs for', { origin: testOrigin, host: 'evil.example' }],
  ])('is refused from %s', async (_, elsewhere) => {
    const { authenticator } = await aPerson(`From ${_}`.slice(0, 40))
    const options = await startOptions({ purpose: 'login' })
    expect(codeOf(await finish({ answer: authenticator.get(options, elsewhere) }))).toEqual(refused)
  })

  it('is refused when a correct answer is sent a second time', async () => {
    const { authenticator } = await aPerson('Replay')
    const answer = authenticator.get(await startOptions({ purpose: 'login' }), browser)
    expect((await finish({ answer })).statusCode).toBe(200)
    expect(codeOf(await finish({ answer }))).toEqual([400, 'login_state_unknown'])
  })

  it('is refused with a made-up challenge', async () => {
    const { authenticator } = await aPerson('Forger')
    const options = { ...(await startOptions({ purpose: 'login' })), challenge: 'bWFkZSB1cA' }
    expect(codeOf(await finish({ answer: authenticator.get(options, browser) }))).toEqual([400, 'login_state_unknown'])
  })

  it('is refused after ten minutes', async () => {
    const { authenticator } = await aPerson('Sleeper')
    const answer = authenticator.get(await startOptions({ purpose: 'login' }), browser)
    await server.db
      .updateTable('passkey_challenges')
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute()
    expect(codeOf(await finish({ answer }))).toEqual([400, 'login_state_unknown'])
  })

  it('is refused with a changed signature', async () => {
    const { authenticator } = await aPerson('Bender')
    const answer = authenticator.get(await startOptions({ purpose: 'login' }), browser)
    const data = Buffer.from(answer.response.authenticatorData ?? '', 'base64url')
    data.writeUInt32BE(7, 33)
    const response = { ...answer.response, authenticatorData: data.toString('base64url') }
    expect(codeOf(await finish({ answer: { ...answer, response } }))).toEqual(refused)
  })

  it("is refused with another person's credential", async () => {
    const [one, other] = [await aPerson('One'), await aPerson('Other')]
    const options = await startOptions({ purpose: 'login' })
    const mine = one.authenticator.get(options, browser)
    const theirs = other.authenticator.get(options, browser)
    // Their id with my signature, and their id and handle with my signature.
    const stolen = { ...mine, id: theirs.id, rawId: theirs.rawId }
    expect(codeOf(await finish({ answer: stolen }))).toEqual(refused)
    const next = one.authenticator.get(await startOptions({ purpose: 'login' }), browser)
    const response = { ...next.response, userHandle: theirs.response.userHandle }
    expect(codeOf(await finish({ answer: { ...next, id: theirs.id, rawId: theirs.rawId, response } }))).toEqual(refused)
    // My signature with their handle.
    const mixed = one.authenticator.get(await startOptions({ purpose: 'login' }), browser)
    const named = { ...mixed.response, userHandle: theirs.response.userHandle }
    expect(codeOf(await finish({ answer: { ...mixed, response: named } }))).toEqual(refused)
  })

  it('is refused for an unknown passkey, and for an answer that is not a login', async () => {
    const { authenticator, headers } = await aPerson('Stranger')
    const foreign = createAuthenticator()
    foreign.create(await startOptions({ purpose: 'add' }, headers), browser)
    expect(codeOf(await logIn(foreign))).toEqual([400, 'passkey_unknown'])
    const created = authenticator.create(await startOptions({ purpose: 'add' }, headers), browser)
    const login = await startOptions({ purpose: 'login' })
    const clientDataJSON = authenticator.get(login, browser).response.clientDataJSON
    const answer = { ...created, response: { ...created.response, clientDataJSON } }
    expect(codeOf(await finish({ answer }))).toEqual([400, 'passkey_unknown'])
    expect((await finish({ answer: { id: 'x' } })).statusCode).toBe(400)
    const garbage = { ...created, response: { clientDataJSON: 'bm8ganNvbg' } }
    expect(codeOf(await finish({ answer: garbage }))).toEqual([400, 'login_state_unknown'])
  })

  it('is refused when a counter does not rise, and accepted without counting', async () => {
    const authenticator = createAuthenticator({ counts: true })
    await aPerson('Counter', authenticator)
    expect((await logIn(authenticator)).statusCode).toBe(200)
    expect((await logIn(authenticator)).statusCode).toBe(200)
    authenticator.setCounter(0)
    expect(codeOf(await logIn(authenticator))).toEqual(refused)
    const synchronised = await aPerson('Synchronised')
    expect((await logIn(synchronised.authenticator)).statusCode).toBe(200)
    expect((await logIn(synchronised.authenticator)).statusCode).toBe(200)
  })

  it('ends in the browser in which it began', async () => {
    const { authenticator } = await aPerson('Tied')
    const page = { 'sec-fetch-site': 'same-origin', 'user-agent': 'Mozilla/5.0' }
    const begun = await start({ purpose: 'login' }, page)
    const cookie = String(begun.headers['set-cookie']).split(';')[0] ?? ''
    const { options } = begun.json<{ options: object }>()
    const answer = authenticator.get(options, browser)
    expect(codeOf(await finish({ answer }, page))).toEqual([400, 'login_state_unknown'])
    const again = await start({ purpose: 'login' }, { ...page, cookie })
    const second = authenticator.get(again.json<{ options: object }>().options, browser)
    expect((await finish({ answer: second }, { ...page, cookie })).statusCode).toBe(200)
  })

  it('that began before the user logged out everywhere is refused', async () => {
    const { authenticator, headers } = await aPerson('Leaver')
    const answer = authenticator.get(await startOptions({ purpose: 'login' }), browser)
    await server.send('POST', '/users/self/logout-everywhere', headers)
    expect(codeOf(await finish({ answer }))).toEqual([400, 'login_state_unknown'])
    expect((await logIn(authenticator)).statusCode).toBe(200)
  })
})

describe('passkeys of a user', () => {
  let person: Awaited<ReturnType<typeof aPerson>>
  beforeAll(async () => {
    person = await aPerson('Owner')
  })

  it('a second one logs in the same user, under one name for authenticators', async () => {
    const second = createAuthenticator()
    expect((await addPasskey(person.headers, second, 'Laptop')).statusCode).toBe(200)
    expect((await logIn(second)).json<PasskeyLogin>().user.id).toBe(person.user.id)
    const options = await startOptions({ purpose: 'add' }, person.headers)
    expect(options['excludeCredentials']).toHaveLength(2)
    const handles = await server.db.selectFrom('passkeys').select('user_handle').where('user_id', '=', person.user.id).execute()
    expect(new Set(handles.map(({ user_handle }) => user_handle.toString('hex'))).size).toBe(1)
  })

  it('is renamed and removed by its owner only', async () => {
    const other = await aPerson('Rival')
    const [first, second] = await list(person.headers)
    const path = `/users/self/passkeys/${second?.id}`
    expect((await server.send('PATCH', path, other.headers, { name: 'Mine' })).statusCode).toBe(404)
    expect((await server.send('DELETE', path, other.headers)).statusCode).toBe(404)
    expect((await server.send('PATCH', path, person.headers, { name: '  Old laptop ' })).statusCode).toBe(204)
    expect((await list(person.headers)).map(({ name }) => name)).toEqual(['Phone', 'Old laptop'])
    expect((await server.send('DELETE', path, person.headers)).statusCode).toBe(204)
    const last = await server.send('DELETE', `/users/self/passkeys/${first?.id}`, person.headers)
    expect(codeOf(last)).toEqual([400, 'last_provider'])
  })

  it('of two that are removed simultaneously one stays', async () => {
    const twins = await aPerson('Twins')
    await addPasskey(twins.headers, createAuthenticator())
    const answers = await Promise.all(
      (await list(twins.headers)).map(({ id }) => server.send('DELETE', `/users/self/passkeys/${id}`, twins.headers)),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([204, 400])
  })

  it('counts as a way to log in beside an account; an account of an unknown provider does not', async () => {
    const { user, headers } = await aPerson('Both')
    const account = { user_id: user.id, account_id: String(user.id), name: 'both' }
    await insertRows(server.db, 'accounts', { ...account, provider: 'twitch' })
    const [only] = await list(headers)
    expect(codeOf(await server.send('DELETE', `/users/self/passkeys/${only?.id}`, headers))).toEqual([400, 'last_provider'])
    await insertRows(server.db, 'accounts', { ...account, provider: 'discord' })
    expect((await server.send('POST', '/users/remove-auth?provider=twitch', headers)).statusCode).toBe(200)
    expect((await server.send('POST', '/users/remove-auth?provider=discord', headers)).statusCode).toBe(200)
    await insertRows(server.db, 'accounts', { ...account, provider: 'discord' })
    expect((await server.send('DELETE', `/users/self/passkeys/${only?.id}`, headers)).statusCode).toBe(204)
  })

  it('is added in the login that began it', async () => {
    expect((await start({ purpose: 'add' })).statusCode).toBe(401)
    const user: Row<'users'> = await aUser(server.db)
    const headers = await server.as(user)
    const options = await startOptions({ purpose: 'add' }, headers)
    await server.send('POST', '/users/self/logout-everywhere', headers)
    const answer = createAuthenticator().create(options, browser)
    expect(codeOf(await finish({ answer }, headers))).toEqual([400, 'login_state_unknown'])
  })

  it('belongs to one user, and at most 20 to each', async () => {
    const user = await aUser(server.db)
    const headers = await server.as(user)
    const authenticator = createAuthenticator()
    const options = await startOptions({ purpose: 'add' }, headers)
    const answer = authenticator.create(options, browser)
    expect((await finish({ answer })).json<PasskeyLogin>().user.id).toBe(user.id)
    const clash = await startOptions({ purpose: 'add' }, person.headers)
    const other = createAuthenticator().create(clash, browser)
    await server.db
      .updateTable('passkeys')
      .set({ credential_id: Buffer.from(other.id, 'base64url') })
      .where('user_id', '=', user.id)
      .execute()
    expect(codeOf(await finish({ answer: other }))).toEqual([409, 'passkey_taken'])
    const row = {
      user_id: user.id,
      public_key: Buffer.from('k'),
      counter: 0,
      transports: [],
      user_handle: Buffer.from('h'),
      name: 'x',
    }
    const more = Array.from({ length: 19 }, (_, place) => ({ ...row, credential_id: Buffer.from(`${user.id} ${place}`) }))
    await insertRows(server.db, 'passkeys', more)
    expect(codeOf(await start({ purpose: 'add' }, headers))).toEqual(refused)
  })

  it('is refused with a certificate, and the server fetches no address from it', async () => {
    const options = await startOptions({ purpose: 'add' }, person.headers)
    const answer = createAuthenticator().create(options, browser)
    const text = Buffer.from(answer.response.attestationObject ?? '', 'base64url').toString('latin1')
    // CBOR: a text of four characters, "none", becomes "appl" + … of the same length.
    const changed = Buffer.from(text.replace('dnone', 'dtpm_'), 'latin1').toString('base64url')
    const response = { ...answer.response, attestationObject: changed }
    expect(codeOf(await finish({ answer: { ...answer, response } }))).toEqual(refused)
    expect(server.logged).toContainEqual(expect.objectContaining({ detail: expect.stringContaining('certificate') as string }))
  })
})

describe('a server whose address allows no passkeys', () => {
  it('offers none, and refuses to begin', async () => {
    const bare = await startTestServer({ environment: { PUBLIC_URL: 'https://192.168.0.10' } })
    const ways = await bare.get('/login-ways')
    const begun = await bare.send('POST', '/oauth2/passkeys/start', {}, { purpose: 'login' })
    await bare.close()
    expect(ways.json()).toEqual({ providers: ['poe'], passkey_host: null })
    expect(codeOf(begun)).toEqual([404, 'provider_not_found'])
  })

  it('appears among the ways to log in only where browsers allow passkeys', async () => {
    expect((await server.get('/login-ways')).json()).toEqual({ providers: ['poe', 'discord'], passkey_host: 'muster.test' })
  })
})
