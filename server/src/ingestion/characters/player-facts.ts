import type { TeamId, UserId } from '@muster/contract/ids'
import type { PlayerState } from '@muster/domain/characters/numbers'
import { sql } from 'kysely'
import type { Tx } from '../../db/connect.ts'
import { appendChangedFacts } from '../../db/ledger.ts'
import type { Row } from '../../db/schema.ts'
import { awaitAll } from '../../db/transaction.ts'
import { type RuleReader, lockRulesShared } from '../rules/fact-rules.ts'
import { hasChanged, readReported, type ReportedMemory } from '../rules/reported.ts'
import { atlasNodeCount, observeReadings, type TrackedReading } from './observe-readings.ts'
import type { Participant } from '../participants.ts'

/** The newest reading of every character that speaks for its player now, and what it says. */
async function findTrackedReadings(tx: Tx, event: Row<'events'>) {
  const query = sql<{ user_id: UserId } & Pick<Row<'character_readings'>, 'id'> & PlayerState>`
    select characters.user_id, newest.*
    from characters cross join lateral (
      select id, level, ascendancy_points, pantheon_major, pantheon_minor, delve_depth, ${atlasNodeCount} as atlas_node_count
      from character_readings
      where event_id = characters.event_id and character_id = characters.id
      order by id desc limit 1
    ) newest
    where characters.event_id = ${event.id} and is_tracked and characters.user_id is not null`
  const { rows } = await query.execute(tx)
  return {
    readingOf: new Map(rows.map((row) => [row.user_id, row.id])),
    states: new Map<number, PlayerState>(rows.map(({ user_id: _user, id, ...state }) => [id, state])),
  }
}

/** The players who changed, each followed by nobody, then their teams as they are put together now. */
function listTracked(
  participants: readonly Participant[],
  changed: ReadonlyMap<UserId, Date>,
  readingOf: ReadonlyMap<UserId, number>,
): TrackedReading[] {
  const players: TrackedReading[] = []
  /** When the newest of its players changed. */
  const teams = new Map<TeamId, Date>()
  for (const { user_id, team_id } of participants) {
    const timestamp = changed.get(user_id)
    if (timestamp === undefined) continue
    const before = teams.get(team_id)
    if (before === undefined || before < timestamp) teams.set(team_id, timestamp)
    const reading_id = readingOf.get(user_id)
    if (reading_id !== undefined) players.push({ timestamp, team_id, user_id, reading_ids: [reading_id] })
  }
  const sums = [...teams].map(([team_id, timestamp]) => {
    const members = participants.filter((one) => one.team_id === team_id)
    const reading_ids = members.flatMap(({ user_id }) => readingOf.get(user_id) ?? [])
    return { timestamp, team_id, user_id: null, reading_ids }
  })
  return [...players, ...sums]
}

/** @returns the id of the last. */
async function insertTracked(tx: Tx, event: Row<'events'>, tracked: readonly TrackedReading[]): Promise<number> {
  const rows = await tx
    .insertInto('tracked_readings')
    .values(tracked.map((one) => ({ event_id: event.id, ...one, reading_ids: [...one.reading_ids] })))
    .returning('id')
    .execute()
  return rows.at(-1)?.id ?? 0
}

/** The id of the event's last tracked reading. */
async function findPosition(tx: Tx, event: Row<'events'>): Promise<number> {
  const query = tx.selectFrom('tracked_readings').select('id').where('event_id', '=', event.id).orderBy('id', 'desc').limit(1)
  return (await query.executeTakeFirst())?.id ?? 0
}

export interface PlayerFacts {
  readonly facts: number
  remember(): void
}

const noFacts: PlayerFacts = { facts: 0, remember: () => undefined }

/**
 * Records what the tracked characters of players who changed, and their teams as sums, show now: whose readings speak for
 * whom, and the facts that follow from it by the rules of this moment. Unchanged values make no facts.
 * @param changed players of whom a reading was stored in this transaction, and when it was made.
 * @returns how many facts were written, and what tells the memory, to be called once the transaction is committed.
 */
export async function recordPlayerFacts(
  tx: Tx,
  event: Row<'events'>,
  { readRules, memory }: { readonly readRules: RuleReader; readonly memory?: ReportedMemory },
  participants: readonly Participant[],
  changed: ReadonlyMap<UserId, Date>,
): Promise<PlayerFacts> {
  if (changed.size === 0) return noFacts
  // Before anything is stored: a rule that is taken over has either seen these rows or is the one that they are read by.
  lockRulesShared(tx, event.id)
  const [position, { readingOf, states }, book] = await awaitAll([
    findPosition(tx, event),
    findTrackedReadings(tx, event),
    readRules(tx, event.id),
  ])
  const tracked = listTracked(participants, changed, readingOf)
  if (tracked.length === 0) return noFacts
  const from = { position, book }
  const observed = observeReadings(tracked, states, book.rules, event.game_version)
  const sources = observed.map(({ source }) => source)
  const [last, reported] = await awaitAll([insertTracked(tx, event, tracked), readReported(tx, event.id, sources, from, memory)])
  // Of people and teams nobody else writes: whoever matches anew holds the rules.
  const facts = await appendChangedFacts(
    tx,
    event.id,
    observed.filter((one) => hasChanged(reported, one)),
  )
  return { facts, remember: () => memory?.keep(from, { position: last, book }, reported) }
}
