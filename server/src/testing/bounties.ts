import { beforeEach } from 'vitest'
import type { EventId, ObjectiveId } from '@muster/contract/ids'
import type { Submission } from '@muster/contract/submissions'
import type { NewRow, Row } from '../db/schema.ts'
import { aMember, anEvent, anObjective, aTeam, aUser, testNow } from './builders.ts'
import type { TestServer } from './server.ts'

type User = Row<'users'>

export const timeText = (ms: number) => new Date(ms).toISOString()
/** Status and code of a refused call. */
export const answerOf = (answer: { statusCode: number; json<T>(): T }) => [
  answer.statusCode,
  answer.json<{ code: string }>().code,
]

/** An event with a bounty, two teams with one lead each (Ada and Ben), and a judge; includes all calls about bounties. */
export async function aBountyEvent(server: TestServer) {
  const { db } = server
  server.setNow(testNow)
  const event = await anEvent(db)
  const root = await anObjective(db, event.id, { name: 'default', objective_type: 'CATEGORY', aggregation: 'NONE' })
  const aBounty = (objective: Partial<NewRow<'objectives'>> = {}, event_id: EventId = event.id) =>
    anObjective(db, event_id, {
      parent_id: root.id,
      objective_type: 'SUBMISSION',
      number_field: 'SUBMISSION_VALUE',
      ...objective,
    })
  const bounty = await aBounty()
  const [red, blue] = [await aTeam(db, event.id), await aTeam(db, event.id)]
  const [ada, ben] = [await aUser(db), await aUser(db)]
  const judge = await aUser(db, { permissions: ['submission_judge'] })
  await aMember(db, red, ada.id, true)
  await aMember(db, blue, ben.id, true)

  const claim = (more: object = {}) => ({
    objective_id: bounty.id,
    timestamp: timeText(testNow - 1000),
    number: 7,
    proof: 'https://clips.test/1',
    ...more,
  })
  const submit = async (user: User, body: object = claim(), event_id: EventId = event.id) =>
    server.send('PUT', `/events/${event_id}/submissions`, await server.as(user), body)

  return {
    event,
    root,
    bounty,
    red,
    blue,
    ada,
    ben,
    judge,
    aBounty,
    claim,
    submit,
    submitted: async (user: User, body?: object) => (await submit(user, body)).json<Submission>(),
    review: async (id: number, approval_status: string, user: User = judge, more: object = {}) =>
      server.send('PUT', `/events/${event.id}/submissions/${id}/review`, await server.as(user), { approval_status, ...more }),
    remove: async (id: number | string, user: User, event_id: EventId = event.id) =>
      server.send('DELETE', `/events/${event_id}/submissions/${id}`, await server.as(user)),
    place: async (team_ids: readonly number[], user: User = judge, objective_id: ObjectiveId = bounty.id) =>
      server.send('PUT', `/events/${event.id}/submissions/admin`, await server.as(user), { objective_id, team_ids }),
    list: async (user?: User, query = '') =>
      (await server.get(`/events/${event.id}/submissions${query}`, user ? await server.as(user) : {})).json<Submission[]>(),
    /** All facts of the event, and the counting ones. */
    async readLedger() {
      const rows = await db.selectFrom('facts').selectAll().where('event_id', '=', event.id).orderBy('sequence').execute()
      const retracted = rows.map((row) => row.retracts)
      return { rows, unretracted: rows.filter((row) => row.kind === 'fact' && !retracted.includes(row.sequence)) }
    },
  }
}

export type BountyEvent = Awaited<ReturnType<typeof aBountyEvent>>

/** A new bounty event for each test of a file. */
export function useBountyEvent(server: TestServer): BountyEvent {
  const world = {} as BountyEvent
  beforeEach(async () => {
    Object.assign(world, await aBountyEvent(server))
  })
  return world
}
