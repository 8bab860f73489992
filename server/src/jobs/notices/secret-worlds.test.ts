import { createGuild } from '@muster/simulator/providers/discord-guild'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { discordCommands } from '@muster/domain/discord/commands'
import { insertRows } from '../../testing/builders.ts'
import { aNoticeRoute, startReceiver } from '../../testing/notice-routes.ts'
import { playSecretWorld, publicSteps, type PublicStep, secretNames, secretsOfSteps } from '../../testing/secret-world.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { wallNow } from '../../wall-clock.ts'
import { runTaskOnce } from '../scheduled-tasks.ts'
import { createChannels, createSendNotices } from '../send-notices.ts'

// Two servers with the same public event and different secrets send the same bytes to programs and to Discord channels, and
// answer Discord commands with the same bytes.

const guild = createGuild(7, [])
const discord_id = '900000000000000001'
const worlds: { server: TestServer; receiver: Awaited<ReturnType<typeof startReceiver>> }[] = []
beforeAll(async () => {
  for (const _ of ['one', 'two']) {
    const receiver = await startReceiver()
    // The message that Discord made.
    receiver.answer = (_request, reply) => void reply.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"5"}')
    const environment = {
      WEBHOOK_ORIGINS: receiver.origin,
      DISCORD_URL: receiver.origin,
      DISCORD_PUBLIC_KEY: guild.public_key,
    }
    worlds.push({ receiver, server: await startTestServer({ environment }) })
  }
})
afterAll(async () => {
  for (const { server, receiver } of worlds) {
    await server.close()
    await receiver.close()
  }
})

const publicKinds = ['first_finish', 'rank_change', 'big_score', 'release', 'closing_soon', 'announcement', 'results'] as const

/** The answer to a command in a server of Discord. */
async function ask({ app }: TestServer, name: string): Promise<string> {
  const request = { type: 2, id: '1', token: 't', data: { name, type: 1, id: '2' }, member: { user: { id: discord_id } } }
  const { body, headers } = guild.signInteraction(request, wallNow())
  return (await app.inject({ method: 'POST', url: '/api/discord/interactions', headers, payload: body })).body
}

/** @returns the bodies that receivers and Discord got, and the answers of commands */
async function play(
  { server, receiver }: (typeof worlds)[number],
  steps: readonly PublicStep[],
  secrets: Parameters<typeof playSecretWorld>[2],
) {
  receiver.received.length = 0
  const answers: string[] = []
  const task = createSendNotices(createChannels(server.ctx.config))
  await playSecretWorld(server, steps, secrets, {
    async begin({ event, ada }) {
      await insertRows(server.db, 'accounts', { user_id: ada.id, provider: 'discord', account_id: discord_id, name: 'ada' })
      const kinds = [...publicKinds]
      for (const readers of ['public', 'organisers'] as const) {
        await aNoticeRoute(server, event.id, `${receiver.origin}/${readers}`, { readers, kinds })
        const edits_standings = readers === 'public'
        await aNoticeRoute(server, event.id, `1/${readers}`, { readers, kinds, target: 'discord', edits_standings })
      }
    },
    async turn() {
      await runTaskOnce(server.ctx, task, new AbortController().signal)
      for (const { name } of discordCommands) answers.push(await ask(server, name))
    },
  })
  // Routes are served at the same time: the order is that of each.
  const sent = receiver.received
    .map(({ headers, path, body }) => ({ place: String(headers['webhook-id'] ?? path), body }))
    .toSorted((a, b) => a.place.localeCompare(b.place))
  return { sent, answers }
}

test('secrets change no byte of a message or an answer', async () => {
  await fc.assert(
    fc.asyncProperty(publicSteps, secretsOfSteps, secretsOfSteps, async (steps, ones, others) => {
      const [one, other] = worlds
      if (!one || !other) throw new Error('no servers')
      const [first, second] = [await play(one, steps, ones), await play(other, steps, others)]
      expect(second).toEqual(first)
      expect(JSON.stringify(first)).not.toMatch(secretNames)
    }),
    { numRuns: 8 },
  )
})

test('a public change does change the bytes', async () => {
  const [one, other] = worlds
  if (!one || !other) throw new Error('no servers')
  const step = { objective: 0, team: 0, points: 50, finished: true }
  const first = await play(one, [step], [])
  const second = await play(other, [{ ...step, points: 51 }], [])
  const discord = ({ sent }: typeof first) => sent.filter(({ place }) => place.startsWith('/api/v10/webhooks/1/'))
  // To each: what was finished; and to one the standings, which are edited.
  expect([first.sent.length, discord(first).length]).toEqual([5, 3])
  expect(discord(second)).not.toEqual(discord(first))
  const [standings, next, me] = first.answers.slice(-3)
  expect([standings, me]).toEqual([expect.stringContaining('Lanterns: 50'), expect.stringContaining('50 points')])
  expect(second.answers.slice(-3)).toEqual([expect.stringContaining('51'), next, expect.stringContaining('51')])
})
