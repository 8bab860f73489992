import type { EventId, TeamId, UserId } from '@muster/contract/ids'
import type { PlayerState } from '@muster/domain/characters/player-state'
import { type NotNull, sql } from 'kysely'
import type { Tx } from '../../db/connect.ts'
import { appendChangedFacts } from '../../db/ledger.ts'
import type { Row } from '../../db/schema.ts'
import { awaitAll } from '../../db/transaction.ts'
import { type RuleReader, lockRulesShared } from '../rules/fact-rules.ts'
import { hasChanged, readReported, type ReportedMemory } from '../rules/reported-numbers.ts'
import { observeReadings, type StateRow, stateColumns, type TrackedReading, withValues } from './observe-readings.ts'
import type { Participant } from '../participants.ts'

interface NewestReading {
  readonly character_id: string
  readonly id: number
  readonly state: PlayerState
}

type Readings = Map<UserId, NewestReading>

/**
 * Cache of the newest reading of each player's scoring character: of a thousand players, only a few change at a time. Valid as
 * long as no other process has evaluated; otherwise it is cleared.
 */
export interface ReadingMemory {
  /** The id of the last tracked reading that was evaluated. */
  position: number
  readonly newest: Readings
}

export const createReadingMemory = (): ReadingMemory => ({ position: 0, newest: new Map() })

/** The newest reading of each of these characters. */
async function loadNewest(tx: Tx, event_id: EventId, ids: readonly string[]): Promise<Map<string, NewestReading>> {
  if (ids.length === 0) return new Map()
  // One index step each. With equality conditions PostgreSQL may instead scan the primary key backwards through the readings of
  // all characters.
  const columns = [...stateColumns, 'values_id'].map((column) => sql.ref(column))
  const query = sql<StateRow & Pick<Row<'character_readings'>, 'character_id'>>`
    select newest.*
    from unnest(${ids}::text[]) as wanted (id) cross join lateral (
      select event_id, character_id, id, ${sql.join(columns)}
      from character_readings
      where (event_id, character_id, id) <= (${event_id}::int, wanted.id, 9223372036854775807)
      order by event_id desc, character_id desc, id desc limit 1
    ) newest
    where newest.event_id = ${event_id} and newest.character_id = wanted.id`
  const { rows } = await query.execute(tx)
  const states = await withValues(tx, rows)
  return new Map(
    rows.flatMap(({ character_id, id }) => {
      const state = states.get(id)
      return state ? [[character_id, { character_id, id, state }] as const] : []
    }),
  )
}

type TrackedCharacter = Pick<Row<'characters'>, 'id'> & { readonly user_id: UserId }

/** The current scoring characters of all players. */
const listTrackedCharacters = (tx: Tx, event_id: EventId): Promise<TrackedCharacter[]> =>
  tx
    .selectFrom('characters')
    .select(['id', 'user_id'])
    .where('event_id', '=', event_id)
    .where('is_tracked', '=', true)
    .where('user_id', 'is not', null)
    .$narrowType<{ user_id: NotNull }>()
    .execute()

/** The newest readings of these characters; missing ones are loaded. */
async function findReadings(
  tx: Tx,
  event_id: EventId,
  characters: readonly TrackedCharacter[],
  known: Readings,
): Promise<Readings> {
  const recall = ({ id, user_id }: TrackedCharacter) => {
    const reading = known.get(user_id)
    return reading?.character_id === id ? reading : undefined
  }
  const missing = characters.filter((one) => recall(one) === undefined).map(({ id }) => id)
  const read = await loadNewest(tx, event_id, missing)
  return new Map(
    characters.flatMap((one) => {
      const reading = recall(one) ?? read.get(one.id)
      return reading ? [[one.user_id, reading] as const] : []
    }),
  )
}

/** The players who changed, one entry each, then their teams with all current members. */
function listTracked(
  participants: readonly Participant[],
  changed: ReadonlyMap<UserId, Date>,
  readings: Readings,
  { figures_only, after = new Map() }: { figures_only: boolean; after?: ReadonlyMap<TeamId, Date> },
): TrackedReading[] {
  const players: TrackedReading[] = []
  /** Time of the last change among its players. */
  const teams = new Map<TeamId, Date>()
  for (const { user_id, team_id } of participants) {
    const timestamp = changed.get(user_id)
    if (timestamp === undefined) continue
    const before = teams.get(team_id) ?? after.get(team_id)
    teams.set(team_id, before === undefined || before < timestamp ? timestamp : before)
    const reading_id = readings.get(user_id)?.id
    if (reading_id !== undefined) players.push({ timestamp, team_id, user_id, reading_ids: [reading_id], figures_only })
  }
  const sums = [...teams].map(([team_id, timestamp]) => {
    const members = participants.filter((one) => one.team_id === team_id)
    const reading_ids = members.flatMap(({ user_id }) => readings.get(user_id)?.id ?? [])
    return { timestamp, team_id, user_id: null, reading_ids, figures_only }
  })
  return [...players, ...sums]
}

