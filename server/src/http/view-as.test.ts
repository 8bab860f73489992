import { viewAsHeader } from '@muster/contract/view-as'
import { type Role, roles } from '@muster/contract/users'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '../db/schema.ts'
import { aUser } from '../testing/builders.ts'
import { type AskedCall, listCalls } from '../testing/list-calls.ts'
import { listDifferent, listNames, openReadScene, type ReadAnswer, type ReadScene } from '../testing/read-scene.ts'
import { useTestServer } from '../testing/use-server.ts'

// Every read of the contract, made by an organiser with the rights of another viewer, compared with that viewer's own call.

const server = useTestServer()
let event: Row<'events'>
let hidden: Row<'events'>
let team: Row<'teams'>
let ask: ReadScene['ask']
let scene: ReadScene
let reads: AskedCall[]
let member: Record<string, string>
let player_id: number
const callers = new Map<Role | 'user' | 'rival_admin', Record<string, string>>()

beforeAll(async () => {
  const { db } = server
  scene = await openReadScene(server, ['admin'])
  ;({ event, hidden, team, ask } = scene)
  const { player, rival } = scene
  player_id = player.id
  reads = scene.listReads().filter(({ name }) => name !== 'oauthRedirect')
  member = await server.as(player)
  callers.set('user', await server.as(await aUser(db)))
  callers.set('rival_admin', await server.as(rival))
  for (const role of roles) callers.set(role, await server.as(await aUser(db, { permissions: [role] })))
})

const as = (who: Role | 'user' | 'rival_admin', view: string) => ({ ...callers.get(who), [viewAsHeader]: view })

const askAll = (headers: Record<string, string>) => scene.askAll(reads, headers)

describe('the site viewed as a visitor', () => {
  it.each(roles)('answers a %s in every read exactly as a visitor', async (role) => {
    expect(listDifferent(await askAll(as(role, 'visitor')), await askAll({}))).toEqual([])
  })

  it('hides what the organiser sees', async () => {
    expect(await ask({ name: '', method: 'GET', address: `/events/${hidden.id}` }, as('admin', 'visitor'))).toMatchObject({
      status: 404,
    })
    const tree = await ask({ name: '', method: 'GET', address: `/events/${event.id}/objectives` }, as('admin', 'visitor'))
    expect(JSON.parse(tree.body).children.map(({ id }: { id: number }) => id)).toContain(0)
  })
})

describe('the site viewed as a player of a team', () => {
  it('answers every read exactly as a member, except where admins have no right themselves, and for personal data', async () => {
    const different = listDifferent(await askAll(as('admin', `team-${team.id}`)), await askAll(member))
    const refused = different.filter(({ status }) => status === 403)
    const allowed: ReadAnswer[] = []
    for (const { name, address } of refused) {
      const admin = await ask({ name, method: 'GET', address }, callers.get('admin') ?? {})
      if (admin.status !== 403) allowed.push(admin)
    }
    expect(listNames(allowed)).toEqual([
      'exportOwnData',
      'getEventActivitiesForUser',
      'getKeptData',
      'getOwnCalendar',
      'getOwnKeys',
      'getOwnNoticeSettings',
      'getOwnNotices',
      'getPasskeys',
      'getUser',
      'getVisibility',
    ])
    // About the member alone: their signup and tracking, and their own view of their record.
    expect(listNames(different.filter((answer) => !refused.includes(answer)))).toEqual([
      'getPersonalSignup',
      'getPlayerRecord',
      'getTracking',
    ])
    const records = different.filter(({ name }) => name === 'getPlayerRecord').map(({ address }) => address)
    expect(records).toEqual([expect.stringContaining(`/${player_id}`)])
  })

  it('shows the hidden progress of this team only', async () => {
    const latest = { name: '', method: 'GET', address: `/events/${event.id}/scores/latest` } as const
    const hiddenIn = async (headers: Record<string, string>) =>
      JSON.parse((await ask(latest, headers)).body).map(({ team_id }: { team_id: number }) => team_id)
    expect(await hiddenIn(as('admin', `team-${team.id}`))).toEqual(await hiddenIn(member))
    expect(await hiddenIn(as('admin', 'visitor'))).not.toEqual(await hiddenIn(member))
  })

  it('opens no private page of the team to an admin, not even to one who plays in another team', async () => {
    for (const page of ['team-room', 'plan', 'suggestions']) {
      const call = { name: '', method: 'GET', address: `/events/${event.id}/${page}` } as const
      expect((await ask(call, member)).status).toBe(200)
      for (const who of ['admin', 'rival_admin'] as const)
        expect(await ask(call, as(who, `team-${team.id}`))).toMatchObject({ status: 403 })
    }
  })
})

describe('the header', () => {
  const address = `/clock`
  it.each(['user', 'nobody'] as const)('is refused from %s', async (who) => {
    const headers = who === 'user' ? as('user', 'visitor') : { [viewAsHeader]: 'visitor' }
    expect(await ask({ name: '', method: 'GET', address }, headers)).toMatchObject({ status: 403 })
  })

  it.each(['manager', 'objective_designer', 'submission_judge'] as const)('does not make a %s a player', async (role) => {
    expect(await ask({ name: '', method: 'GET', address }, as(role, `team-${team.id}`))).toMatchObject({ status: 403 })
  })

  it.each(['admin', 'team-0', 'team-1x', 'user-7', ''])('is refused with the text "%s"', async (text) => {
    expect(await ask({ name: '', method: 'GET', address }, as('admin', text))).toMatchObject({ status: 400 })
  })

  it('changes nothing: every other call is refused, and a login is not started', async () => {
    const calls = listCalls({}).filter(({ name, method }) => method !== 'GET' || name === 'oauthRedirect')
    expect(calls.length).toBeGreaterThan(50)
    const answers = []
    for (const { method, address: path } of calls) {
      const url = `/api${path.replace('current', String(event.id))}`
      const headers = { ...as('admin', 'visitor'), 'content-type': 'application/json' }
      answers.push(await server.app.inject({ method, url, headers, ...(method !== 'GET' && { payload: '{}' }) }))
    }
    expect(answers.filter((answer) => answer.json<{ code?: string }>().code !== 'viewing_only')).toEqual([])
  })

  it.each(['scores/ws', 'scores/simple/ws'])('opens no live feed at %s', async (feed) => {
    const answer = await ask({ name: '', method: 'GET', address: `/events/${event.id}/${feed}` }, as('admin', 'visitor'))
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'viewing_only' })
  })

  it('leaves a line in the log', async () => {
    await ask({ name: '', method: 'GET', address: `/events/${event.id}` }, as('admin', `team-${team.id}`))
    expect(
      server.logged.filter(({ view_as, path }) => view_as === `team ${team.id}` && path === '/events/{event_id}'),
    ).not.toEqual([])
  })
})
