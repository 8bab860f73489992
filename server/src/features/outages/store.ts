import type { EventId, OutageId, UserId } from '@muster/contract/ids'
import type { Outage, OutagePart } from '@muster/contract/status'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/connect.ts'
import type { Row } from '../../db/schema.ts'

/** A problem as reported by the program that found it. */
export interface Trouble {
  readonly part: OutagePart
  readonly event_id: EventId | null
  readonly affected: readonly string[]
  /** Wall clock; null: unknown. */
  readonly since: Date | null
}

/** A problem that returns within this time continues the same outage, so that a flapping one is one line of the history. */
const sameOutage = sql`interval '2 minutes'`
/** Longer than every limit of readiness: an older start is from before the part was wanted. */
const longestDelay = sql`interval '20 minutes'`

/** Records a problem: as a new outage, or as the open one. Writes nothing without a change. */
export async function noteTrouble(db: Db, cause: string, { part, event_id, affected, since }: Trouble): Promise<void> {
  const isThis = sql<boolean>`part = ${part} and coalesce(event_id, 0) = ${event_id ?? 0} and cause = ${cause}`
  await sql`
    update outages set ended_at = null, version = version + 1
    where id = (select id from outages where ${isThis} and ended_at > now() - ${sameOutage} order by ended_at desc limit 1)
      and not exists (select from outages where ${isThis} and ended_at is null)`.execute(db)
  const names = sql`${[...affected].sort()}::text[]`
  await sql`
    update outages set version = version + 1,
      affected = (select array_agg(distinct one order by one) from unnest(affected || ${names}) as one)
    where ${isThis} and ended_at is null and not affected @> ${names}`.execute(db)
  // An insert that only finds a conflict would use up a number at every check.
  await sql`
    insert into outages (part, event_id, cause, affected, began_at)
    select ${part}, ${event_id}::integer, ${cause}, ${names}, least(greatest(${since}::timestamptz, now() - ${longestDelay}), now())
    where not exists (select from outages where ${isThis} and ended_at is null)
    on conflict (part, coalesce(event_id, 0), cause) where ended_at is null do nothing`.execute(db)
}

/** Ends all outages of a cause except these. */
export async function endOutages(
  db: Db,
  cause: string,
  still: readonly Pick<Trouble, 'part' | 'event_id'>[] = [],
): Promise<void> {
  await sql`
    update outages set ended_at = now(), version = version + 1
    where cause = ${cause} and ended_at is null and (part, coalesce(event_id, 0)) not in (
      select * from unnest(${still.map(({ part }) => part)}::text[], ${still.map(({ event_id }) => event_id ?? 0)}::integer[]))`.execute(
    db,
  )
}

/**
 * Takes the turn to check all parts, which one process at a time has.
 * @returns null if a check ran a moment ago; else the seconds since the last check, null if there was none
 */
export async function takeWatch(db: Db, every_seconds: number): Promise<{ readonly away_seconds: number | null } | null> {
  const { rows } = await sql<{ away_seconds: number | null }>`
    with before as (
      select watched_at from status_settings
      where watched_at is null or watched_at < now() - make_interval(secs => ${every_seconds}) for update
    )
    update status_settings set watched_at = now() from before
    returning extract(epoch from now() - before.watched_at)::float8 as away_seconds`.execute(db)
  return rows[0] ?? null
}

/** Records an outage of the whole installation that is over: while it lasted no process could. */
export async function insertAway(db: Db, away_seconds: number): Promise<void> {
  await sql`
    insert into outages (part, cause, affected, began_at, ended_at)
    values ('server', 'away', '{}', now() - make_interval(secs => ${away_seconds}), now())`.execute(db)
}

const present = ({ id, part, affected, began_at, ended_at, note, version, event_id, name, ...by }: Stored): Outage => ({
  id,
  part: part as OutagePart,
  event: event_id === null || name === null ? null : { id: event_id, name },
  affected,
  began_at: began_at.toISOString(),
  ended_at: ended_at?.toISOString() ?? null,
  note,
  note_author:
    by.note_author_id === null || by.author_name === null
      ? null
      : { id: by.note_author_id as UserId, display_name: by.author_name },
  version,
})

type Stored = Row<'outages'> & { readonly name: string | null; readonly author_name: string | null }

/** @param is_organiser if false, hidden events and authors of notes are left out */
const selectOutages = (db: Db, is_organiser: boolean) =>
  db
    .selectFrom('outages')
    .leftJoin('events', (join) => {
      const joined = join.onRef('events.id', '=', 'outages.event_id')
      return is_organiser ? joined : joined.on('events.is_public', '=', true)
    })
    .leftJoin('users as author', (join) => join.onRef('author.id', '=', 'outages.note_author_id').on(sql.lit(is_organiser)))
    .selectAll('outages')
    .select(['events.name', 'author.display_name as author_name'])

/** Upper bound of the list. */
const maxShown = 50

/** The newest outages, newest first. */
export async function listOutages(db: Db, is_organiser: boolean): Promise<Outage[]> {
  const rows = await selectOutages(db, is_organiser)
    .orderBy('began_at', 'desc')
    .orderBy('outages.id', 'desc')
    .limit(maxShown)
    .execute()
  return rows.map(present)
}

/** When the last outage of each part ended. */
export async function listLastEnds(db: Db): Promise<ReadonlyMap<string, Date>> {
  const rows = await db
    .selectFrom('outages')
    .select(['part', (eb) => eb.fn.max('ended_at').as('ended_at')])
    .where('ended_at', 'is not', null)
    .groupBy('part')
    .execute()
  return new Map(rows.flatMap(({ part, ended_at }) => (ended_at === null ? [] : [[part, ended_at] as const])))
}

export async function getOutage(db: Db, id: OutageId): Promise<Outage> {
  return present(await selectOutages(db, true).where('outages.id', '=', id).executeTakeFirstOrThrow())
}

/** Locked against edits until the transaction ends; null if there is none with this id. */
export async function lockOutage(tx: Tx, id: OutageId): Promise<Row<'outages'> | null> {
  return (await tx.selectFrom('outages').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()) ?? null
}

export async function updateNote(tx: Tx, id: OutageId, note: string | null, author_id: UserId): Promise<void> {
  await tx
    .updateTable('outages')
    .set((eb) => ({ note, note_author_id: note === null ? null : author_id, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function isStatusPublic(db: Db): Promise<boolean> {
  return (await db.selectFrom('status_settings').select('is_public').executeTakeFirstOrThrow()).is_public
}

export async function setStatusPublic(db: Db, is_public: boolean): Promise<void> {
  await db.updateTable('status_settings').set({ is_public }).execute()
}
