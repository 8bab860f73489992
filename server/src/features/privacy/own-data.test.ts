import { randomUUID } from 'node:crypto'
import type { Row } from '../../db/schema.ts'
import { type PackedItems, packItems, writeItems } from '../../ingestion/stash/stored-items.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { aGuild, aMember, anEvent, aTeam, aUser, testNow, insertRows } from '../../testing/builders.ts'
import { startTestServer } from '../../testing/server.ts'
import { useTestServer } from '../../testing/use-server.ts'
import { personalTables } from './register.ts'

// Users read their stored data and delete their account, through the calls.

const server = useTestServer()
beforeEach(async () => {
  await server.db.deleteFrom('users').execute()
})

type User = Row<'users'>
interface Export {
  readonly user_id: number
  readonly tables: Record<string, Record<string, unknown>[]>
}

const read = async (user: User) => (await server.get('/users/self/data', await server.as(user))).json<Export>()
const leave = async (user: User, display_name = user.display_name) =>
  server.send('POST', '/users/self/delete', await server.as(user), { display_name })
const poe = (user_id: User['id'], name: string) => ({ user_id, provider: 'poe' as const, account_id: `id-of-${name}`, name })

describe('the export', () => {
  it('is one file with every table that holds personal data, with tabs unpacked', async () => {
    const [ada, event] = [await aUser(server.db, { display_name: 'Ada' }), await anEvent(server.db)]
    const team = await aTeam(server.db, event.id)
    await aMember(server.db, team, ada.id)
    await insertRows(server.db, 'accounts', {
      ...poe(ada.id, 'Ada#1'),
      access_token: Buffer.from('sealed-access'),
      refresh_token: Buffer.from('sealed-refresh'),
    })
    const drops = Array.from({ length: 40 }, (_, n) => ({ name: 'Goldrim ☀', id: randomUUID(), n }))
    const of = { event_id: event.id, team_id: team.id, user_id: ada.id, timestamp: new Date(testNow), stash_id: 'a' }
    const add = (change_ids: readonly string[], packed: PackedItems) =>
      server.db
        .insertInto('stash_snapshots')
        .values(change_ids.map((change_id) => ({ ...of, change_id, item_count: 1, ...packed })))
        .returning('id')
        .execute()
    // More than one page.
    const whole = packItems(writeItems(drops))
    const [first] = await add(
      drops.slice(0, 23).map(({ n }) => String(n)),
      whole,
    )
    const later = packItems(writeItems([...drops, { name: 'Wurm' }]), { id: first?.id ?? 0, items: whole.items })
    expect(later.base_id).toBe(first?.id)
    await add(['with a base'], later)
    const answer = await server.get('/users/self/data', await server.as(ada))
    expect(answer.headers).toMatchObject({
      'content-type': expect.stringContaining('application/json'),
      'content-disposition': 'attachment; filename="muster-data.json"',
      'cache-control': 'no-store',
    })
    const { tables, user_id } = answer.json<Export>()
    expect(user_id).toBe(ada.id)
    expect(Object.keys(tables)).toEqual(personalTables.map(([name]) => name))
    expect(tables['users']).toMatchObject([{ display_name: 'Ada' }])
    expect(tables['accounts']).toMatchObject([{ name: 'Ada#1' }])
    expect(tables['stash_snapshots']).toHaveLength(24)
    expect(tables['stash_snapshots']?.at(-2)).toMatchObject({ change_id: '22', items: drops })
    expect(tables['stash_snapshots']?.at(-1)).toMatchObject({ items: [...drops, { name: 'Wurm' }] })
    for (const secret of ['access_token', 'refresh_token', 'token_version']) expect(answer.body).not.toContain(secret)
  })

  it('holds the answers at signup together with their questions', async () => {
    const [ada, event, other] = [await aUser(server.db), await anEvent(server.db), await anEvent(server.db)]
    const questions = JSON.stringify([{ id: 1, text: 'Why?' }])
    const asked = [event, other].map(({ id }) => ({ event_id: id, version: 1, questions, last_id: 1 }))
    await insertRows(server.db, 'signup_questions', asked)
    const answers = [{ question_id: 1, answer: 'For fun' }]
    const signup = { event_id: event.id, user_id: ada.id, timestamp: new Date(testNow), expected_playtime: 5 }
    await insertRows(server.db, 'signups', { ...signup, answers: JSON.stringify(answers) })
    expect((await read(ada)).tables).toMatchObject({
      signups: [{ answers }],
      signup_questions: [{ event_id: event.id, questions: [{ text: 'Why?' }] }],
    })
  })

  it('holds no private data of others, but names what the user did with it', async () => {
    const [manager, other] = [
      await aUser(server.db, { permissions: ['manager'] }),
      await aUser(server.db, { display_name: 'Other' }),
    ]
    const event = await anEvent(server.db)
    const team = await aTeam(server.db, event.id)
    await aGuild(server.db, team, 7)
    const now = new Date(testNow)
    const signup = { event_id: event.id, timestamp: now, expected_playtime: 5 }
    await insertRows(server.db, 'signups', { ...signup, user_id: other.id, partner_id: manager.id, extra: 'canary of another' })
    await insertRows(server.db, 'signup_changes', {
      event_id: event.id,
      user_id: other.id,
      author_id: manager.id,
      kind: 'removed',
      changed_at: now,
    })
    await insertRows(server.db, 'admin_changes', {
      event_id: event.id,
      author_id: manager.id,
      changed_at: now,
      kind: 'signup_removed',
      subject: 'canary name',
      detail: '',
    })
    const line = { event_id: event.id, guild_id: 7 as never, entry_id: 1, timestamp: now, account_name: 'canary#1' }
    await insertRows(server.db, 'guild_log_entries', {
      ...line,
      action: 'added',
      item_name: 'x',
      number: 1,
      x: 1,
      y: 1,
      uploaded_by: manager.id,
    })
    const body = (await server.get('/users/self/data', await server.as(manager))).body
    expect(body).not.toContain('canary')
    expect((await read(manager)).tables['admin_changes']).toMatchObject([{ kind: 'signup_removed' }])
  })

  it('is counted by kind, and both calls are limited to a few a minute', async () => {
    const limited = await startTestServer({ rate_limits: { dear_calls_of_user: 2 } })
    const ada = await aUser(limited.db)
    const headers = await limited.as(ada)
    const counted = await limited.get('/users/self/kept-data', headers)
    expect(counted.json<{ kinds: object[] }>().kinds).toContainEqual({ kind: 'profile', rows: 1 })
    expect((await limited.get('/users/self/data', headers)).statusCode).toBe(200)
    const refused = await limited.get('/users/self/data', headers)
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([429, 'rate_limited'])
    await limited.close()
  })
})

