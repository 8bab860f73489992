import { createGuild } from '@muster/simulator/providers/discord-guild'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '../db/schema.ts'
import {
  aMember,
  anEvent,
  anObjective,
  aScoreChange,
  aTeam,
  aUser,
  eventStart,
  insertRows,
  testNow,
} from '../testing/builders.ts'
import { useTestServer } from '../testing/use-server.ts'
import { wallNow } from '../wall-clock.ts'

const guild = createGuild(7, [])
const server = useTestServer({ environment: { DISCORD_PUBLIC_KEY: guild.public_key } })
const plain = useTestServer()
const address = '/api/discord/interactions'
const known = '900000000000000001'
const stranger = '900000000000000002'

let event: Row<'events'>
beforeAll(async () => {
  const { db } = server
  event = await anEvent(db, { name: 'Autumn Muster', is_current: true })
  const root = await anObjective(db, event.id, { objective_type: 'CATEGORY', aggregation: 'NONE', name: 'Root' })
  const [lanterns, falcons] = [
    await aTeam(db, event.id, { name: '@everyone *Lanterns*' }),
    await aTeam(db, event.id, { name: 'Falcons' }),
  ]
  const mirror = await anObjective(db, event.id, { parent_id: root.id, name: 'Mirror' })
  await aScoreChange(db, { event_id: event.id, objective: mirror, team_id: falcons.id, points: 1200, at: testNow })
  await aScoreChange(db, { event_id: event.id, objective: mirror, team_id: lanterns.id, points: 30, at: testNow })
  await anObjective(db, event.id, {
    parent_id: root.id,
    name: 'The secret boss',
    valid_from: new Date(eventStart + 500 * 3_600_000),
  })
  const user = await aUser(db, { display_name: 'Tansy' })
  await aMember(db, lanterns, user.id, true)
  await insertRows(db, 'accounts', [{ user_id: user.id, provider: 'discord', account_id: known, name: 'tansy' }])
})

type Signed = ReturnType<typeof guild.signInteraction>
const post = ({ body, headers }: Signed, to = server) => to.app.inject({ method: 'POST', url: address, headers, payload: body })
const invoke = (name: string, id = known, more: object = {}) => ({
  type: 2,
  id: '1',
  token: 'secret-of-the-interaction',
  data: { name, type: 1, id: '2' },
  member: { user: { id }, roles: [] },
  ...more,
})
async function ask(name: string, id = known, more: object = {}) {
  const answer = await post(guild.signInteraction(invoke(name, id, more), wallNow()))
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
  return answer.json<{ type: number; data: { content: string; flags?: number; allowed_mentions: object } }>()
}

describe('requests of Discord', () => {
  it('a ping is answered with a pong', async () => {
    const answer = await post(guild.signInteraction({ type: 1 }, wallNow()))
    expect([answer.statusCode, answer.json()]).toEqual([200, { type: 1 }])
  })

  it('are refused with 401 unless Discord signed these bytes a moment ago', async () => {
    const good = guild.signInteraction(invoke('me'), wallNow())
    const other = createGuild(8, []).signInteraction(invoke('me'), wallNow())
    const { 'x-signature-ed25519': signature = '', 'x-signature-timestamp': timestamp = '', ...rest } = good.headers
    const bad: Signed[] = [
      other,
      { ...good, body: `${good.body} ` },
      { ...good, body: '' },
      { ...good, headers: rest },
      { ...good, headers: { ...good.headers, 'x-signature-ed25519': `${signature.slice(0, -2)}zz` } },
      { ...good, headers: { ...good.headers, 'x-signature-ed25519': 'f'.repeat(4000) } },
      { ...good, headers: { ...good.headers, 'x-signature-timestamp': String(Number(timestamp) + 1) } },
      guild.signInteraction(invoke('me'), wallNow() - 301_000),
      guild.signInteraction(invoke('me'), wallNow() + 302_000),
    ]
    for (const request of bad) expect((await post(request)).statusCode).toBe(401)
    expect((await post(good)).statusCode).toBe(200)
  })

  it('of a wrong shape are refused, and large ones are not read', async () => {
    for (const shape of [{}, { type: 2 }, { type: 3, user: { id: known } }, { type: 2, user: { id: "' or 1" } }, [], 7])
      expect((await post(guild.signInteraction(shape as object, wallNow()))).statusCode).toBe(400)
    const large = guild.signInteraction({ type: 1, fill: 'x'.repeat(70_000) }, wallNow())
    expect((await post(large)).statusCode).toBe(413)
  })

  it('do not exist without the public key', async () => {
    expect((await post(guild.signInteraction({ type: 1 }, wallNow()), plain)).statusCode).toBe(404)
  })
})

describe('commands', () => {
  it('/standings answers public data, without mentions', async () => {
    const { type, data } = await ask('standings')
    expect([type, data.flags, data.allowed_mentions]).toEqual([4, undefined, { parse: [] }])
    expect(data.content).toContain(String.raw`1\. Falcons: 1,200`)
    expect(data.content).toContain(String.raw`2\. \@everyone \*Lanterns\*: 30`)
  })

  it('/next says when something opens, and shows no hidden name', async () => {
    const { data } = await ask('next')
    expect(data.content).toContain('1 objective opens')
    expect(data.content).not.toContain('secret boss')
  })

  it('/me answers only its author, in a server and in a private conversation', async () => {
    const own = await ask('me')
    expect(own.data.flags).toBe(64)
    expect(own.data.content).toContain('(lead), rank 2 of 2 with 30 points')
    expect((await ask('me', stranger)).data.content).toContain('/settings>')
    const alone = await ask('me', known, { member: undefined, user: { id: known } })
    expect(alone.data.content).toBe(own.data.content)
  })

  it('a repeated request gets the same answer and writes nothing', async () => {
    const once = guild.signInteraction(invoke('me'), wallNow())
    const [first, second] = [await post(once), await post(once)]
    expect(second.body).toBe(first.body)
  })

  it('an unknown command names the known ones', async () => {
    expect((await ask('roll')).data.content).toContain('/standings, /next, /me')
  })

  it('a hidden event is not revealed', async () => {
    await server.db.updateTable('events').set({ is_public: false }).where('id', '=', event.id).execute()
    for (const name of ['standings', 'next', 'me']) {
      const { content } = (await ask(name)).data
      expect(content).toBe('There is no public event at the moment.')
    }
    await server.db.updateTable('events').set({ is_public: true }).where('id', '=', event.id).execute()
  })

  it('the log keeps no token and no author', async () => {
    await ask('me')
    expect(JSON.stringify(server.logged)).not.toMatch(/secret-of-the-interaction|900000000000000001/)
  })
})
