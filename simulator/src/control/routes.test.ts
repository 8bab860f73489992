import { expect, test } from 'vitest'
import type { Simulator } from '../simulator.ts'
import { firstAccount, startSimulator } from '../testing/test-simulator.ts'
import { askApi, connectAccount, connectApplication } from '../testing/visitor.ts'

const HOUR = 60 * 60_000

const post = async (simulator: Simulator, path: string, body: unknown) => {
  const headers = { 'content-type': 'application/json' }
  const answered = await fetch(`${simulator.url}/__sim${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: answered.status, body: (await answered.json()) as Record<string, unknown> }
}
const get = async (simulator: Simulator, path: string) =>
  (await (await fetch(`${simulator.url}/__sim${path}`)).json()) as Record<string, unknown>

test('the clock can be read, stepped, set, sped up and paused', async () => {
  const simulator = await startSimulator()
  const start = simulator.clock.now()
  expect((await post(simulator, '/clock', { step: HOUR })).body).toMatchObject({ virtual_ms: start + HOUR })
  expect((await post(simulator, '/clock', { until: new Date(start + 2 * HOUR).toISOString() })).body).toMatchObject({
    virtual_ms: start + 2 * HOUR,
  })
  expect((await post(simulator, '/clock', { speed: 120 })).body).toMatchObject({ speed: 120 })
  expect((await post(simulator, '/clock', { pause: true })).body).toMatchObject({ paused: true })
  expect(await get(simulator, '/state')).toMatchObject({
    clock: { virtual_ms: start + 2 * HOUR },
    seed: 7,
    league: 'Winter Muster (PL48213)',
  })
})

test.each([
  ['/clock', { until: 0 }, 'backwards'],
  ['/clock', { speed: 0 }, 'speed'],
  ['/clock', { jump: 1 }, 'Invalid input'],
  ['/world/events', { kind: 'level', account: 'Nobody#0000', level: 10 }, 'unknown account: Nobody#0000'],
  ['/world/events', { kind: 'explode' }, 'kind'],
  ['/world/events', { kind: 'deposit', account: 'x', item: { family: 'unicorn' } }, 'item.family'],
  ['/faults', { effect: 'api.418' }, 'effect'],
  ['/faults', { effect: 'auth.expire_now', match: { account: 'Nobody#0000' } }, 'unknown account'],
  ['/switches', { wire_version: '2.0' }, 'wire_version'],
])('%s refuses %j and says why', async (path, body, reason) => {
  const answered = await post(await startSimulator(), path, body)
  expect(answered.status).toBe(400)
  expect(answered.body['error']).toContain(reason)
})

test('an organiser triggers world events', async () => {
  const simulator = await startSimulator()
  const account = firstAccount(simulator)
  expect((await post(simulator, '/world/events', { kind: 'level', account, level: '90' })).body).toEqual({ account, level: 90 })
  const item = { family: 'rare', name: 'Astral Plate', links: 6, influences: ['hunter'], fractured: true, corrupted: true }
  const { body } = await post(simulator, '/world/events', { kind: 'deposit', account, item })
  const placed = simulator.world.findTab(String(body['tab_id']))?.tab.items.find((there) => there.item.id === body['item_id'])
  expect(placed?.item).toMatchObject({ base_type: 'Astral Plate', influences: ['hunter'], flags: ['corrupted', 'fractured'] })
  expect(placed?.item.sockets).toHaveLength(6)
  const journal = await get(simulator, '/journal?kind=deposit')
  expect(journal['entries']).toMatchObject([{ actor: account, subject: body['item_id'] }])
})

test.each([
  ['api.500', 500, 'application/json'],
  ['api.503', 503, 'text/html; charset=utf-8'],
  ['api.429', 429, 'application/json'],
] as const)('the fault %s answers %d', async (effect, status, type) => {
  const simulator = await startSimulator()
  const token = await connectApplication(simulator)
  await post(simulator, '/faults', { effect, match: { route: '/league' }, when: { count: 1 } })
  const struck = await askApi(simulator, token, '/league')
  expect([struck.status, struck.headers.get('content-type')]).toEqual([status, type])
  expect((await askApi(simulator, token, '/league')).status).toBe(200)
  expect(simulator.journal.list({ kind: 'fault.strike' })).toHaveLength(1)
})

test('garbage has status 200 and cannot be parsed', async () => {
  const simulator = await startSimulator()
  const token = await connectApplication(simulator)
  simulator.faults.add({ effect: 'shape.garbage', match: {}, when: {}, parameters: {} })
  const struck = await askApi(simulator, token, '/league')
  expect(struck.status).toBe(200)
  await expect(struck.json()).rejects.toThrow('JSON')
})

test.each(['net.truncate', 'net.reset'] as const)('%s breaks the connection', async (effect) => {
  const simulator = await startSimulator()
  simulator.step(HOUR)
  const token = await connectApplication(simulator)
  simulator.faults.add({ effect, match: { route: '/public-stash-tabs' }, when: {}, parameters: {} })
  await expect(askApi(simulator, token, '/public-stash-tabs').then((struck) => struck.text())).rejects.toThrow()
})

test('a hanging request gets no answer until the client gives up', async () => {
  const simulator = await startSimulator()
  const token = await connectApplication(simulator)
  simulator.faults.add({ effect: 'net.hang', match: {}, when: {}, parameters: {} })
  await expect(askApi(simulator, token, '/league', { signal: AbortSignal.timeout(50) })).rejects.toThrow('timeout')
})

test('faults hit their share, their account, their time', async () => {
  const simulator = await startSimulator({ switches: { limits_enabled: false } })
  const [first, second] = simulator.world.accounts.map(({ name }) => name)
  const tokens = [await connectAccount(simulator, first ?? ''), await connectAccount(simulator, second ?? '')]
  const statuses = async () => Promise.all(tokens.map(async (token) => (await askApi(simulator, token, '/profile')).status))
  const aimed = simulator.faults.add({
    effect: 'api.500',
    match: { account: first ?? '' },
    when: { until_ms: simulator.clock.now() + 1000 },
    parameters: {},
  })
  expect(await statuses()).toEqual([500, 200])
  simulator.step(1000)
  expect(await statuses()).toEqual([200, 200])
  expect((await fetch(`${simulator.url}/__sim/faults/${aimed.id}`, { method: 'DELETE' })).status).toBe(204)
  expect((await fetch(`${simulator.url}/__sim/faults/${aimed.id}`, { method: 'DELETE' })).status).toBe(404)
  const half = simulator.faults.add({ effect: 'api.500', match: { share: 0.5 }, when: {}, parameters: {} })
  for (let call = 0; call < 60; call++) await statuses()
  expect(half.struck).toBeGreaterThan(40)
  expect(half.struck).toBeLessThan(80)
})

test('tokens can be expired, and consent withdrawn, at once', async () => {
  const simulator = await startSimulator()
  const [first = '', second = ''] = simulator.world.accounts.map(({ name }) => name)
  const tokens = [await connectAccount(simulator, first), await connectAccount(simulator, second)]
  const statuses = async () => Promise.all(tokens.map(async (token) => (await askApi(simulator, token, '/profile')).status))
  await post(simulator, '/faults', { effect: 'auth.revoke_user', match: { account: first } })
  expect(await statuses()).toEqual([401, 200])
  await post(simulator, '/faults', { effect: 'auth.expire_now' })
  expect(await statuses()).toEqual([401, 401])
})

test('the wire version can be changed while running', async () => {
  const simulator = await startSimulator()
  simulator.step(HOUR)
  const token = await connectApplication(simulator)
  const before = await (await askApi(simulator, token, '/public-stash-tabs')).text()
  await post(simulator, '/switches', { wire_version: '3.28' })
  const after = await (await askApi(simulator, token, '/public-stash-tabs')).text()
  expect([before.includes('frameTypeId'), after.includes('frameTypeId')]).toEqual([true, false])
})

test('requests of the product are recorded with a verdict', async () => {
  const simulator = await startSimulator()
  const token = await connectAccount(simulator, firstAccount(simulator))
  const profile = await (await askApi(simulator, token, '/profile')).text()
  expect(await get(simulator, '/requests')).toMatchObject({
    requests: 3,
    by_status: { 200: 2, 302: 1 },
    by_policy: { 'token-request-limit': 1 },
    complaints: {},
    entries: [
      {},
      { path: '/ggg-web/oauth/token', policy: 'token-request-limit' },
      { path: '/profile', account: firstAccount(simulator), complaints: [], bytes: Buffer.byteLength(profile) },
    ],
  })
})

test('the console shows time, people and faults, and its forms work without scripts', async () => {
  const simulator = await startSimulator()
  const submit = (path: string, form: Record<string, string>) =>
    fetch(`${simulator.url}/__sim${path}`, { method: 'POST', body: new URLSearchParams(form) })
  await submit('/world/events', { kind: 'level', account: firstAccount(simulator), level: '42' })
  await submit('/faults', {
    effect: 'api.500',
    'match.route': '/league',
    'match.account': '',
    'match.share': '0.5',
    'when.count': '3',
  })
  const answered = await submit('/clock', { step: '600000' })
  const page = await answered.text()
  expect([answered.url, answered.headers.get('content-type')]).toEqual([`${simulator.url}/__sim/`, 'text/html; charset=utf-8'])
  expect(page).toContain('<td>42</td>')
  expect(page).toContain('{&quot;route&quot;:&quot;/league&quot;,&quot;share&quot;:0.5}')
  expect(page).not.toContain('<script')
  expect(page).toContain('Not affiliated with or endorsed by Grinding Gear Games')
})

test('the list of accounts shows who plays where', async () => {
  const simulator = await startSimulator()
  simulator.step(4 * HOUR)
  const { accounts } = await get(simulator, '/accounts')
  expect(accounts).toHaveLength(4)
  expect((accounts as unknown[])[0]).toMatchObject({
    name: firstAccount(simulator),
    team: 0,
    character: { level: expect.any(Number) },
  })
})

test("another tool may use up a player's limits", async () => {
  const simulator = await startSimulator()
  const account = firstAccount(simulator)
  const token = await connectAccount(simulator, account)
  await post(simulator, '/faults', {
    effect: 'api.foreign_use',
    match: { account },
    parameters: { policy: 'character_list', count: 1 },
  })
  const answered = await askApi(simulator, token, '/character')
  expect(answered.headers.get('x-rate-limit-account-state')).toBe('2:10:0,2:300:0')
  expect((await askApi(simulator, token, '/character')).status).toBe(429)
  const nobody = await post(simulator, '/faults', { effect: 'api.foreign_use' })
  expect([nobody.status, nobody.body['error']]).toEqual([400, 'match.account: name the account whose limits are used up'])
})
