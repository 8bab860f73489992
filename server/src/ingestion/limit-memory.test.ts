import { DEFAULT_CLIENT_ID, DEFAULT_CLIENT_SECRET } from '@muster/simulator/options'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Secret } from '../config.ts'
import { createGameClient } from '../gateways/game/client.ts'
import type { LimitMemory } from '../gateways/game/limits.ts'
import { startSimulatedEvent } from '../testing/simulated-event.ts'
import { loadGameToken } from '../features/login/game-token.ts'
import { createLimitMemory } from './limit-memory.ts'

let world: Awaited<ReturnType<typeof startSimulatedEvent>>
beforeAll(async () => {
  world = await startSimulatedEvent()
})
afterAll(() => world.close())

/** A server's door to the game, as it is when the process has just begun. */
function openDoor(memory?: LimitMemory) {
  const { web_url, api_url } = world.simulator
  const client = {
    client_id: DEFAULT_CLIENT_ID,
    client_secret: new Secret(DEFAULT_CLIENT_SECRET),
    contact: 'tests@muster.invalid',
  }
  return createGameClient({ web_url, api_url, ...client }, world.ctx.clock, memory)
}

const keep = () =>
  createLimitMemory(world.ctx.db, (error) => {
    throw error
  })

async function anAccount(place: number) {
  const player = world.players[place]
  const token = player && (await loadGameToken(world.ctx, player.user_id))
  if (!token?.ok) throw new Error('no token')
  return { account_id: `account ${place}`, access_token: token.access_token }
}

const complaints = () => world.simulator.requests.totals().complaints
/** As often as the game lets one account ask for its list in five minutes, one hit left for the player. */
const asMany = 4

test('a process that begins again and again stays inside the limits of every account', async () => {
  const account = await anAccount(0)
  for (let life = 0; life < 6; life++) {
    const memory = keep()
    const door = openDoor(memory)
    const answers = []
    // One after the other: in this world waiting moves the clock for everybody, also for what is under way.
    for (let count = 0; count < asMany; count++) answers.push(await door.fetchCharacters(account))
    expect(answers.map((answer) => answer.ok)).toEqual(answers.map(() => true))
    await memory.close()
  }
  expect(complaints()).toEqual({})
})

test('the public stream is not asked more often because the process began again', async () => {
  const latest = await openDoor().fetchLatestChangeId()
  if (!latest.ok) throw new Error(latest.failure.detail)
  for (let life = 0; life < 6; life++) {
    const memory = keep()
    const door = openDoor(memory)
    expect((await door.fetchPublicStashes(latest.value)).ok).toBe(true)
    await memory.close()
  }
  expect(complaints()).toEqual({})
})

test('a door that was quiet takes over what another process has asked meanwhile', async () => {
  const account = await anAccount(1)
  const [ours, theirs] = [keep(), keep()]
  const other = openDoor(theirs)
  for (let count = 0; count < asMany; count++) await other.fetchCharacters(account)
  await theirs.close()
  expect((await ours.load()).counters).toContainEqual(
    expect.objectContaining({ policy: 'character-list-request-limit', subject: account.account_id, rule: 'account' }),
  )
  expect((await openDoor(ours).fetchCharacters(account)).ok).toBe(true)
  await ours.close()
  expect(complaints()).toEqual({})
})

test('without a memory the game would have refused', async () => {
  const account = await anAccount(2)
  const answers = []
  for (let life = 0; life < 3; life++) answers.push(await openDoor().fetchCharacters(account))
  expect(answers.some((answer) => !answer.ok && answer.failure.reason === 'limited')).toBe(true)
})