describe('deleting an account oneself', () => {
  it('ends every login at once, frees the provider accounts, and leaves a pseudonym that no user can take', async () => {
    const ada = await aUser(server.db, { display_name: 'Ada' })
    await insertRows(server.db, 'accounts', poe(ada.id, 'Ada#1'))
    const headers = await server.as(ada)
    const answer = await leave(ada, '  Ada ')
    expect([answer.statusCode, answer.json()]).toEqual([200, { pseudonym: `Former player ${ada.id}` }])
    expect((await server.get('/users/self', headers)).statusCode).toBe(401)
    expect((await server.get(`/users/${ada.id}`)).json()).toEqual({ id: ada.id, display_name: `Former player ${ada.id}` })
    expect((await server.get(`/users/${ada.id}/record`)).statusCode).toBe(404)
    const next = await aUser(server.db, { display_name: 'Ada again' })
    await insertRows(server.db, 'accounts', poe(next.id, 'Ada#1'))
    const taken = await server.send('PATCH', '/users/self', await server.as(next), {
      display_name: `Fоrmer  Player ${ada.id + 1}`,
    })
    expect(taken.json()).toMatchObject({ code: 'invalid_request', problems: [{ field: 'display_name' }] })
  })

  it('requires the name of the account, and is refused with the field for another name', async () => {
    const ada = await aUser(server.db, { display_name: 'Ada' })
    const answer = await leave(ada, 'Adam')
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { problems: [{ field: 'display_name' }] }])
    expect((await server.get('/users/self', await server.as(ada))).statusCode).toBe(200)
  })

  it('is refused for the last admin, and not for one of two', async () => {
    const [one, two] = [await aUser(server.db, { permissions: ['admin'] }), await aUser(server.db, { permissions: ['admin'] })]
    expect((await leave(one)).statusCode).toBe(200)
    const refused = await leave(two)
    expect([refused.statusCode, refused.json()]).toMatchObject([409, { code: 'last_admin' }])
    const changes = await server.get('/users/permission-changes', await server.as(two))
    expect(changes.json()).toMatchObject([{ user: { id: one.id }, permissions_before: ['admin'], permissions_after: [] }])
    const listed = await server.get('/users', await server.as(two))
    expect(listed.json<{ id: number }[]>().map(({ id }) => id)).toEqual([two.id])
  })

  it('withdraws from events before their start, and stays in the team of running ones', async () => {
    const ada = await aUser(server.db)
    const [running, coming] = [
      await anEvent(server.db),
      await anEvent(server.db, {
        event_start_time: new Date(testNow + 86_400_000),
        event_end_time: new Date(testNow + 2 * 86_400_000),
      }),
    ]
    for (const event of [running, coming]) {
      await aMember(server.db, await aTeam(server.db, event.id), ada.id, true)
      await insertRows(server.db, 'signups', {
        event_id: event.id,
        user_id: ada.id,
        timestamp: new Date(testNow),
        expected_playtime: 3,
        extra: 'mine',
      })
    }
    await leave(ada)
    const places = await server.db.selectFrom('team_users').selectAll().where('user_id', '=', ada.id).execute()
    expect(places).toMatchObject([{ event_id: running.id, is_team_lead: false }])
    expect(await server.db.selectFrom('signups').selectAll().where('user_id', '=', ada.id).execute()).toEqual([])
  })

  it('happens once for two simultaneous requests', async () => {
    const ada = await aUser(server.db)
    const headers = await server.as(ada)
    const ask = () => server.send('POST', '/users/self/delete', headers, { display_name: ada.display_name })
    const statuses = (await Promise.all([ask(), ask()])).map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  })
})

describe('an admin who deletes the account of another user', () => {
  const remove = async (admin: User, user: User, reason: string) =>
    server.send('POST', `/users/${user.id}/delete`, await server.as(admin), { display_name: user.display_name, reason })

  it('gives a reason, without the name, and both are stored', async () => {
    const [admin, ada] = [await aUser(server.db, { permissions: ['admin'] }), await aUser(server.db, { display_name: 'Ada' })]
    const event = await anEvent(server.db)
    for (const reason of ['', 'ada asked for it']) {
      expect((await remove(admin, ada, reason)).json()).toMatchObject({ problems: [{ field: 'reason' }] })
    }
    expect((await remove(admin, ada, 'Asked for it by mail')).statusCode).toBe(200)
    const log = (await server.get(`/events/${event.id}/admin-changes`, await server.as(admin))).json()
    expect(log).toMatchObject([
      { kind: 'person_deleted', author: { id: admin.id }, subject: `Former player ${ada.id}`, detail: 'Asked for it by mail' },
    ])
    expect((await remove(admin, ada, 'Again')).json()).toMatchObject({ code: 'user_not_found' })
  })
})
