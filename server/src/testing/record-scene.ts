import type { EventId } from '@muster/contract/ids'
import type { PlayerRecord, RecordSharing } from '@muster/contract/records'
import type { NewRow, Row } from '../db/schema.ts'
import { aMember, anEvent, anObjective, aScoreChange, aTeam, aUser, insertRows, testNow } from './builders.ts'
import type { TestServer } from './server.ts'

export type User = Row<'users'>
type Team = Row<'teams'>

export interface World {
  readonly event: Row<'events'>
  readonly root: Row<'objectives'>
  readonly uniques: Row<'objectives'>
  readonly red: Team
  readonly blue: Team
  readonly ada: User
  readonly mate: User
  readonly rival: User
}

type Scored = Partial<Parameters<typeof aScoreChange>[1]> & { readonly by?: Partial<NewRow<'objectives'>> }
/** Helpers for tests of records. */
export function recordScene(server: TestServer) {
  const headersOf = async (user?: User) => (user ? server.as(user) : {})
  const ask = async (user_id: number, viewer?: User) => server.get(`/users/${user_id}/record`, await headersOf(viewer))
  const read = async (user_id: number, viewer?: User) => (await ask(user_id, viewer)).json<PlayerRecord>()
  const share = async (user: User, sharing: RecordSharing) =>
    server.send('PUT', '/users/self/record-sharing', await server.as(user), sharing)

  const aCharacter = (event_id: EventId, user_id: User['id'], character: Partial<NewRow<'characters'>>) =>
    insertRows(server.db, 'characters', {
      event_id,
      id: `c${event_id}-${user_id}-${character.level}`,
      user_id,
      name: 'Wren',
      ascendancy: 'Deadeye',
      level: 90,
      experience: 5,
      ...character,
    })
  const aSample = (event_id: EventId, user_id: User['id'], minutes: number) =>
    insertRows(server.db, 'activity_samples', { event_id, user_id, timestamp: new Date(testNow + minutes * 60_000) })

  /** An event with two teams; Ada plays for the red one. */
  async function aWorld(event: Partial<NewRow<'events'>> = {}, people?: Pick<World, 'ada' | 'mate' | 'rival'>): Promise<World> {
    const { db } = server
    const made = await anEvent(db, event)
    const category = { objective_type: 'CATEGORY', aggregation: 'NONE' } as const
    const root = await anObjective(db, made.id, { ...category, name: 'default' })
    const uniques = await anObjective(db, made.id, { ...category, name: 'Uniques', parent_id: root.id })
    const [red, blue] = [await aTeam(db, made.id, { name: 'Red', color: '#d4344a' }), await aTeam(db, made.id)]
    const { ada, mate, rival } = people ?? { ada: await aUser(db), mate: await aUser(db), rival: await aUser(db) }
    await aMember(db, red, ada.id)
    await aMember(db, red, mate.id)
    await aMember(db, blue, rival.id)
    return { event: made, root, uniques, red, blue, ada, mate, rival }
  }

  /** An objective on which a team has a score. */
  async function score({ event, uniques }: World, team: Team, { by, ...change }: Scored = {}) {
    const objective = await anObjective(server.db, event.id, { parent_id: uniques.id, ...by })
    await aScoreChange(server.db, { event_id: event.id, objective, team_id: team.id, points: 10, ...change })
    return objective
  }

  return { headersOf, ask, read, share, aCharacter, aSample, aWorld, score }
}
