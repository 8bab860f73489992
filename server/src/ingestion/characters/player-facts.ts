import type { TeamId, UserId } from '@muster/contract/ids'
import type { PlayerState } from '@muster/domain/characters/numbers'
import { sql } from 'kysely'
import type { Tx } from '../../db/connect.ts'
import { appendFacts } from '../../db/ledger.ts'
import type { Row } from '../../db/schema.ts'
import { awaitAll } from '../../db/transaction.ts'
import { type RuleReader, lockRulesShared } from '../rules/fact-rules.ts'
import { observeReadings, type TrackedReading } from './observe-readings.ts'
import type { Participant } from '../participants.ts'

/** The newest reading of every character that speaks for its player now, and what it says. */
async function findTrackedReadings(tx: Tx, event: Row<'events'>) {
  const query = sql<{ user_id: UserId } & Pick<Row<'character_readings'>, 'id' | keyof PlayerState>>`
    select characters.user_id, newest.*
    from characters cross join lateral (
      select id, level, ascendancy_points, pantheon_major, pantheon_minor, delve_depth, atlas_trees from character_readings
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

function insertTracked(tx: Tx, event: Row<'events'>, tracked: readonly TrackedReading[]): void {
  tx.defer(
    tx
      .insertInto('tracked_readings')
      .values(tracked.map((one) => ({ event_id: event.id, ...one, reading_ids: [...one.reading_ids] }))),
  )
}

/**
 * Records what the tracked characters of players who changed, and their teams as sums, show now: whose readings speak for
 * whom, and the facts that follow from it by the rules of this moment. Unchanged values make no facts.
 * @param changed players of whom a reading was stored in this transaction, and when it was made.
 * @returns how many facts were written.
 */
export async function recordPlayerFacts(
  tx: Tx,
  event: Row<'events'>,
  readRules: RuleReader,
  participants: readonly Participant[],
  changed: ReadonlyMap<UserId, Date>,
): Promise<number> {
  if (changed.size === 0) return 0
  // Before anything is stored: a rule that is taken over has either seen these rows or is the one that they are read by.
  lockRulesShared(tx, event.id)
  const [{ readingOf, states }, { rules }] = await awaitAll([findTrackedReadings(tx, event), readRules(tx, event.id)])
  const tracked = listTracked(participants, changed, readingOf)
  if (tracked.length === 0) return 0
  insertTracked(tx, event, tracked)
  return appendFacts(tx, event.id, observeReadings(tracked, states, rules, event.game_version))
}
