import type { EventId, GuildId, TeamId } from '@muster/contract/ids'
import type { Db } from '../db/connect.ts'
import type { NewRow, Row } from '../db/schema.ts'
import { aMember, anEvent, anObjective, aTeam, aUser, testNow, insertRows } from './builders.ts'
import type { TestServer } from './server.ts'

/** A player with the headers for their calls. */
export interface StashPlayer {
  readonly row: Row<'users'>
  readonly headers: { authorization: string }
}

/** Two teams with one player each, and the root objective. */
export interface StashScene {
  readonly event: Row<'events'>
  readonly team: Row<'teams'>
  readonly rivals: Row<'teams'>
  readonly root: Row<'objectives'>
  readonly member: StashPlayer
  readonly rival: StashPlayer
}

/** Creates the scene. A player's game account has the player's name, with their number after the #. */
export async function setStashScene(server: TestServer): Promise<StashScene> {
  const { db } = server
  server.setNow(testNow)
  await db.deleteFrom('events').execute()
  const event = await anEvent(db)
  const [team, rivals] = [await aTeam(db, event.id), await aTeam(db, event.id)]
  const root = await anObjective(db, event.id, { objective_type: 'CATEGORY', name: 'Everything' })
  const join = async (of: Row<'teams'>, display_name: string): Promise<StashPlayer> => {
    const row = await aUser(db, { display_name })
    await aMember(db, of, row.id)
    const account = { user_id: row.id, provider: 'poe' as const, account_id: `poe-${row.id}`, name: `${display_name}#${row.id}` }
    await insertRows(db, 'accounts', account)
    return { row, headers: await server.as(row) }
  }
  return { event, team, rivals, root, member: await join(team, 'Veskir'), rival: await join(rivals, 'Wren') }
}

/** An objective below the root for a base type. */
export async function aBaseObjective(
  db: Db,
  { event, root }: StashScene,
  base_type: string,
  more: Partial<NewRow<'objectives'>> = {},
): Promise<Row<'objectives'>> {
  const objective = await anObjective(db, event.id, { parent_id: root.id, ...more })
  const condition = { field: 'BASE_TYPE', operator: 'EQ', value: base_type } as const
  await insertRows(db, 'conditions', { objective_id: objective.id, ...condition })
  return objective
}

/** A fact that a tab shows this number from the start of the test's hour. */
export async function aTabFact(db: Db, objective: Row<'objectives'>, team_id: TeamId, tab_id: string, number: number) {
  const { event_id, id: objective_id } = objective
  const fact = { event_id, objective_id, team_id, source: `stash:${tab_id}`, number, timestamp: new Date(testNow) }
  await insertRows(db, 'facts', fact)
}

/** A line in the log of guild 77: a chaos orb put into "Drops" at 1, 2; later lines have higher numbers. */
export const aLogLine = (
  event_id: EventId,
  entry_id: number,
  line: Partial<NewRow<'guild_log_entries'>> = {},
): NewRow<'guild_log_entries'> => ({
  event_id,
  guild_id: 77 as GuildId,
  entry_id,
  timestamp: new Date(testNow - 60_000 + entry_id * 1000),
  account_name: 'Nobody#0000',
  action: 'added',
  item_name: 'Chaos Orb',
  number: 1,
  stash_name: 'Drops',
  x: 1,
  y: 2,
  ...line,
})
