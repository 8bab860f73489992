import type { RequestEffect } from '@muster/simulator/faults/faults'
import type { DirectMessages, OwnNoticeSettings } from '@muster/contract/personal-notices'
import { createSimulator } from '@muster/simulator/simulator'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Row } from '../db/schema.ts'
import { insertNotices, markRead, upsertSettings } from '../features/personal-notices/store.ts'
import type { DiscordBot } from '../gateways/discord/bot.ts'
import { anEvent, aUser, insertRows } from '../testing/builders.ts'
import { createRandom } from '../testing/random.ts'
import { startTestServer } from '../testing/server.ts'
import { clockOf, gatewaysTo } from '../testing/simulated-world.ts'
import { runTaskOnce } from './scheduled-tasks.ts'
import { createSendDirectMessages } from './send-direct-messages.ts'
import { useOpened } from '../testing/use-server.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const simulator = useOpened(() => createSimulator({ preset: 'tiny' }))
const server = useOpened(() => startTestServer({ clock: clockOf(simulator), discord_bot: (bot = makeBot()) }))
let bot: DiscordBot

/** A bot with an empty memory, as after a restart. */
const makeBot = (token = simulator.guild.bot_token): DiscordBot => {
  const { discord_bot } = gatewaysTo(simulator, { DISCORD_BOT_TOKEN: token })
  if (!discord_bot) throw new Error('no bot')
  return discord_bot
}

let event: Row<'events'>
let ada: Person
beforeEach(async () => {
  event = await anEvent(server.db, { name: 'Autumn Muster' })
  ada = await aPerson()
})
afterEach(async () => {
  for (const table of ['direct_messages', 'events', 'scheduled_tasks'] as const) await server.db.deleteFrom(table).execute()
  simulator.faults.clear()
  simulator.guild.blocking.clear()
})

interface Person {
  readonly user: Row<'users'>
  readonly discord_id: string
  readonly headers: { authorization: string }
}
let count = 0
/** A person with a connected account on Discord, who is in the server of the bot there. */
async function aPerson(): Promise<Person> {
  const user = await aUser(server.db)
  const discord_id = String(810_000_000_000_000_000n + BigInt(++count))
  await insertRows(server.db, 'accounts', { user_id: user.id, provider: 'discord', account_id: discord_id, name: `d${count}` })
  // Another way to log in, so that Discord can be disconnected.
  await insertRows(server.db, 'accounts', { user_id: user.id, provider: 'twitch', account_id: discord_id, name: `t${count}` })
  simulator.guild.members.set(discord_id, new Set())
  return { user, discord_id, headers: await server.as(user) }
}
const path = '/users/self/notices/discord'
const start = async ({ headers } = ada) => (await server.send('PUT', path, headers)).statusCode
const wantTest = async ({ headers } = ada) => (await server.send('POST', `${path}/test`, headers)).statusCode
const read = async ({ headers } = ada): Promise<DirectMessages> =>
  (await server.get('/users/self/notices/settings', headers)).json<OwnNoticeSettings>().discord
async function turn(after_ms = 10_000, by = bot): Promise<void> {
  simulator.step(after_ms)
  await runTaskOnce(server.ctx, createSendDirectMessages(by), new AbortController().signal)
}
/** A notice of a person, named by its text. */
const tell = ({ user } = ada, objective = `Objective ${++count}`, useful_ms = day) =>
  server.db.transact((tx) => {
    const now = simulator.clock.now()
    const facts = JSON.stringify({ case: 'APPROVED', objective })
    const at = { happened_at: new Date(now).toISOString(), useful_until: new Date(now + useful_ms).toISOString() }
    return insertNotices(tx, event.id, [{ user_id: user.id, kind: 'report_decided', key: `k${++count}`, facts, ...at }])
  })
const received = ({ discord_id } = ada) =>
  (simulator.guild.conversations.find(({ user_id }) => user_id === discord_id)?.messages ?? []).map(({ content }) => content)
/** Switches messages on; the test at the beginning has arrived. */
async function begin(person = ada): Promise<void> {
  expect(await start(person)).toBe(204)
  await turn()
  expect(received(person)).toEqual([expect.stringContaining('Muster sends you your notices here')])
}
const named = (...names: string[]) => expect.stringContaining(names.join(''))
const strike = (effect: RequestEffect, times = 1, route = '/api/v10/channels/messages') =>
  simulator.faults.add({ effect, match: { provider: 'discord', route }, when: { count: times }, parameters: {} })
