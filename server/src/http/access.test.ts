import type { Endpoint } from '@muster/contract/endpoint'
import { type EndpointName, endpoints } from '@muster/contract/endpoints'
import { type RefusalCode, refusals } from '@muster/contract/errors'
import { roles } from '@muster/contract/users'
import { SignJWT } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '../db/schema.ts'
import { makeKeyText } from '../features/keys/key-text.ts'
import { logBotIn } from '../features/login/bot.ts'
import { issueToken } from '../features/login/token.ts'
import { aMember, anEvent, anObjective, aTeam, aUser } from '../testing/builders.ts'
import { useTestServer } from '../testing/use-server.ts'

// Every call of the table, made by every kind of caller.

const nobodies = [
  'no token',
  'an expired token',
  'a forged token',
  'an outdated token',
  'a token without a version',
  'garbage',
  'the bot',
  'a wrong key',
] as const
const places = ['a user', 'a team member', 'a team lead'] as const
const callers = [...nobodies, ...places, ...roles]
type Caller = (typeof callers)[number]

const botSecret = 'what the bot and the server share, long enough'

let open: Row<'events'>
let hidden: Row<'events'>
/** New for every call: one of the calls ends the logins of its caller. */
const headersOf = new Map<Caller, () => Promise<Record<string, string>>>()

const sign = (claims: Record<string, unknown>, secret: string, seconds: number) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
    .sign(new TextEncoder().encode(secret))

const server = useTestServer({ environment: { BOT_SECRET: botSecret } })
beforeAll(async () => {
  const { db, ctx } = server
  // Locked, so that it survives the call that deletes events.
  ;[open, hidden] = [await anEvent(db, { is_locked: true }), await anEvent(db, { is_public: false })]
  // The paths name the id 1: a team without any of these callers, which may be deleted.
  await aTeam(db, open.id)
  const teams = [await aTeam(db, open.id), await aTeam(db, hidden.id)]
  for (const event of [open, hidden]) await anObjective(db, event.id)
  const [member, lead, admin] = [await aUser(db), await aUser(db), await aUser(db, { permissions: ['admin'] })]
  for (const team of teams) {
    await aMember(db, team, member.id)
    await aMember(db, team, lead.id, true)
  }
  const secret = ctx.config.token_secret.reveal()
  const claims = { user_id: admin.id, permissions: ['admin'], ver: admin.token_version }
  const bearer = (token: string) => async () => ({ authorization: `Bearer ${token}` })
  const login = (user: Row<'users'>) => async () =>
    server.as(await db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow())
  headersOf.set('no token', async () => ({}))
  headersOf.set('an expired token', bearer(await sign(claims, secret, -1)))
  headersOf.set('a forged token', bearer(await sign(claims, 'another secret, also long enough to sign', 3600)))
  headersOf.set('an outdated token', bearer(await sign({ ...claims, ver: admin.token_version - 1 }, secret, 3600)))
  headersOf.set('a token without a version', bearer(await sign({ user_id: admin.id, permissions: ['admin'] }, secret, 3600)))
  headersOf.set('garbage', bearer('a.b.c'))
  headersOf.set('the bot', bearer(await logBotIn(ctx, botSecret)))
  headersOf.set('a wrong key', bearer(makeKeyText()))
  headersOf.set('a user', login(await aUser(db)))
  headersOf.set('a team member', login(member))
  headersOf.set('a team lead', login(lead))
  for (const role of roles) headersOf.set(role, login(await aUser(db, { permissions: [role] })))
})

const isNobody = (caller: Caller) => (nobodies as readonly Caller[]).includes(caller)

/** The promise of the table, repeated here on purpose. */
function expectRefusal({ access, without_login }: Endpoint, caller: Caller): RefusalCode | null {
  if (caller === 'a wrong key') return 'key_refused'
  if (access === 'public') return null
  const grants = access as readonly string[]
  if (caller === 'the bot' && grants.includes('bot')) return null
  const isForRolesOnly = grants.every((grant) => grant === 'bot' || (roles as readonly string[]).includes(grant))
  if (isNobody(caller)) return isForRolesOnly || without_login ? 'not_allowed' : 'not_authenticated'
  // The handler decides who owns an object.
  if (grants.includes('user') || grants.includes('owner') || grants.includes(caller)) return null
  const isInTeam = caller.startsWith('a team')
  if (grants.includes('team_member') && isInTeam) return null
  return grants.includes('team_lead') && caller === 'a team lead' ? null : 'not_allowed'
}

/** Not the id of any caller, so that no caller is the `self` of a path. */
const somebodyElse = 999_999

async function call(
  endpoint: Endpoint,
  caller: Caller,
  event: string | number,
): Promise<{ status: number; code: string | null }> {
  const path = endpoint.path.replace(/\{(event_id|eventId)\}/, String(event)).replace('{user_id}', String(somebodyElse))
  const url = `/api${path.replace(/\{\w+\}/g, '1')}`
  const answer = await server.app.inject({ method: endpoint.method, url, headers: (await headersOf.get(caller)?.()) ?? {} })
  const isRefused = answer.statusCode >= 400
  return { status: answer.statusCode, code: isRefused ? answer.json<{ code: string }>().code : null }
}

