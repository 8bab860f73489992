import { expect, test } from 'vitest'
import type { Simulator } from '../simulator.ts'
import { startSimulator } from '../testing/test-simulator.ts'

const personOf = ({ identities }: Simulator) => identities.discord[0]?.id ?? ''
const send = async (simulator: Simulator, path: string, fields: object, token = simulator.guild.bot_token) => {
  const headers = { 'content-type': 'application/json', 'user-agent': 'a test', authorization: `Bot ${token}` }
  const reply = await fetch(`${simulator.discord_url}/api/v10/${path}`, { method: 'POST', headers, body: JSON.stringify(fields) })
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
}
const open = async (simulator: Simulator) => {
  const { body } = await send(simulator, 'users/@me/channels', { recipient_id: personOf(simulator) })
  return `channels/${String(body['id'])}/messages`
}
const quiet = { allowed_mentions: { parse: [] } }

test('a conversation is always the same, and a nonce makes one message for a few minutes', async () => {
  const simulator = await startSimulator()
  const path = await open(simulator)
  expect(await open(simulator)).toBe(path)
  const body = { content: 'Hello', nonce: 'one', enforce_nonce: true, ...quiet }
  const first = await send(simulator, path, body)
  expect(first).toMatchObject({ status: 200, body: { content: 'Hello', nonce: 'one' } })
  expect((await send(simulator, path, { ...body, content: 'Other' })).body).toEqual(first.body)
  await send(simulator, path, { ...body, enforce_nonce: false })
  simulator.clock.step(600_000)
  await send(simulator, path, body)
  expect(simulator.guild.conversations[0]?.messages.map(({ content }) => content)).toEqual(['Hello', 'Hello', 'Hello'])
  expect(simulator.requests.totals().complaints).toEqual({})
})

test('the simulator refuses what Discord refuses', async () => {
  const simulator = await startSimulator()
  const path = await open(simulator)
  const codes = async (fields: object, token?: string) => {
    const { status, body } = await send(simulator, path, { content: 'x', ...quiet, ...fields }, token)
    simulator.clock.step(5000)
    return [status, body['code']]
  }
  expect(await codes({ content: '' })).toEqual([400, 50006])
  expect(await codes({ content: 'x'.repeat(2001) })).toEqual([400, 50035])
  expect(await codes({ nonce: 'x'.repeat(26) })).toEqual([400, 50035])
  expect(await codes({}, 'wrong')).toEqual([401, 0])
  simulator.guild.blocking.add(personOf(simulator))
  expect(await codes({})).toEqual([403, 50007])
  simulator.guild.blocking.clear()
  simulator.guild.members.clear()
  expect(await codes({})).toEqual([403, 50278])
  expect((await send(simulator, 'channels/1/messages', { content: 'x' })).body['code']).toBe(10003)
  expect((await send(simulator, 'users/@me/channels', { recipient_id: '1' })).body['code']).toBe(50033)
})

test('too many messages at once wait as long as demanded', async () => {
  const simulator = await startSimulator()
  const path = await open(simulator)
  const statuses: number[] = []
  for (let sent = 0; sent < 6; sent++) statuses.push((await send(simulator, path, { content: 'x', ...quiet })).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})
