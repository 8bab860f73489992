import type { TeamSuggestion } from '@muster/contract/suggestions'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Row } from '../../db/schema.ts'
import { aMember, anEvent, anObjective, aTeam, aUser, testNow } from '../../testing/builders.ts'
import { useTestServer } from '../../testing/use-server.ts'

const server = useTestServer()
let event: Row<'events'>
let root: Row<'objectives'>
let objective: Row<'objectives'>
let lead: Record<string, string>
let mate: Record<string, string>
let rival: Record<string, string>

async function aPlayer(team: Row<'teams'>, is_team_lead: boolean) {
  const user = await aUser(server.db)
  await aMember(server.db, team, user.id, is_team_lead)
  return server.as(user)
}
beforeEach(async () => {
  event = await anEvent(server.db)
  root = await anObjective(server.db, event.id, { objective_type: 'CATEGORY', aggregation: 'NONE' })
  objective = await anObjective(server.db, event.id, { parent_id: root.id })
  const [ours, theirs] = [await aTeam(server.db, event.id), await aTeam(server.db, event.id)]
  lead = await aPlayer(ours, true)
  mate = await aPlayer(ours, false)
  rival = await aPlayer(theirs, true)
})

const put = (id: number, payload: object = {}, headers = lead) =>
  server.send('PUT', `/events/${event.id}/suggestions/${id}`, headers, payload)
const remove = (id: number, headers = lead) =>
  server.app.inject({ method: 'DELETE', url: `/api/events/${event.id}/suggestions/${id}`, headers })
const listWhole = async (headers = mate) =>
  (await server.get(`/events/${event.id}/suggestions`, headers)).json<TeamSuggestion[]>()
/** The part that clients without plans read. */
const list = async (headers = mate) => (await listWhole(headers)).map(({ objective_id, extra }) => ({ objective_id, extra }))

describe('suggestions of a team', () => {
  it('Q-10: are saved with 201 and a message, and shown to the whole team', async () => {
    const answer = await put(objective.id, { extra: 'Saturday', objective_id: 1 })
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toEqual({ message: expect.any(String) })
    await put(root.id, {})
    expect(await list()).toEqual([
      { objective_id: root.id, extra: '' },
      { objective_id: objective.id, extra: 'Saturday' },
    ])
  })

  it('are changed by saving them again', async () => {
    await put(objective.id, { extra: 'first' })
    await put(objective.id, { extra: 'second' })
    expect(await list()).toEqual([{ objective_id: objective.id, extra: 'second' }])
  })

  it('are removed with 204, even if there are none', async () => {
    await put(objective.id)
    expect((await remove(objective.id)).statusCode).toBe(204)
    expect((await remove(objective.id)).statusCode).toBe(204)
    expect(await list()).toEqual([])
  })

  it('are visible to the team only', async () => {
    await put(objective.id, { extra: 'ours' })
    await put(objective.id, { extra: 'theirs' }, rival)
    expect(await list(rival)).toEqual([{ objective_id: objective.id, extra: 'theirs' }])
    await remove(objective.id, rival)
    expect(await list(rival)).toEqual([])
    expect(await list()).toEqual([{ objective_id: objective.id, extra: 'ours' }])
  })

  it('are written by leads and read by members', async () => {
    expect((await put(objective.id, {}, mate)).statusCode).toBe(403)
    expect((await remove(objective.id, mate)).statusCode).toBe(403)
    const stranger = await server.as(await aUser(server.db, { permissions: ['admin'] }))
    expect((await server.get(`/events/${event.id}/suggestions`, stranger)).statusCode).toBe(403)
  })

  it('refer to objectives of the event that have opened', async () => {
    const theirs = await anObjective(server.db, (await anEvent(server.db)).id)
    const later = await anObjective(server.db, event.id, { parent_id: root.id, valid_from: new Date(testNow + 1) })
    const below = await anObjective(server.db, event.id, { parent_id: later.id })
    for (const { id } of [theirs, later, below, { id: 999_999 }]) {
      expect((await put(id)).json()).toMatchObject({ code: 'objective_not_found' })
    }
    server.setNow(testNow + 1)
    expect((await put(below.id)).statusCode).toBe(201)
    server.setNow(testNow)
  })
})
