import type { EventId } from '@muster/contract/ids'
import { listSandboxFacts, sandboxRound_ms, sandboxTeams } from '@muster/domain/events/sandbox'
import type { Db, Tx } from '../../db/connect.ts'
import { recordDefinition } from '../../db/definition.ts'
import { appendFacts, lockLedger, notifyAccess } from '../../db/ledger.ts'
import type { Row } from '../../db/schema.ts'
import { applyExample } from '../../definition/examples.ts'
import { findEvent, insertRoot, removeEvent } from '../events/store.ts'
import { insertTeam } from '../teams/store.ts'

const hour_ms = 3_600_000

/** Signups were over before the round began. */
function readDates(round: number) {
  const start = round * sandboxRound_ms
  return {
    application_start_time: new Date(start - 2 * hour_ms),
    application_end_time: new Date(start - hour_ms),
    event_start_time: new Date(start),
    event_end_time: new Date(start + sandboxRound_ms),
  }
}

/** Makes the event, its teams and people, and the objectives of the example "weekend", which has no dates. */
async function makeSandbox(tx: Tx, round: number, now: number): Promise<void> {
  const fields = { name: 'Sandbox with invented teams', game_version: 'poe1', max_size: 12, ...readDates(round) } as const
  const { id: event_id } = await tx
    .insertInto('events')
    .values({ ...fields, is_public: true, is_locked: true, is_sandbox: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertRoot(tx, event_id)
  await applyExample(tx, event_id, 'weekend', { author_id: null, now })
  for (const { name, players } of sandboxTeams) {
    const team_id = await insertTeam(tx, { event_id, name })
    const people = await tx
      .insertInto('users')
      .values(players.map((display_name) => ({ display_name, archived_event_id: event_id })))
      .returning('id')
      .execute()
    await tx
      .insertInto('team_users')
      .values(people.map(({ id }) => ({ event_id, team_id, user_id: id })))
      .execute()
  }
  await recordDefinition(tx, event_id, { timestamp: new Date(now), author_id: null, reason: 'the sandbox was made' })
}

/**
 * Begins another round: removes the facts and the changes before the last round. The raised fence makes the scorekeeper take over
 * again; it finds an empty ledger, and removes the scores by ordinary changes.
 */
async function startOver(tx: Tx, { id }: Row<'events'>, round: number, now: number): Promise<void> {
  lockLedger(tx, id)
  await tx
    .updateTable('events')
    // Caches with facts are built again, as after the deletion of a person.
    .set((eb) => ({ ...readDates(round), version: eb('version', '+', 1), deleted_people: eb('deleted_people', '+', 1) }))
    .where('id', '=', id)
    .execute()
  await tx.deleteFrom('facts').where('event_id', '=', id).execute()
  await tx.deleteFrom('definition_changes').where('event_id', '=', id).execute()
  const kept_from = new Date((round - 1) * sandboxRound_ms)
  await tx.deleteFrom('score_changes').where('event_id', '=', id).where('changed_at', '<', kept_from).execute()
  await tx
    .updateTable('score_cursors')
    .set((eb) => ({ fence: eb('fence', '+', 1) }))
    .where('event_id', '=', id)
    .execute()
  await recordDefinition(tx, id, { timestamp: new Date(now), author_id: null, reason: 'the sandbox started over' })
}

async function addFacts(tx: Tx, event_id: EventId, round: number, now: number): Promise<void> {
  const objectives = await tx
    .selectFrom('objectives')
    .select(['id', 'required_number'])
    .where('event_id', '=', event_id)
    .where('objective_type', '<>', 'CATEGORY')
    .orderBy('id')
    .execute()
  const members = await tx
    .selectFrom('team_users')
    .select(['team_id', 'user_id'])
    .where('event_id', '=', event_id)
    .orderBy('user_id')
    .execute()
  const teams = [...Map.groupBy(members, ({ team_id }) => team_id)].sort(([a], [b]) => a - b)
  const observations = listSandboxFacts(objectives, round, now).flatMap(({ objective_id, team, player, number, at }) => {
    const [team_id, people] = teams[team] ?? []
    const user_id = people?.[player]?.user_id
    if (team_id === undefined || user_id === undefined) return []
    const source = `user:${user_id}`
    return [{ objective_id: objective_id as Row<'objectives'>['id'], team_id, user_id, source, number, timestamp: new Date(at) }]
  })
  await appendFacts(tx, event_id, observations)
}

/** Makes the sandbox if it does not exist, starts it over when its round has ended, and adds the facts up to now. */
export async function runSandbox(db: Db, now: number): Promise<void> {
  const round = Math.floor(now / sandboxRound_ms)
  await db.transact(async (tx) => {
    const event = await findEvent(tx, 'sandbox')
    if (!event) await makeSandbox(tx, round, now)
    else if (event.event_start_time.getTime() !== round * sandboxRound_ms) await startOver(tx, event, round, now)
  })
  await db.transact(async (tx) => {
    const event = await findEvent(tx, 'sandbox')
    if (event) await addFacts(tx, event.id, round, now)
  })
}

/** Removes the sandbox with its people. */
export async function removeSandbox(db: Db): Promise<void> {
  const event = await findEvent(db, 'sandbox')
  if (!event) return
  await db.transact(async (tx) => {
    lockLedger(tx, event.id)
    await removeEvent(tx, event.id)
    await notifyAccess(tx)
  })
}