const rulesOf = (more: object, { user } = ada) => {
  const rules = { quiet_from: null, quiet_to: null, time_zone: 'UTC', most_per_hour: 6 }
  return upsertSettings(server.db, user.id, { kinds: ['report_decided'], ...rules, ...more })
}
const requests = () => simulator.requests.totals().requests

describe('direct messages', () => {
  test('begin with a test, and then send each notice of the bell once', async () => {
    await tell(ada, 'Before')
    expect(await read()).toEqual({ state: 'off', is_testing: false, problem: null, last_sent_at: null })
    await begin()
    await tell(ada, 'Mirror')
    await turn()
    await turn()
    expect(received().slice(1)).toEqual([
      `**Autumn Muster**\nYour report was approved\\: Mirror\n<${server.ctx.config.public_url}/submissions?mine=true&event=${event.id}>`,
    ])
    const asked = requests()
    await turn()
    expect(requests()).toBe(asked)
    expect(await read()).toMatchObject({ state: 'on', problem: null, last_sent_at: expect.any(String) })
    // Switched on once more: nothing changes.
    expect(await start()).toBe(204)
    await turn()
    expect(received().length).toBe(2)
    expect(simulator.requests.totals().complaints).toEqual({})
  })

  test('are for their person alone', async () => {
    const ben = await aPerson()
    await begin()
    await begin(ben)
    await tell(ada, 'Of Ada')
    await turn()
    expect([received().length, received(ben).length]).toEqual([2, 1])
    expect(await server.send('DELETE', path, ben.headers)).toMatchObject({ statusCode: 204 })
    expect([(await read()).state, (await read(ben)).state, await wantTest(ben)]).toEqual(['on', 'off', 404])
    await tell(ben)
    await turn()
    expect(received(ben).length).toBe(1)
  })

  test('leave out what was read or became useless, and obey quiet hours and the number per hour', async () => {
    await rulesOf({ most_per_hour: 2 })
    await begin()
    for (const name of ['One', 'Two', 'Three', 'Four', 'Short']) {
      await tell(ada, name, name === 'Short' ? minute : day)
      await turn(minute + 1)
    }
    expect(received().length).toBe(3)
    await server.db.transact(async (tx) => markRead(tx, ada.user.id, 2 ** 40, new Date(simulator.clock.now())))
    await turn(hour)
    expect(received().length).toBe(3)
    await rulesOf({ most_per_hour: 2, quiet_from: 0, quiet_to: 1439 })
    for (const name of ['Five', 'Six']) await tell(ada, name)
    await turn(2 * minute)
    expect(received().length).toBe(3)
    // A test is sent in quiet hours, too.
    await wantTest()
    await turn()
    expect(received().length).toBe(4)
    await rulesOf({})
    await turn(2 * minute)
    expect(received().at(-1)).toEqual(expect.stringMatching(/^\*\*2 notices\*\*\n• [^\n]*Six\n• [^\n]*Five\n/))
  })

  test('need a bot and a connected account, and end when it is disconnected', async () => {
    const alone = await aUser(server.db)
    const headers = await server.as(alone)
    const person = { user: alone, discord_id: '', headers }
    expect([(await read(person)).state, await start(person), await wantTest(person)]).toEqual(['not_connected', 409, 404])
    await begin()
    await tell()
    expect((await server.send('POST', '/users/remove-auth?provider=discord', ada.headers)).statusCode).toBe(200)
    await turn()
    expect([received().length, (await read()).state]).toEqual([1, 'not_connected'])
    expect(await server.db.selectFrom('direct_messages').select('id').execute()).toEqual([])
  })

  test('end when another account is connected', async () => {
    await begin()
    await tell()
    const account_id = String(820_000_000_000_000_000n)
    await server.db
      .updateTable('accounts')
      .set({ account_id })
      .where('user_id', '=', ada.user.id)
      .where('provider', '=', 'discord')
      .execute()
    await turn()
    expect([received().length, (await read()).state]).toEqual([1, 'off'])
    expect(await server.db.selectFrom('direct_messages').select('id').execute()).toEqual([])
    simulator.guild.members.set(account_id, new Set())
    expect(await start()).toBe(204)
    await turn()
    expect([received().length, received({ ...ada, discord_id: account_id }).length]).toEqual([1, 1])
  })

  test('end with the account', async () => {
    await begin()
    await tell()
    const { display_name } = ada.user
    expect((await server.send('POST', '/users/self/delete', ada.headers, { display_name })).statusCode).toBe(200)
    await turn()
    expect(received().length).toBe(1)
  })
})

