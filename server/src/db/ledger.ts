import type { EventId, ObjectiveId, TeamId, UserId } from '@muster/contract/ids'
import type { Fact, Retraction } from '@muster/domain/scoring/ledger'
import { type RawBuilder, sql } from 'kysely'
import { counted, tellMark } from '../telemetry/points.ts'
import type { Db, Tx } from './connect.ts'
import type { CopiedRow } from './copy.ts'
import type { Channel } from './listen.ts'
import type { Row } from './schema.ts'

/** First key of the advisory locks that serialise writers; the second is the event id. */
export const ledgerLock = 1
export const scorekeeperLock = 2
/** Lock on the choice of the current event; its second key is 0. */
export const currentLock = 5
const guildLogLock = 3
/** Lock on the rules that produce facts; see `ingestion/rules/fact-rules.ts`. Acquired before the ledger's. */
export const rulesLock = 6
const snapshotsLock = 7
const guildTabsLock = 8
/** Lock of the process that runs the jobs with game requests; its second key is 0. */
export const gameJobsLock = 9
const peopleLock = 10

/** A number that a source shows from `timestamp` on. See `Fact` in the domain. */
export interface Observation {
  readonly objective_id: ObjectiveId
  readonly team_id: TeamId
  readonly user_id: UserId | null
  readonly source: string
  readonly number: number
  readonly timestamp: Date
  readonly stash_snapshot_id?: number
}

/** A manual decision about the count, with its author and reason for the receipt. */
export interface Ruling extends Observation {
  readonly author_id: UserId
  readonly reason: string
  /** Shown on receipts instead of the reason. */
  readonly public_note?: string | null
}

/** The fact has not been retracted. */
export const isUnretracted = sql<boolean>`not exists (select from facts later where later.retracts = facts.sequence)`

/**
 * The fact matches the current rules: no program has retracted it. A fact retracted by a person still matches what its source
 * showed, so that the next evaluation does not add it again.
 */
export const isSeen = sql<boolean>`not exists (
  select from facts later where later.retracts = facts.sequence and later.is_automatic)`

/** The fact belongs to a source, found by the index `facts_of_source`. */
export const isFromSource = (source: RawBuilder<unknown>, facts = sql`facts`) =>
  sql<boolean>`hashtext(${facts}.source) = hashtext(${source}) and ${facts}.source = ${source}`

/** The same for several sources. */
export const isFromSources = (sources: readonly string[]) => sql<boolean>`
  hashtext(facts.source) = any(array(select hashtext(wanted) from unnest(${sources}::text[]) wanted))
  and facts.source = any(${sources})`

const keyOf = (row: { objective_id: number; team_id: number; source: string }) =>
  `${row.objective_id}|${row.team_id}|${row.source}`

/**
 * Takes the event's ledger lock; as with all locks here, before the next statement and until the end of the transaction. Sequence
 * numbers drawn under it follow the order of commits, so a reader of number n never misses a smaller number that commits
 * later.
 */
export function lockLedger(tx: Tx, event_id: EventId): void {
  tx.defer(sql`select pg_advisory_xact_lock(${ledgerLock}, ${event_id})`)
}

/**
 * Locks the guild tabs of an event. Two jobs write many of the same rows in one transaction, each in its own order; without the
 * lock they could deadlock.
 */
export function lockGuildTabs(tx: Tx, event_id: EventId): void {
  tx.defer(sql`select pg_advisory_xact_lock(${guildTabsLock}, ${event_id})`)
}

/**
 * Locks an event's snapshots, so that their ids follow the order of commits: the evaluation reads them by id and would miss a
 * smaller id that commits later.
 */
export function lockSnapshots(tx: Tx, event_id: EventId): void {
  tx.defer(sql`select pg_advisory_xact_lock(${snapshotsLock}, ${event_id})`)
}

/**
 * Locks an event's people, before all other locks: until the end of the transaction no data read about them is stored. For
 * deleting a person.
 */
export function lockPeople(tx: Tx, event_id: EventId): void {
  tx.defer(sql`select pg_advisory_xact_lock(${peopleLock}, ${event_id})`)
}

/**
 * Prevents the deletion of an event's people until the end of the transaction. For storing data about people that was read
 * earlier.
 */
export function lockPeopleShared(tx: Tx, event_id: EventId): void {
  tx.defer(sql`select pg_advisory_xact_lock_shared(${peopleLock}, ${event_id})`)
}

/**
 * Locks an event's guild logs, so that their positions follow the order of commits: a reader who has read up to a position has
 * missed no earlier one.
 */
export function lockGuildLogs(tx: Tx, event_id: EventId): void {
  tx.defer(sql`select pg_advisory_xact_lock(${guildLogLock}, ${event_id})`)
}

