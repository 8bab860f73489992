import { createSimulator } from '@muster/simulator/simulator'
import type { RequestEffect } from '@muster/simulator/faults/faults'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DiscordRoles } from '@muster/contract/discord-roles'
import type { UserId } from '@muster/contract/ids'
import { readConfig } from '../config.ts'
import type { Row } from '../db/schema.ts'
import { deleteAccount } from '../features/login/delete-account.ts'
import { createDiscordBot, type DiscordBot } from '../gateways/discord/bot.ts'
import { aMember, anEvent, aTeam, aUser, insertRows } from '../testing/builders.ts'
import { createRandom } from '../testing/random.ts'
import { startTestServer } from '../testing/server.ts'
import { clockOf } from '../testing/simulated-world.ts'
import { createGiveDiscordRoles } from './give-discord-roles.ts'
import { runTaskOnce } from './scheduled-tasks.ts'
import { useOpened } from '../testing/use-server.ts'

const simulator = useOpened(() => createSimulator({ preset: 'tiny' }))
const server = useOpened(() => startTestServer({ clock: clockOf(simulator), discord_bot: (bot = makeBot()) }))
let bot: DiscordBot
let admin: { authorization: string }

/** A bot with an empty memory, as after a restart. */
function makeBot(): DiscordBot {
  const { discord_bot } = readConfig({
    DATABASE_URL: 'postgres://none',
    TOKEN_SECRET: 'x'.repeat(32),
    ENCRYPTION_SECRET: 'x'.repeat(32),
    DISCORD_URL: simulator.discord_url,
    DISCORD_BOT_TOKEN: simulator.guild.bot_token,
  })
  if (!discord_bot) throw new Error('no bot')
  return createDiscordBot(discord_bot, clockOf(simulator))
}
beforeAll(async () => {
  admin = await server.as(await aUser(server.db, { permissions: ['admin'] }))
})

let event: Row<'events'>
let teams: Row<'teams'>[]
beforeEach(async () => {
  event = await anEvent(server.db)
  teams = []
  for (const name of ['Lanterns', 'Falcons', 'Badgers', 'Without']) teams.push(await aTeam(server.db, event.id, { name }))
})
afterEach(async () => {
  await server.db.deleteFrom('events').execute()
  simulator.faults.clear()
  const { guild } = simulator
  guild.members.clear()
  guild.changes.length = 0
  guild.manages_roles = true
  for (const role of guild.roles) if (role.name === 'Badgers') role.permissions = '2048'
})

const roleNamed = (name: string) => {
  const role = simulator.guild.roles.find((one) => one.name === name)
  if (!role) throw new Error(name)
  return role
}
const path = () => `/events/${event.id}/discord-roles`
const read = async () => (await server.get(path(), admin)).json<DiscordRoles>()
async function choose(is_on: boolean, more: object = {}) {
  const { version } = await read()
  const team_roles = teams.slice(0, 3).map(({ id, name }) => ({ team_id: id, role_id: roleNamed(name).id }))
  const body = {
    server_id: simulator.guild.id,
    team_roles,
    lead_role_id: roleNamed('Leads').id,
    is_on,
    base_version: version,
    ...more,
  }
  const answer = await server.send('PUT', path(), admin, body)
  expect(answer.statusCode, answer.body).toBe(200)
}
let count = 0
/** A person with an account on Discord, who is in the server there. */
async function aPerson(name?: string): Promise<{ id: UserId; discord_id: string }> {
  const { id } = await aUser(server.db, name === undefined ? {} : { display_name: name })
  const discord_id = String(800_000_000_000_000_000n + BigInt(++count))
  await insertRows(server.db, 'accounts', { user_id: id, provider: 'discord', account_id: discord_id, name: `d${count}` })
  simulator.guild.members.set(discord_id, new Set())
  return { id, discord_id }
}
const place = (user_id: UserId, team: number | null, is_lead = false) =>
  server.db.transact(async (tx) => {
    await tx.deleteFrom('team_users').where('user_id', '=', user_id).where('event_id', '=', event.id).execute()
    if (team !== null) await aMember(tx, teams[team] as Row<'teams'>, user_id, is_lead)
  })
async function turn(after_ms = 20_000, by = bot): Promise<void> {
  simulator.step(after_ms)
  await runTaskOnce(server.ctx, createGiveDiscordRoles(by), new AbortController().signal)
}
const byText = (a: string, b: string) => (a < b ? -1 : 1)
const roleOf = (id: string) => {
  const role = simulator.guild.roles.find((one) => one.id === id)
  if (!role) throw new Error(id)
  return role
}
const namesOf = (discord_id: string) =>
  [...(simulator.guild.members.get(discord_id) ?? [])].map((id) => roleOf(id).name).toSorted(byText)
const states = async () => (await read()).people.map(({ user, role_id, state }) => [user.display_name, nameOf(role_id), state])
const nameOf = (id: string) => simulator.guild.roles.find((role) => role.id === id)?.name
const strike = (effect: RequestEffect, route: string, times = 1) =>
  simulator.faults.add({ effect, match: { provider: 'discord', route }, when: { count: times }, parameters: {} })