describe('a message is sent once', () => {
  test.each(['net.reset', 'net.truncate', 'api.500', 'api.503', 'shape.garbage'] as const)(
    'although its answer is lost (%s)',
    async (effect) => {
      await begin()
      await tell(ada, 'Mirror')
      strike(effect)
      await turn()
      expect(await read()).toMatchObject({ problem: 'unavailable' })
      // A notice from in between is not in the repetition.
      await tell(ada, 'Later')
      await turn(35_000)
      await turn()
      await turn()
      expect(received().slice(1)).toEqual([named('Mirror'), named('Later')])
      expect(await read()).toMatchObject({ problem: null })
    },
  )

  test('although the process dies before it stores the answer', async () => {
    await begin()
    await tell(ada, 'Mirror')
    const dying: DiscordBot = {
      ...bot,
      sendMessage: async (...call) => {
        await bot.sendMessage(...call)
        throw new Error('the process died before it knew the answer')
      },
    }
    await turn(10_000, dying)
    await turn(10_000, makeBot())
    await turn()
    expect(received().slice(1)).toEqual([named('Mirror')])
  })

  test('even when Discord has forgotten its number: it is not sent again', async () => {
    await begin()
    await tell(ada, 'Mirror')
    strike('net.reset')
    await turn()
    await tell(ada, 'Later')
    await turn(10 * minute)
    await turn()
    expect(received().slice(1)).toEqual([named('Mirror'), named('Later')])
  })

  test('even by several processes at the same time', async () => {
    await begin()
    await tell(ada, 'Mirror')
    simulator.step(10_000)
    const task = createSendDirectMessages(bot)
    await Promise.all(Array.from({ length: 4 }, () => task.run(server.ctx, new AbortController().signal)))
    expect(received().slice(1)).toEqual([named('Mirror')])
  })

  test('in the order of its notices, whatever fails', { timeout: 60_000 }, async () => {
    const random = createRandom(7)
    const people = [ada, await aPerson(), await aPerson()]
    for (const person of people) {
      await rulesOf({ most_per_hour: 20 }, person)
      await begin(person)
    }
    const told = new Map(people.map((person) => [person, [] as string[]]))
    const effects = ['api.500', 'api.429', 'net.reset', 'api.503', 'net.truncate'] as const
    for (let step = 0; step < 150; step++) {
      const person = people[random(3)] as Person
      const name = `N${step}.`
      told.get(person)?.push(name)
      await tell(person, name)
      simulator.faults.clear()
      if (random(3) === 0) strike(effects[random(effects.length)] as RequestEffect, 1 + random(2))
      await turn(10_000 + random(30_000), random(4) === 0 ? makeBot() : bot)
    }
    simulator.faults.clear()
    for (let rest = 0; rest < 4; rest++) await turn(hour)
    for (const person of people) {
      const got = received(person)
        .slice(1)
        .flatMap((text) => [...text.matchAll(/N\d+\\\./g)].map(([name]) => name.replace('\\', '')).toReversed())
      const all = told.get(person) ?? []
      // Discord forgets a number after a few minutes: what failed for longer is given up, and nothing comes twice or late.
      expect(got).toEqual(all.filter((name) => got.includes(name)))
      expect(got.length).toBeGreaterThan(all.length * 0.8)
    }
    expect(simulator.requests.totals().complaints).toEqual({})
  })
})