/**
 * The last fact of each source, keyed by `objective|team|source`. One index step each: a player is observed thousands of times,
 * and that history is not read again.
 */
async function loadLatest(tx: Tx, event_id: EventId, observations: readonly Observation[]): Promise<Map<string, number>> {
  const wanted = [...new Map(observations.map((one) => [keyOf(one), one])).values()]
  const { rows } = await sql<Pick<Row<'facts'>, 'objective_id' | 'team_id' | 'source' | 'number'>>`
    select wanted.*, latest.number
    from unnest(
      ${wanted.map((one) => one.objective_id)}::int[], ${wanted.map((one) => one.team_id)}::int[],
      ${wanted.map((one) => one.source)}::text[]
    ) as wanted (objective_id, team_id, source)
    cross join lateral (
      select number from facts
      where event_id = ${event_id} and ${isFromSource(sql`wanted.source`)} and objective_id = wanted.objective_id
        and team_id = wanted.team_id and kind = 'fact' and ${isSeen}
      order by sequence desc limit 1
    ) latest`.execute(tx)
  return new Map(rows.map((row) => [keyOf(row), row.number]))
}

/**
 * Appends observations in order and wakes the scorekeeper. Skips observations that repeat the last fact of their source, a first
 * zero, and facts of a team or objective deleted in the meantime.
 * @returns the number of facts written.
 */
export async function appendFacts(tx: Tx, event_id: EventId, observations: readonly Observation[]): Promise<number> {
  if (observations.length === 0) return 0
  lockLedger(tx, event_id)
  const latest = await loadLatest(tx, event_id, observations)
  const changed: Observation[] = []
  for (const one of observations) {
    if ((latest.get(keyOf(one)) ?? 0) === one.number) continue
    latest.set(keyOf(one), one.number)
    changed.push(one)
  }
  if (changed.length === 0) return 0
  return (await insertFacts(tx, event_id, changed)).length
}

/**
 * Like `appendFacts`, for observations known to be changes: the caller has read the last facts of their sources in this
 * transaction, and nothing else writes facts of these sources until it ends.
 */
export async function appendChangedFacts(tx: Tx, event_id: EventId, changed: readonly Observation[]): Promise<number> {
  if (changed.length === 0) return 0
  lockLedger(tx, event_id)
  return (await insertFacts(tx, event_id, changed)).length
}

/**
 * A statement about the count: a judge's ruling, a report that the event's rule confirms (a reason, no author), or the report of
 * a player (neither).
 */
export type Statement = Ruling | (Observation & { readonly author_id: null; readonly reason: string | null })

/**
 * Appends statements of people in order and wakes the scorekeeper. Writes every one: after a withdrawal, the same decision may be
 * made again, and is a change.
 * @returns their sequence numbers, in the same order.
 */
export async function appendStatements(tx: Tx, event_id: EventId, statements: readonly Statement[]): Promise<number[]> {
  if (statements.length === 0) return []
  lockLedger(tx, event_id)
  return insertFacts(tx, event_id, statements)
}

type AnyFact = Observation & { readonly [N in 'author_id' | 'reason' | 'public_note']?: Ruling[N] | null | undefined }

/** @returns the sequence numbers of the written facts; facts of a deleted team or objective are skipped. */
async function insertFacts(tx: Tx, event_id: EventId, facts: readonly AnyFact[]): Promise<number[]> {
  const column = <T>(pick: (one: AnyFact) => T) => facts.map(pick)
  const { rows } = await sql<{ sequence: number }>`
    insert into facts (event_id, objective_id, team_id, user_id, source, number, timestamp, stash_snapshot_id, author_id, reason,
      public_note)
    select ${event_id}, objective_id, team_id, user_id, source, number, timestamp, snapshot_id, author_id, reason, public_note
    from unnest(
      ${column((one) => one.objective_id)}::int[], ${column((one) => one.team_id)}::int[], ${column((one) => one.user_id)}::int[],
      ${column((one) => one.source)}::text[], ${column((one) => one.number)}::bigint[], ${column((one) => one.timestamp)}::timestamptz[],
      ${column((one) => one.stash_snapshot_id ?? null)}::bigint[],
      ${column((one) => one.author_id ?? null)}::int[], ${column((one) => one.reason ?? null)}::text[],
      ${column((one) => one.public_note ?? null)}::text[]
    ) with ordinality as added (objective_id, team_id, user_id, source, number, timestamp, snapshot_id, author_id, reason, public_note,
      place)
    where exists (select from teams where id = team_id and event_id = ${event_id})
      and exists (select from objectives where id = objective_id and event_id = ${event_id})
    order by place
    returning sequence`.execute(tx)
  notify(tx, 'ledger', event_id)
  counted.facts_written += rows.length
  tellMark('wrote', 'ledger', event_id, rows.at(-1)?.sequence)
  return rows.map((row) => row.sequence)
}

