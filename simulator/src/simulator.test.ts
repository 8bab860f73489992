import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { SimulatorOptions } from './options.ts'
import { createSimulator, type Simulator } from './simulator.ts'
import { askMe, askTokenAt, logInAt } from './testing/elsewhere.ts'
import { firstAccount, startSimulator } from './testing/test-simulator.ts'
import { askApi, askToken, connectApplication, everyAccountScope, exchangeCode, obtainCode } from './testing/visitor.ts'

const HOUR = 60 * 60_000

const aStateFile = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'simulator-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'deep', 'state.jsonl')
}

/** Everything a client can read of the stream, with positions. */
const readStream = async (simulator: Simulator, token: string): Promise<string> =>
  (await askApi(simulator, token, '/public-stash-tabs')).text()

/** Simulates some hours of play with a connected player, then stops the simulator. */
const playAndStop = async (state_file: string, options: SimulatorOptions = {}) => {
  const first = await createSimulator({ preset: 'tiny', state_file, ...options })
  first.step(2 * HOUR)
  const code = await obtainCode(first, firstAccount(first), { scope: everyAccountScope })
  const player = (await exchangeCode(first, code)).body
  const application = await connectApplication(first)
  first.inject({ kind: 'deposit', account: firstAccount(first), item: { family: 'unique', name: 'Headhunter' } })
  first.step(HOUR)
  const stood = { now: first.clock.now(), hash: first.journal.hash(), stream: await readStream(first, application) }
  await first.close()
  return { player, application, stood }
}

test('after a restart tokens are valid, the clock continues, and the stream is the same, byte for byte', async () => {
  const state_file = aStateFile()
  const { player, application, stood } = await playAndStop(state_file)
  const second = await startSimulator({ state_file })
  expect({ now: second.clock.now(), hash: second.journal.hash(), stream: await readStream(second, application) }).toEqual(stood)
  expect((await askApi(second, String(player['access_token']), '/profile')).status).toBe(200)
  const refreshed = await askToken(second, { grant_type: 'refresh_token', refresh_token: String(player['refresh_token']) })
  expect(refreshed.status).toBe(200)
  expect(refreshed.body['access_token']).not.toBe(player['access_token'])
})

test('a restart continues exactly like an uninterrupted run', async () => {
  const state_file = aStateFile()
  await playAndStop(state_file)
  const second = await startSimulator({ state_file })
  second.step(5 * HOUR)
  const whole = await startSimulator()
  whole.step(2 * HOUR)
  whole.inject({ kind: 'deposit', account: firstAccount(whole), item: { family: 'unique', name: 'Headhunter' } })
  whole.step(6 * HOUR)
  expect(second.journal.hash()).toBe(whole.journal.hash())
})

test('seed, preset and start come from the file, regardless of the options at the restart', async () => {
  const state_file = aStateFile()
  const { stood } = await playAndStop(state_file, { seed: 8 })
  const second = await startSimulator({ state_file, seed: 9, preset: 'demo', start_ms: 0 })
  expect(second.journal.hash()).toBe(stood.hash)
})

test('a line truncated by a crash is dropped; any other invalid line is refused with its number', async () => {
  const state_file = aStateFile()
  const { stood } = await playAndStop(state_file)
  appendFileSync(state_file, '{"k":"clo')
  const second = await createSimulator({ state_file })
  expect(second.clock.now()).toBe(stood.now)
  await second.close()
  appendFileSync(state_file, 'nonsense\n')
  await expect(createSimulator({ state_file })).rejects.toThrow(/line \d+ is not JSON/)
})

test('the time of a live clock is saved ahead, so that a crash never turns time back', async () => {
  const state_file = aStateFile()
  const first = await createSimulator({ preset: 'tiny', state_file, mode: 'live', speed: 60 })
  const before = first.catchUp()
  const written = readFileSync(state_file, 'utf8').trim().split('\n').at(-1) ?? ''
  await first.close()
  expect((JSON.parse(written) as { virtual_ms: number }).virtual_ms).toBeGreaterThan(before)
})

test('revoked and rotated tokens stay invalid after a restart', async () => {
  const state_file = aStateFile()
  const { player } = await playAndStop(state_file)
  const second = await createSimulator({ state_file })
  await askToken(second, { grant_type: 'refresh_token', refresh_token: String(player['refresh_token']) })
  second.grants.withdraw('muster-local', second.world.accounts[0]?.uuid ?? '')
  await second.close()
  const third = await startSimulator({ state_file })
  expect((await askApi(third, String(player['access_token']), '/profile')).status).toBe(401)
  expect((await askToken(third, { grant_type: 'refresh_token', refresh_token: String(player['refresh_token']) })).status).toBe(
    400,
  )
})

test('Discord and Twitch grants survive a restart', async () => {
  const state_file = aStateFile()
  const first = await createSimulator({ preset: 'tiny', state_file })
  const [user] = first.identities.discord
  const { access, refresh } = await logInAt(first, 'discord', user?.id ?? '')
  await first.close()
  const second = await startSimulator({ state_file })
  expect((await askMe(second, access)).body['id']).toBe(user?.id)
  expect((await askTokenAt(second, 'discord', { grant_type: 'refresh_token', refresh_token: refresh })).status).toBe(200)
  expect(second.grants.liveTokens(second.clock.now())).toEqual([])
})

test('time can be moved manually, only forwards', async () => {
  const simulator = await startSimulator()
  const start = simulator.clock.now()
  simulator.runUntil(start + HOUR)
  expect(simulator.world.now()).toBe(start + HOUR)
  expect(() => simulator.runUntil(start)).toThrow('backwards')
})

test('in a fast live run a browser still has 30 real seconds for its code', async () => {
  const simulator = await startSimulator({ mode: 'live', speed: 10_000 })
  const code = await obtainCode(simulator, firstAccount(simulator))
  simulator.step(60_000)
  expect((await exchangeCode(simulator, code)).status).toBe(200)
})

test('icons can link to pictures drawn by the simulator', async () => {
  const simulator = await startSimulator({ draw_images: true })
  simulator.step(HOUR)
  const text = await readStream(simulator, await connectApplication(simulator))
  const icon = /"icon":"([^"]+)"/.exec(text)?.[1] ?? ''
  expect(icon.startsWith(`${simulator.url}/cdn/gen/image/`)).toBe(true)
  const picture = await fetch(icon)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  expect(await picture.text()).toMatch(/^<svg .*<\/svg>$/)
})
