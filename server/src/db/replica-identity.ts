import type pg from 'pg'

// What a primary and a standby say of themselves, and how it is told whether one follows the other.

type Asked = Pick<pg.Pool, 'query'> | Pick<pg.Client, 'query'>

/** @throws Error when there is no row */
export async function readRow<T extends object>(from: Asked, query: string | { name: string; text: string }): Promise<T> {
  const { rows } = await (from.query as (query: unknown) => Promise<{ rows: T[] }>)(query)
  if (rows[0] === undefined) throw new Error('the database answered without a row')
  return rows[0]
}

/** How far the log of the primary is written, as bytes since its beginning. */
export interface PrimaryPosition {
  readonly at: number
  /** Another text after each start, and on each timeline: positions of different ones cannot be compared. */
  readonly era: string
}

export interface ReplicaPosition {
  /** False once it was promoted. */
  readonly is_standby: boolean
  /** Null where nothing was replayed since its start. */
  readonly at: number | null
}

/** Who commits without waiting for the disk is seen before anything is flushed. */
const flushed = `case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end`
const started = 'pg_postmaster_start_time()::text'
const era = `${started} || ' ' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8)`
const primaryPosition = { name: 'muster_position', text: `select (${flushed} - '0/0')::float8 as at, ${era} as era` }
const replicaPosition = {
  name: 'muster_position',
  text: `select pg_is_in_recovery() as is_standby, (pg_last_wal_replay_lsn() - '0/0')::float8 as at`,
}

/** @throws Error, also where it is no primary */
export const readPrimaryPosition = (from: Asked) => readRow<PrimaryPosition>(from, primaryPosition)
export const readReplicaPosition = (from: Asked) => readRow<ReplicaPosition>(from, replicaPosition)

const data = `(select system_identifier::text from pg_control_system()) || ' ' ||
  (select oid::text from pg_database where datname = current_database()) as data`

/** By what a cluster and a database in it are told apart. */
interface Identity {
  readonly data: string
  /** Another one after each promotion, and after a restore to a moment of the past. */
  readonly timeline: number
}
export interface PrimaryIdentity extends Identity {
  readonly era: string
}
export interface ReplicaIdentity extends Identity {
  readonly is_standby: boolean
  readonly started: string
}

/** @throws Error, also where it is no primary */
export const readPrimaryIdentity = (from: Asked) =>
  readRow<PrimaryIdentity>(
    from,
    `select ${data}, ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int as timeline, ${era} as era`,
  )

/** A replica notes a new timeline of its primary with a delay, at a checkpoint. */
export const readReplicaIdentity = (from: Asked) =>
  readRow<ReplicaIdentity>(
    from,
    `select pg_is_in_recovery() as is_standby, ${data}, (select timeline_id from pg_control_checkpoint()) as timeline, ${started} as started`,
  )

/** Another text for each start of each server. */
export const readStart = async (from: Asked): Promise<string> =>
  (await readRow<{ started: string }>(from, `select ${started} as started`)).started

export const isReplicaOf = (replica: Identity, primary: Identity): boolean =>
  replica.data === primary.data && replica.timeline === primary.timeline