/**
 * Retracts facts; `author_id` and `reason` are stored, without an author for programs. The facts themselves stay. Facts that are
 * already retracted stay unchanged.
 */
export function retractFacts(
  tx: Tx,
  event_id: EventId,
  sequences: readonly number[],
  why: { author_id: UserId | null; reason: string },
): void {
  if (sequences.length === 0) return
  lockLedger(tx, event_id)
  tx.defer(sql`
    insert into facts (event_id, objective_id, team_id, user_id, source, number, timestamp, kind, retracts, author_id, reason, is_automatic)
    select event_id, objective_id, team_id, user_id, source, number, timestamp, 'retraction', sequence, ${why.author_id}, ${why.reason},
      ${why.author_id === null}
    from facts
    where event_id = ${event_id} and sequence = any(${sequences}) and kind = 'fact' and ${isUnretracted}
    order by sequence`)
  notify(tx, 'ledger', event_id)
}

/** Notifies the listeners of a channel when the transaction commits. */
export function notify(tx: Tx, channel: Channel, event_id: EventId): void {
  tx.defer(sql`select pg_notify(${channel}, ${String(event_id)})`)
}

/**
 * Notifies listeners, when the transaction commits, that rights, logins, team members or the visibility of an event have changed.
 */
export async function notifyAccess(tx: Db): Promise<void> {
  await sql`select pg_notify('access', '')`.execute(tx)
}

/** Selects facts and retractions of an event; all by default. */
export interface LedgerPart {
  /** Sequence numbers greater than `after`, and up to `upTo`. */
  readonly after?: number
  readonly upTo?: number
  readonly objective_ids?: readonly number[]
  readonly team_id?: number
  /** Without the facts that rest on a player's word alone. */
  readonly confirmed_only?: boolean
}

/** Calls `use` with the facts and retractions of an event, in order. */
export function eachFact(
  db: Db,
  event_id: EventId,
  { after = 0, upTo = Number.MAX_SAFE_INTEGER, objective_ids, team_id, confirmed_only = false }: LedgerPart,
  use: (entry: Fact | Retraction) => void,
): Promise<void> {
  const chosen = [
    sql`event_id = ${sql.lit(event_id)} and sequence > ${sql.lit(after)} and sequence <= ${sql.lit(upTo)}`,
    ...(objective_ids ? [sql`objective_id = any(array[${sql.join(objective_ids.map((id) => sql.lit(id)))}]::int[])`] : []),
    ...(team_id === undefined ? [] : [sql`team_id = ${sql.lit(team_id)}`]),
    ...(confirmed_only ? [sql`not (kind = 'fact' and reason is null and source like 'submission:%')`] : []),
  ]
  const query = sql`select ${entryColumns} from facts where ${sql.join(chosen, sql` and `)} order by sequence`
  return db.copy(query, (row) => use(readEntry(row)))
}

export const entryColumns = sql`sequence, retracts, objective_id, team_id, user_id, source, number, timestamp`

/** Reads `entryColumns`. */
export function readEntry(row: CopiedRow): Fact | Retraction {
  const sequence = row.int() ?? 0
  const retracts = row.int()
  const objective_id = row.int() ?? 0
  const team_id = row.int() ?? 0
  const user_id = row.int()
  const source = row.text()
  const number = row.int() ?? 0
  const timestamp = row.time()
  if (retracts !== null) return { kind: 'retraction', sequence, objective_id, retracts }
  return { kind: 'fact', sequence, objective_id, team_id, user_id, source, number, timestamp }
}

export async function listFacts(db: Db, event_id: EventId, part: LedgerPart = {}): Promise<(Fact | Retraction)[]> {
  const facts: (Fact | Retraction)[] = []
  await eachFact(db, event_id, part, (entry) => facts.push(entry))
  return facts
}

/** The newest sequence numbers of an event's ledger; 0 if it is empty. */
interface LedgerEnd {
  /** For facts and definition changes together. */
  readonly sequence: number
  readonly definition_sequence: number
}

export async function findLedgerEnd(db: Db, event_id: EventId): Promise<LedgerEnd> {
  const { rows } = await sql<{ fact: number; definition: number }>`
    select
      (select coalesce(max(sequence), 0) from facts where event_id = ${event_id}) as fact,
      (select coalesce(max(sequence), 0) from definition_changes where event_id = ${event_id}) as definition`.execute(db)
  const { fact = 0, definition = 0 } = rows[0] ?? {}
  return { sequence: Math.max(fact, definition), definition_sequence: definition }
}