/** @returns the id of the last one. */
async function insertTracked(tx: Tx, event: Row<'events'>, tracked: readonly TrackedReading[]): Promise<number> {
  const rows = await tx
    .insertInto('tracked_readings')
    .values(tracked.map((one) => ({ event_id: event.id, ...one, reading_ids: [...one.reading_ids] })))
    .returning('id')
    .execute()
  return rows.at(-1)?.id ?? 0
}

/** Until when figures already count in the sums of these teams: they stay in order, although builds take different times. */
async function findFiguredUntil(tx: Tx, event_id: EventId, team_ids: readonly TeamId[]): Promise<Map<TeamId, Date>> {
  if (team_ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('tracked_readings')
    .distinctOn('team_id')
    .select(['team_id', 'timestamp'])
    .where('event_id', '=', event_id)
    .where('team_id', '=', sql<TeamId>`any(${team_ids})`)
    .where('figures_only', '=', true)
    .where('user_id', 'is', null)
    .orderBy('team_id')
    .orderBy('id', 'desc')
    .execute()
  return new Map(rows.map(({ team_id, timestamp }) => [team_id, timestamp]))
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

/** The rules, and optional caches; without them everything is read from the database. */
export interface Means {
  readonly readRules: RuleReader
  readonly memory?: ReportedMemory
  readonly readings?: ReadingMemory
}

/**
 * Records the current state of the players who changed, and of their teams as sums: the readings that count from now on, and the
 * facts that follow from the current rules. Unchanged numbers add no facts.
 * @param changed players with a reading of the game stored in this transaction, and its time.
 * @param figured players whose build was calculated, and when the game showed it.
 * @returns the number of facts written, and a function that updates the caches, to be called after the commit.
 */
export async function recordPlayerFacts(
  tx: Tx,
  event: Row<'events'>,
  { readRules, memory, readings: remembered = createReadingMemory() }: Means,
  participants: readonly Participant[],
  { changed, figured }: Readonly<Record<'changed' | 'figured', ReadonlyMap<UserId, Date>>>,
): Promise<PlayerFacts> {
  if (changed.size === 0 && figured.size === 0) return noFacts
  for (const user_id of [...changed.keys(), ...figured.keys()]) remembered.newest.delete(user_id)
  // Before anything is stored: a new rule must either have seen these rows or evaluate them itself.
  lockRulesShared(tx, event.id)
  const figured_teams = [...new Set(participants.flatMap((one) => (figured.has(one.user_id) ? one.team_id : [])))]
  const [position, characters, book, after] = await awaitAll([
    findPosition(tx, event),
    listTrackedCharacters(tx, event.id),
    readRules(tx, event.id),
    findFiguredUntil(tx, event.id, figured_teams),
  ])
  if (remembered.position !== position) remembered.newest.clear()
  const readings = await findReadings(tx, event.id, characters, remembered.newest)
  const tracked = [
    ...listTracked(participants, figured, readings, { figures_only: true, after }),
    ...listTracked(participants, changed, readings, { figures_only: false }),
  ]
  if (tracked.length === 0) return noFacts
  const from = { position, book }
  const states = new Map([...readings.values()].map(({ id, state }) => [id, state]))
  const observed = observeReadings(tracked, states, book.rules, event.game_version)
  const sources = observed.map(({ source }) => source)
  const [last, reported] = await awaitAll([insertTracked(tx, event, tracked), readReported(tx, event.id, sources, from, memory)])
  // Facts of players and teams have no other writer now: a re-evaluation would need the rules lock.
  const facts = await appendChangedFacts(
    tx,
    event.id,
    observed.filter((one) => hasChanged(reported, one)),
  )
  function remember(): void {
    memory?.keep(from, { position: last, book }, reported)
    remembered.position = last
    for (const [user_id, reading] of readings) remembered.newest.set(user_id, reading)
  }
  return { facts, remember }
}
