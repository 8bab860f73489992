import { createHash } from 'node:crypto'
import type { EventId, ObjectiveId, TeamId, UserId } from '@muster/contract/ids'
import type { EventDefinition } from '@muster/domain/objectives/definition'
import { createDepositIndex, depositPrefix, namesFinder, readDeposits } from '@muster/domain/scoring/attribution'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/connect.ts'
import { appendFacts, isUnretracted, lockGuildLogs, type Observation, retractFacts } from '../../db/ledger.ts'
import { listNamedPlayers, nameKey } from '../participants.ts'

/** Upper bound for the lines read at a time. */
const batchSize = 5000

const listGuilds = (db: Db, event_id: EventId) =>
  db.selectFrom('guilds').select(['guild_id', 'team_id']).where('event_id', '=', event_id).orderBy('guild_id').execute()

/** All inputs that decide how lines are credited; when they change, the logs are read again. */
async function loadReading(tx: Db, event_id: EventId, definition_sequence: number) {
  const guilds = await listGuilds(tx, event_id)
  const participants = await listNamedPlayers(tx, event_id)
  const read_with = createHash('sha256')
    .update(JSON.stringify([definition_sequence, guilds, participants]))
    .digest()
  return { guilds, participants, read_with }
}
type Reading = Awaited<ReturnType<typeof loadReading>>

/**
 * The facts from the lines after a position: deposits by accounts that play for the guild's team, of items that name a finder.
 */
async function readNewDeposits(tx: Db, event_id: EventId, definition: EventDefinition, reading: Reading, after: number) {
  const findObjectives = createDepositIndex(
    definition.objectives.filter((objective) => namesFinder(objective, definition.presets)),
  )
  const single = tx
    .selectFrom('guild_log_entries')
    .where('event_id', '=', event_id)
    .where('position', '>', after)
    .where('action', '=', 'added')
    .where('number', '=', 1)
  const names = await single.select('item_name').distinct().execute()
  const wanted = names.flatMap(({ item_name }) => (findObjectives(item_name).length > 0 ? [item_name] : []))
  const teamOf = new Map<number, TeamId>(reading.guilds.map((guild) => [guild.guild_id, guild.team_id]))
  const playerOf = new Map(reading.participants.map((one) => [nameKey(one.account_name), one]))
  const observations: Observation[] = []
  for (let position = after; wanted.length > 0; ) {
    const lines = await single
      .select(['guild_id', 'entry_id', 'position', 'account_name', 'action', 'item_name', 'number', 'timestamp'])
      .where('position', '>', position)
      .where('item_name', '=', sql<string>`any(${wanted})`)
      .orderBy('position')
      .limit(batchSize)
      .execute()
    const resolved = lines.flatMap(({ guild_id, entry_id, account_name, timestamp, ...line }) => {
      const player = playerOf.get(nameKey(account_name))
      if (!player || player.team_id !== teamOf.get(guild_id)) return []
      const { user_id, team_id } = player
      return [{ ...line, id: `${guild_id}:${entry_id}`, user_id, team_id, timestamp: timestamp.getTime() }]
    })
    for (const { objective_id, team_id, user_id, source, number, timestamp } of readDeposits(findObjectives, resolved)) {
      observations.push({
        objective_id: objective_id as ObjectiveId,
        team_id: team_id as TeamId,
        user_id: user_id as UserId,
        source,
        number,
        timestamp: new Date(timestamp),
      })
    }
    position = lines.at(-1)?.position ?? position
    if (lines.length < batchSize) break
  }
  return observations
}

/**
 * The result of the whole log under another definition; reads only.
 * @returns null if no log has been read yet: then a definition changes nothing.
 */
export async function readAllDeposits(
  db: Db,
  event_id: EventId,
  definition: EventDefinition,
): Promise<readonly Observation[] | null> {
  const cursor = await db.selectFrom('guild_log_cursors').select('event_id').where('event_id', '=', event_id).executeTakeFirst()
  if (!cursor) return null
  return readNewDeposits(db, event_id, definition, await loadReading(db, event_id, 0), 0)
}

const keyOf = ({ objective_id, team_id, source }: Pick<Observation, 'objective_id' | 'team_id' | 'source'>) =>
  `${objective_id}|${team_id}|${source}`

/** Retracts facts without a matching line: the objective asks for something else, or the player is in another team. */
async function retractOthers(tx: Tx, event_id: EventId, kept: readonly Observation[]): Promise<void> {
  const wanted = new Set(kept.map(keyOf))
  const unretracted = await tx
    .selectFrom('facts')
    .select(['sequence', 'objective_id', 'team_id', 'source'])
    .where('event_id', '=', event_id)
    .where('kind', '=', 'fact')
    .where('source', 'like', `${depositPrefix}%`)
    .where(isUnretracted)
    .execute()
  const stale = unretracted.filter((fact) => !wanted.has(keyOf(fact)))
  const reason = 'The objective, the team or the guild of this deposit has changed'
  retractFacts(
    tx,
    event_id,
    stale.map((fact) => fact.sequence),
    { author_id: null, reason },
  )
}

/**
 * Turns the event's guild logs into facts that name finders: from new lines, or from all of them when the definition, the
 * participants or the guilds have changed since. Facts and position are committed together.
 */
export async function recordDeposits(
  tx: Tx,
  event_id: EventId,
  { sequence, definition }: { readonly sequence: number; readonly definition: EventDefinition },
): Promise<void> {
  const cursor = await tx.selectFrom('guild_log_cursors').selectAll().where('event_id', '=', event_id).executeTakeFirst()
  lockGuildLogs(tx, event_id)
  const reading = await loadReading(tx, event_id, sequence)
  const newest = await tx
    .selectFrom('guild_log_entries')
    .select('position')
    .where('event_id', '=', event_id)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  const isSameReading = cursor !== undefined && cursor.read_with.equals(reading.read_with)
  const position = newest?.position ?? 0
  if (isSameReading && cursor.position >= position) return
  const observations = await readNewDeposits(tx, event_id, definition, reading, isSameReading ? cursor.position : 0)
  if (!isSameReading) await retractOthers(tx, event_id, observations)
  await appendFacts(tx, event_id, observations)
  const next = { position, read_with: reading.read_with }
  await tx
    .insertInto('guild_log_cursors')
    .values({ event_id, ...next })
    .onConflict((conflict) => conflict.column('event_id').doUpdateSet(next))
    .execute()
}