const changes = () => simulator.guild.changes.map(({ user_id, role_id, is }) => [is, user_id, nameOf(role_id)])
const complaints = () => simulator.requests.totals().complaints

describe('roles of teams', () => {
  test('a dry run shows who gets what, and nothing happens until it is switched on', async () => {
    const [ann, bob] = [await aPerson('Ann'), await aPerson('Bob')]
    const { id } = await aUser(server.db, { display_name: 'Cy, without Discord' })
    await place(ann.id, 0, true)
    await place(bob.id, 3)
    await place(id, 1)
    await choose(false)
    await turn()
    expect(await states()).toEqual([
      ['Ann', 'Lanterns', 'to_give'],
      ['Ann', 'Leads', 'to_give'],
    ])
    expect([(await read()).without_account, changes()]).toEqual([1, []])
    await choose(true)
    await turn()
    expect(await states()).toEqual([
      ['Ann', 'Lanterns', 'given'],
      ['Ann', 'Leads', 'given'],
    ])
    expect([namesOf(ann.discord_id), namesOf(bob.discord_id)]).toEqual([['Lanterns', 'Leads'], []])
    const asked = simulator.requests.totals().requests
    await turn()
    expect(simulator.requests.totals().requests).toBe(asked)
  })

  test('a deleted account loses the roles that it has from Muster, and keeps the others', async () => {
    const ann = await aPerson('Ann')
    await place(ann.id, 0, true)
    simulator.guild.members.set(ann.discord_id, new Set([roleNamed('Leads').id]))
    await choose(true)
    await turn()
    expect(namesOf(ann.discord_id)).toEqual(['Lanterns', 'Leads'])
    await deleteAccount(server.ctx, { user_id: ann.id, author_id: ann.id, display_name: 'Ann', reason: null })
    expect(namesOf(ann.discord_id)).toEqual(['Leads'])
    await turn()
    expect(namesOf(ann.discord_id)).toEqual(['Leads'])
  })

  test('an account is deleted even if Discord does not take its roles', async () => {
    const ann = await aPerson('Ann')
    await place(ann.id, 0)
    await choose(true)
    await turn()
    simulator.guild.manages_roles = false
    await deleteAccount(server.ctx, { user_id: ann.id, author_id: ann.id, display_name: 'Ann', reason: null })
    expect(await states()).toEqual([])
    expect(namesOf(ann.discord_id)).toEqual(['Lanterns'])
  })

  test('a person who changes teams loses the old role before they get the new one', async () => {
    const ann = await aPerson()
    await place(ann.id, 0)
    await choose(true)
    await turn()
    await place(ann.id, 1)
    await turn()
    await place(ann.id, null)
    await turn()
    expect(changes()).toEqual([
      ['give', ann.discord_id, 'Lanterns'],
      ['take', ann.discord_id, 'Lanterns'],
      ['give', ann.discord_id, 'Falcons'],
      ['take', ann.discord_id, 'Falcons'],
    ])
  })

  test('a role that a person had before stays, and other roles are never touched', async () => {
    const ann = await aPerson('Ann')
    const own = simulator.guild.members.get(ann.discord_id)
    own?.add(roleNamed('Lanterns').id).add(roleNamed('Helpers').id)
    await place(ann.id, 0)
    await choose(true)
    await turn()
    expect(await states()).toEqual([['Ann', 'Lanterns', 'had']])
    await place(ann.id, 1)
    await turn()
    expect([namesOf(ann.discord_id), changes().length]).toEqual([['Falcons', 'Helpers', 'Lanterns'], 1])
  })

  test('a team that no longer has its role gives it back', async () => {
    const ann = await aPerson()
    await place(ann.id, 0)
    await choose(true)
    await turn()
    await choose(true, { team_roles: [] })
    await turn()
    expect(namesOf(ann.discord_id)).toEqual([])
  })

  test('a role that another event wants, too, stays', async () => {
    const ann = await aPerson()
    await place(ann.id, 0)
    await choose(true)
    await turn()
    const [first, firstTeams] = [event, teams]
    event = await anEvent(server.db)
    teams = [await aTeam(server.db, event.id, { name: 'Lanterns' })]
    await place(ann.id, 0)
    await choose(true)
    await turn()
    ;[event, teams] = [first, firstTeams]
    await place(ann.id, null)
    await turn()
    expect([namesOf(ann.discord_id), changes().length]).toEqual([['Lanterns'], 1])
  })
})

