import type { SuggestionReaders, TeamPlan, TeamSuggestion } from '@muster/contract/suggestions'
import type { Row } from '../db/schema.ts'
import { aMember, anEvent, anObjective, aTeam, aUser, testNow } from './builders.ts'
import type { TestServer } from './server.ts'

type Headers = Record<string, string>

export const orderOf = ({ entries }: TeamPlan) => entries.map(({ objective_id }) => objective_id)
export const findPlanned = ({ entries, message }: TeamPlan, id: number): TeamSuggestion | undefined =>
  [message, ...entries].find((entry) => entry?.objective_id === id) ?? undefined

/** An event with a team of two leads and a member, a lead of a rival team, three objectives, and all calls about plans. */
export async function openPlan(server: TestServer) {
  const { db } = server
  /** Advances with each observation and claim, to give them an order. */
  let now = testNow
  server.setNow(now)
  const people = new Map<Headers, Row<'users'>>()
  const event = await anEvent(db)
  const root = await anObjective(db, event.id, { objective_type: 'CATEGORY', aggregation: 'NONE' })
  const anEntry = async () => (await anObjective(db, event.id, { parent_id: root.id })).id
  const [first, second, third] = [await anEntry(), await anEntry(), await anEntry()]
  const [ours, theirs] = [await aTeam(db, event.id), await aTeam(db, event.id)]

  async function aPlayer(team: Row<'teams'>, is_team_lead: boolean) {
    const user = await aUser(db)
    await aMember(db, team, user.id, is_team_lead)
    const headers = await server.as(user)
    people.set(headers, user)
    return headers
  }
  const lead = await aPlayer(ours, true)
  const otherLead = await aPlayer(ours, true)
  const mate = await aPlayer(ours, false)
  const rival = await aPlayer(theirs, true)

  const path = (rest: string) => `/events/${event.id}/${rest}`
  const readPlan = async (headers: Headers = mate) => (await server.get(path('plan'), headers)).json<TeamPlan>()
  const arrange = (body: object, headers: Headers = lead) => server.send('PUT', path('plan'), headers, body)
  const markSeen = (entries: readonly object[], headers: Headers = mate) =>
    server.send('PUT', path('plan/seen'), headers, { entries })

  return {
    server,
    event,
    root,
    first,
    second,
    third,
    ours,
    lead,
    otherLead,
    mate,
    rival,
    aPlayer,
    path,
    readPlan,
    arrange,
    markSeen,
    userOf: (headers: Headers) => people.get(headers) as Row<'users'>,
    suggest: (id: number, body: object = {}, headers: Headers = lead) =>
      server.send('PUT', path(`suggestions/${id}`), headers, body),
    remove: (id: number, headers: Headers = lead) => server.send('DELETE', path(`suggestions/${id}`), headers),
    readReaders: async (headers: Headers = lead) => (await server.get(path('plan/seen'), headers)).json<SuggestionReaders[]>(),
    /** Saves a plan with these objectives in this order, without time windows. */
    async arrangeAs(ids: readonly number[], more: object = {}, headers: Headers = lead) {
      const { version } = await readPlan(headers)
      return arrange({ version, windows: [], entries: ids.map((objective_id) => ({ objective_id })), ...more }, headers)
    },
    take(id: number, headers: Headers = mate) {
      server.setNow(++now)
      return server.send('PUT', path(`suggestions/${id}/taken`), headers)
    },
    leave: (id: number, headers: Headers = mate) => server.send('DELETE', path(`suggestions/${id}/taken`), headers),
    async seeNow(id: number, headers: Headers = mate) {
      server.setNow(++now)
      const found = findPlanned(await readPlan(headers), id)
      return markSeen([{ objective_id: id, version: found?.version }], headers)
    },
  }
}
export type OpenPlan = Awaited<ReturnType<typeof openPlan>>
