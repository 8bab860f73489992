import type { Signup } from '@muster/contract/signups'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '../../db/schema.ts'
import { anEvent, aUser } from '../../testing/builders.ts'
import { startTestServer } from '../../testing/server.ts'
import { useTestServer } from '../../testing/use-server.ts'
import { logBotIn } from './bot.ts'
import { issueToken } from './token.ts'

const secret = 'a secret that only the bot and Muster know'
let event: Row<'events'>
const server = useTestServer({ environment: { BOT_SECRET: secret } })
beforeAll(async () => {
  event = await anEvent(server.db)
})

const logIn = (payload: unknown, at = server) =>
  at.app.inject({ method: 'POST', url: '/api/oauth2/discord/bot-login', payload: payload as object })
const readToken = async () => (await logIn({ token: secret })).json<string>()
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

describe('a bot login', () => {
  it('returns a bare token without roles, for an hour', async () => {
    const answer = await logIn({ token: secret })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
    const claims = JSON.parse(Buffer.from(answer.json<string>().split('.')[1] ?? '', 'base64url').toString()) as {
      exp: number
    }
    expect(claims).toEqual({ user_id: 0, permissions: [], bot: expect.any(String) as string, exp: expect.any(Number) as number })
    expect(Math.abs(claims.exp - Date.now() / 1000 - 3600)).toBeLessThan(60)
    expect(JSON.stringify(claims)).not.toContain(secret)
  })

  it.each([
    [{ token: 'wrong' }, 401, { code: 'not_authenticated', error: 'Invalid token' }],
    [{ token: secret.slice(0, -1) }, 401, { code: 'not_authenticated' }],
    [{ token: '' }, 400, { code: 'invalid_request', problems: [{ field: 'token' }] }],
    [{}, 400, { code: 'invalid_request', problems: [{ field: 'token' }] }],
    [{ token: 7 }, 400, { code: 'invalid_request' }],
    ['nothing', 400, { code: 'invalid_request' }],
  ])('with %j is answered %i', async (payload, status, body) => {
    const answer = await logIn(payload)
    expect([answer.statusCode, answer.json()]).toMatchObject([status, body])
  })

  it('D-07: does not exist while no secret is set, not even for an empty secret', async () => {
    const bare = await startTestServer()
    const answers = await Promise.all([logIn({ token: secret }, bare), logIn({ token: 'undefined' }, bare)])
    await bare.close()
    expect(answers.map((answer) => answer.json<{ code: string }>().code)).toEqual(['provider_not_found', 'provider_not_found'])
  })

  it('D-20: is rate limited for guesses of the secret', async () => {
    const limited = await startTestServer({ environment: { BOT_SECRET: secret }, rate_limits: { bot_logins: 3 } })
    const statuses = []
    for (let count = 0; count < 5; count++) statuses.push((await logIn({ token: `guess ${count}` }, limited)).statusCode)
    await limited.close()
    expect(statuses).toEqual([401, 401, 401, 429, 429])
  })

  it('never appears in the log with its secret or token', async () => {
    const token = await readToken()
    await logIn({ token: 'almost the secret' })
    const lines = server.logged.map((line) => JSON.stringify(line)).join('\n')
    expect(lines).toContain('refused a bot login: wrong secret')
    for (const text of [secret, token, 'almost the secret']) expect(lines).not.toContain(text)
  })
})

describe('D-20: the token of a bot', () => {
  it('reads the events and their signups', async () => {
    const headers = bearer(await readToken())
    expect((await server.get('/events', headers)).json<{ id: number }[]>().map(({ id }) => id)).toContain(event.id)
    const signups = await server.get(`/events/${event.id}/signups`, headers)
    expect([signups.statusCode, signups.json<Signup[]>()]).toEqual([200, []])
  })

  it('is anonymous in all other calls', async () => {
    const headers = bearer(await readToken())
    const user = await aUser(server.db)
    const call = (method: 'GET' | 'PUT' | 'PATCH' | 'DELETE' | 'POST', path: string) =>
      server.app.inject({ method, url: `/api${path}`, headers, payload: method === 'GET' ? undefined : {} })
    for (const [method, path, status] of [
      ['GET', '/users/self', 401],
      ['PUT', `/events/${event.id}/signups/self`, 401],
      ['DELETE', `/events/${event.id}/signups/${user.id}`, 403],
      ['POST', '/users/remove-auth?provider=poe', 401],
      ['GET', '/jobs', 403],
      ['PUT', '/events', 403],
    ] as const)
      expect([path, (await call(method, path)).statusCode]).toEqual([path, status])
  })

  it('does not show a hidden event', async () => {
    const hidden = await anEvent(server.db, { is_public: false })
    const answer = await server.get(`/events/${hidden.id}/signups`, bearer(await readToken()))
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'event_not_found'])
  })

  it('ends after an hour, and with its secret', async () => {
    const read = async (token: string, at = server) => (await at.get(`/events/${event.id}/signups`, bearer(token))).statusCode
    expect(await read(await logBotIn(server.ctx, secret, Date.now() - 3_590_000))).toBe(200)
    expect(await read(await logBotIn(server.ctx, secret, Date.now() - 3_610_000))).toBe(403)
    const other = await startTestServer({ environment: { BOT_SECRET: 'another secret, after the first one leaked' } })
    const { id } = await anEvent(other.db)
    const old = await other.get(`/events/${id}/signups`, bearer(await readToken()))
    await other.close()
    expect(old.statusCode).toBe(403)
  })

  it('cannot be made from a user token, nor a user token from it', async () => {
    const user = await aUser(server.db)
    const answer = await server.get(`/events/${event.id}/signups`, bearer(await issueToken(server.ctx.config, user)))
    expect(answer.statusCode).toBe(403)
  })
})
