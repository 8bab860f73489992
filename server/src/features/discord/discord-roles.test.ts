import type { DiscordChoices, DiscordRoles } from '@muster/contract/discord-roles'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '../../db/schema.ts'
import type { DiscordBot } from '../../gateways/discord/bot.ts'
import { anEvent, aTeam } from '../../testing/builders.ts'
import { useRole, useTestServer } from '../../testing/use-server.ts'

const server_id = '130000000000000000'
const role = (id: string, name: string, permissions = '0', managed = false) => ({ id, name, permissions, managed })
const fit = '130000000000000001'
const powerful = '130000000000000002'
let failure: 'unauthorized' | 'unavailable' | 'missing' | null = null
const discord_bot = {
  listRoles: (asked: string) => {
    if (failure !== null || asked !== server_id)
      return Promise.resolve({ ok: false, failure: { reason: failure ?? 'missing', detail: 'status' } })
    const value = [role(server_id, '@everyone'), role(fit, 'Lanterns'), role(powerful, 'Moderators', '8')]
    return Promise.resolve({ ok: true, value })
  },
} as unknown as DiscordBot
const server = useTestServer({ discord_bot })
const plain = useTestServer()
const admin = useRole(server, 'admin')
const manager = useRole(server, 'manager')
const plainAdmin = useRole(plain, 'admin')

let event: Row<'events'>
let team: Row<'teams'>
beforeAll(async () => {
  event = await anEvent(server.db)
  team = await aTeam(server.db, event.id)
})
const path = () => `/events/${event.id}/discord-roles`
const body = (more: object = {}) => ({
  server_id,
  team_roles: [{ team_id: team.id, role_id: fit }],
  lead_role_id: null,
  is_on: false,
  base_version: null,
  ...more,
})
const save = async (more: object = {}, by = admin) => {
  const answer = await server.send('PUT', path(), by, body(more))
  return [answer.statusCode, ...(answer.json<{ problems?: { field: string }[] }>().problems ?? []).map(({ field }) => field)]
}

describe('the roles of an event', () => {
  it('are chosen by admins, with a version, and logged', async () => {
    expect((await server.get(path(), manager)).json<DiscordRoles>()).toMatchObject({
      server_id: null,
      is_on: false,
      version: null,
    })
    expect(await save({}, manager)).toEqual([403])
    expect(await save()).toEqual([200])
    expect(await save({ base_version: 1, is_on: true })).toEqual([200])
    expect(await save({ base_version: 1 })).toEqual([409])
    const stored = (await server.get(path(), manager)).json<DiscordRoles>()
    expect(stored).toMatchObject({ is_on: true, version: 2, team_roles: [{ team_id: team.id, role_id: fit }] })
    const log = await server.db.selectFrom('admin_changes').selectAll().where('event_id', '=', event.id).execute()
    expect(log.map(({ kind, detail }) => [kind, detail])).toEqual([
      ['discord_roles_saved', 'off'],
      ['discord_roles_saved', 'on'],
    ])
  })

  it('are refused if they have powers over the server, belong to another server or event, or are repeated', async () => {
    const of = (role_id: string, team_id: number = team.id) => ({ team_id, role_id })
    const other = await aTeam(server.db, (await anEvent(server.db)).id)
    expect(await save({ team_roles: [of(powerful)], base_version: 2 })).toEqual([400, 'team_roles'])
    expect(await save({ lead_role_id: powerful, base_version: 2 })).toEqual([400, 'lead_role_id'])
    expect(await save({ lead_role_id: '130000000000000009', base_version: 2 })).toEqual([400, 'lead_role_id'])
    expect(await save({ server_id: '140000000000000000', base_version: 2 })).toEqual([400, 'server_id'])
    expect(await save({ team_roles: [of(fit, other.id)], base_version: 2 })).toEqual([400, 'team_roles'])
    expect(await save({ team_roles: [of(fit), of(fit)], base_version: 2 })).toEqual([400, 'team_roles'])
    expect(await save({ server_id: '../../users/@me', base_version: 2 })).toEqual([400, 'server_id'])
  })
})

describe('the roles to choose from', () => {
  const choices = async () => (await server.get(`${path()}/choices?server_id=${server_id}`, admin)).json<DiscordChoices>()
  it('come from the server, and say which may be given', async () => {
    expect(await choices()).toEqual({
      problem: null,
      roles: [
        { id: fit, name: 'Lanterns', is_fit: true },
        { id: powerful, name: 'Moderators', is_fit: false },
      ],
    })
    expect((await server.get(`${path()}/choices?server_id=${server_id}`, manager)).statusCode).toBe(403)
  })
  it('are missing with a reason', async () => {
    failure = 'unauthorized'
    expect((await choices()).problem).toBe('token_refused')
    failure = 'unavailable'
    expect((await choices()).problem).toBe('unavailable')
    failure = null
    const own = await anEvent(plain.db)
    const answer = await plain.get(`/events/${own.id}/discord-roles/choices?server_id=${server_id}`, plainAdmin)
    expect(answer.json<DiscordChoices>()).toEqual({ problem: 'not_set_up', roles: [] })
  })
})
