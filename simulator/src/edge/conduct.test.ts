import { expect, test } from 'vitest'
import { startSimulator, firstAccount } from '../testing/test-simulator.ts'
import { agent, askApi, askToken, connectAccount, connectApplication, exchangeCode, obtainCode } from '../testing/visitor.ts'
import { logInAt, userAgent } from '../testing/elsewhere.ts'

const HOUR = 60 * 60_000

/** A player's tokens, after some play. */
const startPlayed = async () => {
  const simulator = await startSimulator()
  simulator.step(4 * HOUR)
  const { body } = await exchangeCode(simulator, await obtainCode(simulator, firstAccount(simulator)))
  const complaints = () => simulator.requests.totals().complaints
  return { simulator, access: String(body['access_token']), refresh: String(body['refresh_token']), complaints }
}

const renew = (simulator: Awaited<ReturnType<typeof startSimulator>>, refresh_token: string) =>
  askToken(simulator, { grant_type: 'refresh_token', refresh_token })

test('a client that refreshes once and respects the limits causes no complaint', async () => {
  const { simulator, refresh, complaints } = await startPlayed()
  const { body } = await renew(simulator, refresh)
  await askApi(simulator, String(body['access_token']), '/character')
  expect(complaints()).toEqual({})
})

test('a refresh token used twice is a complaint', async () => {
  const { simulator, refresh, complaints } = await startPlayed()
  await renew(simulator, refresh)
  expect((await renew(simulator, refresh)).status).toBe(400)
  expect(complaints()).toEqual({ 'refresh token used twice': 1 })
})

test('a refresh token whose answer was lost may be tried once more, and not a third time', async () => {
  const { simulator, refresh, complaints } = await startPlayed()
  simulator.faults.add({
    effect: 'net.reset',
    match: { provider: 'web', route: '/oauth/token' },
    when: { count: 1 },
    parameters: {},
  })
  await expect(renew(simulator, refresh)).rejects.toThrow()
  expect((await renew(simulator, refresh)).status).toBe(400)
  expect(complaints()).toEqual({})
  await renew(simulator, refresh)
  expect(complaints()).toEqual({ 'refresh token used twice': 1 })
})

test('a withdrawn consent shows when the token is used, which is not a complaint; repeating it is one', async () => {
  const { simulator, refresh, complaints } = await startPlayed()
  simulator.grants.withdraw('muster-local', simulator.world.accounts[0]?.uuid ?? '')
  expect((await renew(simulator, refresh)).status).toBe(400)
  expect(complaints()).toEqual({})
  await renew(simulator, refresh)
  expect(complaints()).toEqual({ 'refresh token used after it was refused': 1 })
})

test('a bearer sent to any page of the web host is a complaint', async () => {
  const { simulator, access, complaints } = await startPlayed()
  const headers = { ...agent, authorization: `Bearer ${access}` }
  await fetch(`${simulator.web_url}/api/trade/data/change-ids`, { headers })
  await fetch(`${simulator.web_url}/oauth/token`, { method: 'POST', headers, body: new URLSearchParams() })
  await fetch(`${simulator.web_url}/my-guild`, { headers })
  expect(complaints()).toMatchObject({ 'bearer on the web host': 3 })
})

test('a bearer of one provider sent to another is a complaint', async () => {
  const { simulator, access, complaints } = await startPlayed()
  const person = simulator.identities.discord[0]
  const { access: ofDiscord } = await logInAt(simulator, 'discord', person?.account.name ?? '')
  await askApi(simulator, ofDiscord, '/character')
  const headers = { ...userAgent, authorization: `Bearer ${access}` }
  await fetch(`${simulator.discord_url}/api/v10/users/@me`, { headers })
  await fetch(`${simulator.twitch_api_url}/helix/streams`, { headers })
  expect(complaints()).toEqual({
    'bearer of discord sent to api': 1,
    'bearer of game sent to discord': 1,
    'bearer of game sent to twitch': 1,
  })
})

test('a request before the end of a named wait is a complaint, even if the limits would allow it', async () => {
  const { simulator, access, complaints } = await startPlayed()
  simulator.faults.add({ effect: 'api.429', match: { route: '/character' }, when: { count: 1 }, parameters: {} })
  expect((await askApi(simulator, access, '/character')).headers.get('retry-after')).toBe('60')
  // requests in flight at that moment are excused
  expect((await askApi(simulator, access, '/character')).status).toBe(200)
  expect(complaints()).toEqual({})
  simulator.step(59_000)
  await askApi(simulator, access, '/character')
  expect(complaints()).toEqual({ 'request before the wait was over': 1 })
  simulator.step(1000)
  expect((await askApi(simulator, access, '/character')).status).toBe(200)
  expect(complaints()).toEqual({ 'request before the wait was over': 1 })
})