describe('Discord refuses', () => {
  test.each<[string, () => void, () => void]>([
    ['blocked', () => void simulator.guild.blocking.add(ada.discord_id), () => simulator.guild.blocking.clear()],
    [
      'no_shared_server',
      () => void simulator.guild.members.delete(ada.discord_id),
      () => void simulator.guild.members.set(ada.discord_id, new Set()),
    ],
  ])('%s: the settings say so, it is tried once a day, and a test tries it at once', async (problem, refuse, accept) => {
    await begin()
    refuse()
    await tell(ada, 'Mirror')
    await turn()
    expect(await read()).toMatchObject({ state: 'on', problem })
    const asked = requests()
    for (let again = 0; again < 5; again++) await turn(hour)
    expect(requests()).toBe(asked)
    await tell(ada, 'Daily', 2 * day)
    await turn(day)
    expect(requests()).toBe(asked + 1)
    expect(await wantTest()).toBe(204)
    await turn()
    expect(await read()).toMatchObject({ problem, is_testing: false })
    accept()
    await wantTest()
    await turn()
    await turn()
    expect(await read()).toMatchObject({ problem: null, is_testing: false })
    expect(received().slice(1)).toEqual([named('Muster sends you'), named('Daily')])
  })

  test('the token: no person is tried for a while, the operator and the settings say so', async () => {
    const ben = await aPerson()
    await begin()
    await begin(ben)
    for (const person of [ada, ben]) await tell(person, 'Mirror')
    const asked = requests()
    await turn(10_000, makeBot('wrong'))
    await turn(10_000, makeBot('wrong'))
    expect(requests()).toBe(asked + 1)
    const task = await server.db.selectFrom('scheduled_tasks').selectAll().executeTakeFirstOrThrow()
    expect(task.last_error).toContain('Discord does not accept DISCORD_BOT_TOKEN')
    expect(task.last_success_at?.getTime()).toBeLessThan(task.last_error_at?.getTime() ?? 0)
    expect([(await read()).problem, (await read(ben)).problem]).toEqual(['token_refused', 'token_refused'])
    // A test does not shorten the wait.
    await wantTest()
    await turn()
    expect(requests()).toBe(asked + 1)
    await turn(10 * minute)
    await turn()
    expect([(await read()).problem, (await read(ben)).problem]).toEqual([null, null])
    expect([received().at(-1), received(ben).at(-1)]).toEqual([named('Mirror'), named('Mirror')])
  })

  test('too many requests: the wait that it asks for is kept, even after a restart', async () => {
    await begin()
    await tell(ada, 'Mirror')
    let limited = 0
    const failure = { reason: 'limited', detail: 'status 429', retry_after_ms: 300_000, had_no_effect: true } as const
    const busy: DiscordBot = {
      ...bot,
      sendMessage: async () => {
        limited++
        return { ok: false, failure }
      },
    }
    await turn(10_000, busy)
    expect([limited, (await read()).problem]).toEqual([1, 'limited'])
    await turn(minute, makeBot())
    // Also for a person who switches it on meanwhile.
    const ben = await aPerson()
    await start(ben)
    await turn(minute, makeBot())
    expect([received().length, received(ben).length]).toEqual([1, 0])
    await turn(4 * minute, makeBot())
    expect([received().slice(1), received(ben).length, (await read()).problem]).toEqual([[named('Mirror')], 1, null])
  })

  test('more than it takes at once: every limit is kept', { timeout: 60_000 }, async () => {
    const people = await Promise.all(Array.from({ length: 25 }, () => aPerson()))
    for (const person of people) await start(person)
    for (let again = 0; again < 30; again++) await turn(20_000)
    expect(people.map((person) => received(person).length)).toEqual(people.map(() => 1))
    expect(simulator.requests.totals().complaints).toEqual({ 'wrong bot token': expect.any(Number) })
  })

  test('a conversation that is gone is opened again', async () => {
    await begin()
    await server.db.updateTable('direct_messages').set({ channel_id: '5' }).execute()
    await tell(ada, 'Mirror')
    await turn()
    await turn(minute)
    expect(received().slice(1)).toEqual([named('Mirror')])
  })
})

test('a server without a bot says so, and sends nothing', async () => {
  const without = await startTestServer({ database: { url: server.database_url, drop: async () => undefined } })
  const { headers } = ada
  const answer = await without.send('PUT', path, headers)
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'no_discord_bot'])
  const settings = await without.get('/users/self/notices/settings', headers)
  expect(settings.json<OwnNoticeSettings>().discord.state).toBe('no_bot')
  await without.close()
})