describe('a role that cannot be given', () => {
  test('is reported for people who are not in the server, until they join', async () => {
    const ann = await aPerson('Ann')
    simulator.guild.members.delete(ann.discord_id)
    await place(ann.id, 0)
    await choose(true)
    await turn()
    expect(await states()).toEqual([['Ann', 'Lanterns', 'not_a_member']])
    simulator.guild.members.set(ann.discord_id, new Set())
    await turn(601_000)
    expect(await states()).toEqual([['Ann', 'Lanterns', 'given']])
  })

  test('is reported if the bot lacks the permission; the roles of others are given', async () => {
    const [ann, bob] = [await aPerson('Ann'), await aPerson('Bob')]
    await place(ann.id, 0)
    await place(bob.id, 1)
    await choose(true)
    roleNamed('Lanterns').is_above_bot = true
    await turn()
    expect(await states()).toEqual([
      ['Ann', 'Lanterns', 'missing_permission'],
      ['Bob', 'Falcons', 'given'],
    ])
    roleNamed('Lanterns').is_above_bot = false
    await turn(601_000)
    expect(namesOf(ann.discord_id)).toEqual(['Lanterns'])
  })

  test('has got powers since it was chosen', async () => {
    const ann = await aPerson('Ann')
    await place(ann.id, 2)
    await choose(true)
    roleNamed('Badgers').permissions = '8'
    await turn()
    expect(await states()).toEqual([['Ann', 'Badgers', 'unfit_role']])
    expect(changes()).toEqual([])
  })

  test('a wait that Discord asks for is kept after a restart, and an outage only delays', async () => {
    const ann = await aPerson('Ann')
    await place(ann.id, 0)
    await choose(true)
    strike('api.429', '/api/v10/guilds/roles', 2)
    await turn()
    strike('api.500', '/api/v10/guilds/members')
    await turn(20_000, makeBot())
    expect((await read()).problem).toBe('unavailable')
    await turn(31_000, makeBot())
    expect([await states(), (await read()).problem]).toEqual([[['Ann', 'Lanterns', 'given']], null])
  })
})

test.each([11, 12])(
  'roles are right after 200 random changes of teams, with failures and crashes in between (seed %i)',
  async (seed) => {
    const before = { ...complaints() }
    const random = createRandom(seed)
    const people = []
    for (let made = 0; made < 25; made++) people.push(await aPerson())
    const byHand = new Map(people.slice(0, 3).map(({ discord_id }) => [discord_id, roleNamed('Lanterns').id]))
    for (const [discord_id, role] of byHand) simulator.guild.members.get(discord_id)?.add(role)
    for (const { discord_id } of people)
      if (random(4) === 0) simulator.guild.members.get(discord_id)?.add(roleNamed('Helpers').id)
    const helpers = people.filter(({ discord_id }) => namesOf(discord_id).includes('Helpers'))
    await choose(true)
    const dying: DiscordBot = {
      ...bot,
      changeRole: async (...call) => {
        await bot.changeRole(...call)
        throw new Error('the process died before it knew the answer')
      },
    }
    const effects = ['api.500', 'api.429', 'net.reset', 'api.503', 'shape.garbage'] as const
    for (let step = 0; step < 200; step++) {
      const person = people[random(people.length)] as (typeof people)[number]
      const team = random(6)
      await place(person.id, team > 3 ? null : team, random(5) === 0)
      if (random(6) === 0) {
        const routes = ['/api/v10/guilds/members/roles', '/api/v10/guilds/members', '/api/v10/guilds/roles']
        strike(effects[random(effects.length)] as RequestEffect, routes[random(3)] as string, 1 + random(2))
      }
      if (random(3) > 0) continue
      const way = random(5)
      await turn(20_000 + random(20_000), way === 0 ? dying : way === 1 ? makeBot() : bot)
    }
    simulator.faults.clear()
    for (let rest = 0; rest < 4; rest++) await turn(601_000)

    // Independent of the plan: roles from the members of teams.
    const members = await server.db.selectFrom('team_users').selectAll().where('event_id', '=', event.id).execute()
    for (const { id, discord_id } of people) {
      const seat = members.find(({ user_id }) => user_id === id)
      const team = teams.find((one) => one.id === seat?.team_id)?.name
      const expected = new Set<string>()
      if (team !== undefined && team !== 'Without') expected.add(team)
      if (seat?.is_team_lead) expected.add('Leads')
      if (byHand.has(discord_id)) expected.add('Lanterns')
      if (helpers.some((one) => one.discord_id === discord_id)) expected.add('Helpers')
      expect(namesOf(discord_id)).toEqual([...expected].toSorted(byText))
    }
    // No role was given or taken twice, and no limit was exceeded.
    expect(complaints()).toEqual(before)
    const asked = simulator.requests.totals().requests
    await turn()
    expect(simulator.requests.totals().requests).toBe(asked)
  },
  120_000,
)

test('the token of the bot is in no answer, no row and no log', async () => {
  const ann = await aPerson()
  await place(ann.id, 0)
  await choose(true)
  strike('api.500', '/api/v10/guilds/members/roles')
  await turn()
  const rows = await server.db.selectFrom('scheduled_tasks').selectAll().execute()
  const { bot_token } = simulator.guild
  expect(JSON.stringify([await read(), server.logged, rows])).not.toContain(bot_token)
})
