import { personalNoticeKinds } from '@muster/contract/personal-notices'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Secret } from '../../config.ts'
import { startDirectMessages } from '../../features/personal-notices/direct-messages.ts'
import { loadNotices, subscriptionPlace, upsertDevice, upsertSettings } from '../../features/personal-notices/store.ts'
import { createDiscordBot } from '../../gateways/discord/bot.ts'
import { createEgress } from '../../gateways/egress/egress.ts'
import { hashSecret } from '../../secret-hash.ts'
import { insertRows, testNow } from '../../testing/builders.ts'
import { startReceiver } from '../../testing/notice-routes.ts'
import { makeBrowserKeys, startPushReceiver } from '../../testing/push-receiver.ts'
import { playSecretWorld, publicSteps, type PublicStep, secretNames, secretsOfSteps } from '../../testing/secret-world.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { runTaskOnce } from '../scheduled-tasks.ts'
import { createSendDirectMessages } from '../send-direct-messages.ts'
import { createSendPersonalNotices } from '../send-personal-notices.ts'

// Two servers with the same public event and different secrets tell a player the same: in the bell, on a browser and on Discord.

const keys = makeBrowserKeys()
interface World {
  readonly server: TestServer
  readonly push: Awaited<ReturnType<typeof startPushReceiver>>
  readonly discord: Awaited<ReturnType<typeof startReceiver>>
}
const worlds: World[] = []
beforeAll(async () => {
  for (const _ of ['one', 'two']) {
    const discord = await startReceiver()
    // The conversation, and the messages in it.
    discord.answer = (_request, reply) => void reply.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"5"}')
    worlds.push({ discord, push: await startPushReceiver(keys), server: await startTestServer() })
  }
})
afterAll(async () => {
  for (const { server, push, discord } of worlds) {
    await server.close()
    await push.close()
    await discord.close()
  }
})

/** Rank changes are looked at every five minutes. */
const every_ms = 6 * 60_000

/** @returns the texts that the player got */
async function play(
  { server, push, discord }: World,
  steps: readonly PublicStep[],
  secrets: Parameters<typeof playSecretWorld>[2],
) {
  const { db, ctx } = server
  push.pushed.length = discord.received.length = 0
  const bot = createDiscordBot({ url: discord.origin, token: new Secret('a token'), user_agent: 'a test' }, ctx.clock)
  const tasks = [createSendPersonalNotices(createEgress([push.origin])), createSendDirectMessages(bot)]
  const bells: unknown[] = []
  await playSecretWorld(server, steps, secrets, {
    every_ms,
    async begin({ ada: { id: user_id, token_version } }) {
      const rules = { quiet_from: null, quiet_to: null, time_zone: 'UTC', most_per_hour: 20 }
      await upsertSettings(db, user_id, { kinds: [...personalNoticeKinds], ...rules })
      const endpoint = `${push.origin}/send/ada`
      const endpoint_hash = hashSecret(endpoint)
      const text = JSON.stringify({ endpoint, p256dh: keys.p256dh, auth: keys.auth })
      const subscription = ctx.vault.seal(subscriptionPlace(endpoint_hash), text)
      const device = { user_id, token_version, service: 'push.test', made_at: new Date(testNow), endpoint_hash, subscription }
      await insertRows(db, 'accounts', { user_id, provider: 'discord', account_id: '900000000000000001', name: 'ada' })
      await db.transact(async (tx) => {
        await upsertDevice(tx, device)
        await startDirectMessages(tx, user_id, new Date(testNow))
      })
    },
    async turn({ ada, decide }, step) {
      if (step?.finished) await decide(ada, step.points % 2 === 0 ? step.objective : 'unopened')
      for (const task of tasks) await runTaskOnce(ctx, task, new AbortController().signal)
      // Notices of all people share one numbering.
      bells.push((await loadNotices(db, ada.id)).notices.map(({ id: _, ...told }) => told))
    },
  })
  const messages = discord.received.map(({ path, body }) => {
    const { nonce: _, ...message } = JSON.parse(body) as Record<string, unknown>
    return { path, message }
  })
  return { bells, messages, pushed: push.pushed.map(({ notice: { tag: _, ...shown } }) => shown) }
}

test('secrets change no byte of a notice', async () => {
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

test('a change that concerns the player does change a notice', async () => {
  const [one] = worlds
  if (!one) throw new Error('no servers')
  const step = { objective: 0, team: 1, points: 50, finished: false }
  const overtaken = 'Falcons passed Lanterns, which is now at rank 2'
  const decided = 'Your report was approved: Mirror'
  const first = await play(one, [{ ...step, team: 0, points: 20 }, step, { ...step, points: 90, finished: true }], [])
  expect(first.pushed.map(({ body }) => body)).toEqual([overtaken, expect.stringContaining(decided)])
  const texts = first.messages.flatMap(({ message }) => (typeof message['content'] === 'string' ? [message['content']] : []))
  expect(texts).toEqual(
    ['Muster sends', overtaken, String.raw`Your report was approved\: Mirror`].map((text) => expect.stringContaining(text)),
  )
  expect(first.messages.every(({ message }) => !('content' in message) || 'allowed_mentions' in message)).toBe(true)
})