const table = Object.entries<Endpoint>(endpoints) as [EndpointName, Endpoint][]
const forEach = <T>(list: readonly T[], make: (item: T, name: EndpointName, endpoint: Endpoint) => object[]) =>
  table.flatMap(([name, endpoint]) => list.flatMap((item) => make(item, name, endpoint)))

describe('the right to call', () => {
  const cases = forEach(callers, (caller, name, endpoint) => [
    { name, caller, endpoint, refusal: expectRefusal(endpoint, caller) },
  ]) as {
    name: EndpointName
    caller: Caller
    endpoint: Endpoint
    refusal: RefusalCode | null
  }[]
  const refused = cases.flatMap(({ refusal, ...rest }) => (refusal ? [{ ...rest, refusal }] : []))
  const allowed = cases.filter(({ refusal }) => refusal === null)

  it.each(refused)('$name refuses $caller with $refusal', async ({ endpoint, caller, refusal }) => {
    expect(await call(endpoint, caller, open.id)).toEqual({ status: refusals[refusal].status, code: refusal })
  })

  it.each(allowed)('$name lets $caller in', async ({ endpoint, caller }) => {
    const { status, code } = await call(endpoint, caller, open.id)
    expect(['not_allowed', 'not_authenticated', 'event_not_found', 'route_not_found', 'internal']).not.toContain(code)
    expect(status).not.toBe(500)
  })

  it.each(refused)('$name refuses $caller before it reads the event', async ({ endpoint, caller, refusal }) => {
    const early: RefusalCode[] = isNobody(caller) ? [refusal] : [refusal, 'event_not_found']
    expect(early).toContain((await call(endpoint, caller, 999_999)).code ?? refusal)
  })
})

describe('the event of the path', () => {
  const withEvent = table.filter(([, endpoint]) => endpoint.event !== 'none').map(([name, endpoint]) => ({ name, endpoint }))
  const visible = withEvent.filter(({ endpoint }) => endpoint.event === 'visible')
  const outside: Caller[] = ['no token', 'an expired token', 'an outdated token', 'a user']
  const inside: Caller[] = ['a team member', 'a team lead', ...roles]
  const pairs = (list: typeof visible, who: Caller[]) => list.flatMap((one) => who.map((caller) => ({ ...one, caller })))

  it.each(withEvent)('$name does not find an unknown event', async ({ endpoint }) => {
    expect(await call(endpoint, 'admin', 999_999)).toEqual({ status: 404, code: 'event_not_found' })
    expect(await call(endpoint, 'admin', 'current')).toEqual({ status: 404, code: 'event_not_found' })
  })

  it.each(withEvent)('$name requires a number for the event', async ({ endpoint }) => {
    expect(await call(endpoint, 'admin', 'x')).toEqual({ status: 400, code: 'invalid_event_id' })
  })

  it.each(
    pairs(
      visible.filter(({ endpoint }) => endpoint.access === 'public'),
      outside,
    ),
  )('$name hides a hidden event from $caller', async ({ endpoint, caller }) => {
    expect(await call(endpoint, caller, hidden.id)).toEqual({ status: 404, code: 'event_not_found' })
  })

  it.each(
    pairs(
      visible.filter(({ endpoint }) => endpoint.access === 'public'),
      inside,
    ),
  )('D-18: $name shows a hidden event to $caller', async ({ endpoint, caller }) => {
    expect((await call(endpoint, caller, hidden.id)).code).not.toBe('event_not_found')
  })
})

describe('a login', () => {
  it('ends at once if the version of the user is raised', async () => {
    const user = await aUser(server.db)
    const headers = await server.as(user)
    expect((await server.get('/users/self', headers)).statusCode).toBe(200)
    await server.db.updateTable('users').set({ token_version: 2 }).where('id', '=', user.id).execute()
    expect((await server.get('/users/self', headers)).statusCode).toBe(401)
  })

  it('grants the rights in the database, not those in the token', async () => {
    const user = await aUser(server.db)
    const claims = { ...user, permissions: ['admin' as const] }
    const list = async () =>
      (await server.get('/events', await server.as(claims))).json<{ id: number }[]>().map((event) => event.id)
    expect(await list()).not.toContain(hidden.id)
    await server.db
      .updateTable('users')
      .set({ permissions: ['admin'] })
      .where('id', '=', user.id)
      .execute()
    expect(await list()).toContain(hidden.id)
  })

  it('ends after 21 days on the wall clock', async () => {
    const user = await aUser(server.db)
    const days = 86_400_000
    const at = async (made_at: number) => {
      const token = await issueToken(server.ctx.config, user, made_at)
      return (await server.get('/users/self', { authorization: `Bearer ${token}` })).statusCode
    }
    expect(await at(Date.now() - 20.9 * days)).toBe(200)
    expect(await at(Date.now() - 21.1 * days)).toBe(401)
  })

  it('is not accepted in another signature scheme', async () => {
    const user = await aUser(server.db, { permissions: ['admin'] })
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
    const claims = {
      user_id: user.id,
      permissions: ['admin'],
      ver: user.token_version,
      exp: Math.floor(Date.now() / 1000) + 3600,
    }
    const unsigned = `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`
    expect((await server.get('/users/self', { authorization: `Bearer ${unsigned}` })).statusCode).toBe(401)
    const other = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS512' })
      .sign(new TextEncoder().encode(server.ctx.config.token_secret.reveal()))
    expect((await server.get('/users/self', { authorization: `Bearer ${other}` })).statusCode).toBe(401)
  })
})
