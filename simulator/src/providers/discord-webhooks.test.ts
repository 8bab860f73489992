import { expect, test } from 'vitest'
import type { Simulator } from '../simulator.ts'
import { startSimulator } from '../testing/test-simulator.ts'

const firstChannel = ({ channels }: Simulator) => {
  const [channel] = channels.all
  if (!channel) throw new Error('no channel')
  return channel
}
const addressOf = (simulator: Simulator) => {
  const { webhook_id, token } = firstChannel(simulator)
  return `${simulator.discord_url}/api/v10/webhooks/${webhook_id}/${token}`
}
const send = async (method: string, address: string, fields: object = {}) => {
  const body = JSON.stringify({ content: 'Hello', allowed_mentions: { parse: [] }, ...fields })
  const headers = { 'content-type': 'application/json', 'user-agent': 'a test' }
  const reply = await fetch(address, { method, headers, body })
  const text = await reply.text()
  return { status: reply.status, headers: reply.headers, body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown> }
}

test('a message is posted and edited; with wait the answer is the message', async () => {
  const simulator = await startSimulator()
  const address = addressOf(simulator)
  const posted = await send('POST', `${address}?wait=true`)
  expect([posted.status, posted.body['content'], posted.headers.get('x-ratelimit-remaining')]).toEqual([200, 'Hello', '4'])
  expect((await send('POST', address)).status).toBe(204)
  expect((await send('PATCH', `${address}/messages/${String(posted.body['id'])}`, { content: 'Bye' })).status).toBe(200)
  expect(firstChannel(simulator).messages.map(({ content, edits }) => [content, edits])).toEqual([
    ['Bye', 1],
    ['Hello', 0],
  ])
  expect(simulator.requests.totals().complaints).toEqual({})
})

test('the sixth request within two seconds and the 31st within a minute wait as long as demanded', async () => {
  const simulator = await startSimulator()
  const address = addressOf(simulator)
  const statuses: number[] = []
  for (let sent = 0; sent < 6; sent++) statuses.push((await send('POST', address)).status)
  expect(statuses).toEqual([204, 204, 204, 204, 204, 429])
  const refused = await send('POST', address)
  expect(refused.body).toMatchObject({ global: false, retry_after: expect.any(Number) })
  for (let round = 0; round < 4; round++) {
    simulator.clock.step(2000)
    for (let sent = 0; sent < 5; sent++) await send('POST', address)
  }
  expect(firstChannel(simulator).messages).toHaveLength(25)
  simulator.clock.step(2000)
  const late = []
  for (let sent = 0; sent < 5; sent++) late.push((await send('POST', address)).status)
  // Refused requests count for the channel.
  expect(late).toEqual([204, 204, 204, 429, 429])
  simulator.clock.step(2000)
  expect((await send('POST', address)).body['retry_after']).toBeGreaterThan(2)
})

test('the simulator refuses what Discord refuses', async () => {
  const simulator = await startSimulator()
  const address = addressOf(simulator)
  expect((await send('POST', `${address}x`)).body).toMatchObject({ code: 10015 })
  expect((await send('PATCH', `${address}/messages/1`)).body).toMatchObject({ code: 10008 })
  expect((await send('POST', address, { content: 'x'.repeat(2001) })).status).toBe(400)
  await send('POST', address, { allowed_mentions: undefined })
  expect(simulator.requests.totals().complaints).toEqual({ 'message may mention people': 1 })
})