test('the token endpoint also remembers the waits it named', async () => {
  const { simulator, refresh, complaints } = await startPlayed()
  simulator.faults.add({
    effect: 'api.429',
    match: { provider: 'web', route: '/oauth/token' },
    when: { count: 1 },
    parameters: {},
  })
  expect((await renew(simulator, refresh)).status).toBe(429)
  simulator.step(29_000)
  await renew(simulator, refresh)
  expect(complaints()).toEqual({ 'request before the wait was over': 1 })
})

test('a request within a minute after the edge refused the address is a complaint', async () => {
  const { simulator, access, complaints } = await startPlayed()
  simulator.faults.add({ effect: 'edge.1015', match: {}, when: { count: 1 }, parameters: {} })
  await askApi(simulator, access, '/character')
  simulator.step(59_000)
  await askApi(simulator, access, '/character')
  simulator.step(1000)
  await askApi(simulator, access, '/profile')
  expect(complaints()).toEqual({ 'request before the wait was over': 1 })
})

test('a token that lacks the scope is a complaint', async () => {
  const { simulator, complaints } = await startPlayed()
  const narrow = await connectAccount(simulator, firstAccount(simulator), 'account:profile')
  expect((await askApi(simulator, narrow, '/character')).status).toBe(403)
  expect((await askApi(simulator, await connectApplication(simulator, 'service:leagues'), '/public-stash-tabs')).status).toBe(403)
  expect(complaints()).toEqual({ 'token without the scope': 2 })
})

test('a dead token may be tried by clients that share it, and not forever', async () => {
  const { simulator, access, complaints } = await startPlayed()
  simulator.grants.kill(access)
  for (let call = 0; call < 4; call++) {
    expect(complaints()).toEqual({})
    simulator.step(1000)
    expect((await askApi(simulator, access, '/character')).status).toBe(401)
  }
  expect(complaints()).toEqual({ 'invalid token used again and again': 1 })
})

test('more than six requests at once are a complaint, six are not', async () => {
  const { simulator, access, complaints } = await startPlayed()
  simulator.faults.add({ effect: 'net.latency', match: {}, when: {}, parameters: { ms: 200 } })
  const askOften = (times: number) => Promise.all(Array.from({ length: times }, () => askApi(simulator, access, '/profile')))
  await askOften(6)
  expect(complaints()).toEqual({})
  await askOften(7)
  expect(complaints()).toEqual({ 'more than 6 requests at once': 1 })
})

test('a missing user agent is a complaint on either host of the game', async () => {
  const { simulator, access, complaints } = await startPlayed()
  await askApi(simulator, access, '/profile', { headers: { 'user-agent': 'curl/8' } })
  await fetch(`${simulator.web_url}/api/trade/data/change-ids`, { headers: { 'user-agent': 'curl/8' } })
  expect(complaints()).toEqual({ 'user agent without client and contact': 2 })
})

test("an answer at the moment of a client's death may be repeated once, an earlier one may not", async () => {
  const { simulator, access, refresh, complaints } = await startPlayed()
  const once = { when: { count: 1 }, parameters: {} }
  simulator.faults.add({ effect: 'api.429', match: { route: '/character' }, ...once })
  await askApi(simulator, access, '/character')
  await renew(simulator, refresh)
  simulator.excuseDeath()
  simulator.step(3000)
  await askApi(simulator, access, '/character')
  await renew(simulator, refresh)
  expect(complaints()).toEqual({})
  simulator.step(20_000)
  simulator.excuseDeath()
  simulator.step(3000)
  await askApi(simulator, access, '/character')
  await renew(simulator, refresh)
  expect(complaints()).toEqual({ 'request before the wait was over': 1, 'refresh token used twice': 1 })
})

test('a dead token may be tried once more for each client that died at its refusal', async () => {
  const { simulator, access, complaints } = await startPlayed()
  simulator.grants.kill(access)
  const ask = async () => {
    simulator.step(1000)
    expect((await askApi(simulator, access, '/character')).status).toBe(401)
  }
  for (let death = 0; death < 6; death++) {
    await ask()
    simulator.excuseDeath()
  }
  expect(complaints()).toEqual({})
  for (let call = 0; call < 3; call++) await ask()
  expect(complaints()).toEqual({})
  await ask()
  expect(complaints()).toEqual({ 'invalid token used again and again': 1 })
})
