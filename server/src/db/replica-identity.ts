import type pg from 'pg'

// Reads the identity of a primary and a standby, and decides whether one follows the other.

type Asked = Pick<pg.Pool, 'query'> | Pick<pg.Client, 'query'>

/** @throws Error if there is no row */
export async function readRow<T extends object>(from: Asked, query: string | { name: string; text: string }): Promise<T> {
  const { rows } = await (from.query as (query: unknown) => Promise<{ rows: T[] }>)(query)
  if (rows[0] === undefined) throw new Error('the database answered without a row')
  return rows[0]
}

/** Position of the primary's log, in bytes since its beginning. */
export interface PrimaryPosition {
  readonly at: number
  /** Changes with each restart and each timeline: positions of different eras cannot be compared. */
  readonly era: string
}

export interface ReplicaPosition {
  /** False after its promotion. */
  readonly is_standby: boolean
  /** Null if it has replayed nothing since its start. */
  readonly at: number | null
}

/** With asynchronous commit, transactions are visible before they are flushed. */
const flushed = `case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end`
const started = 'pg_postmaster_start_time()::text'
const era = `${started} || ' ' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8)`
const primaryPosition = { name: 'muster_position', text: `select (${flushed} - '0/0')::float8 as at, ${era} as era` }
const replicaPosition = {
  name: 'muster_position',
  text: `select pg_is_in_recovery() as is_standby, (pg_last_wal_replay_lsn() - '0/0')::float8 as at`,
}

/** @throws Error, also if it is not a primary */
export const readPrimaryPosition = (from: Asked) => readRow<PrimaryPosition>(from, primaryPosition)
export const readReplicaPosition = (from: Asked) => readRow<ReplicaPosition>(from, replicaPosition)

const data = `(select system_identifier::text from pg_control_system()) || ' ' ||
  (select oid::text from pg_database where datname = current_database()) as data`

/** Identifies a cluster and a database in it. */
interface Identity {
  readonly data: string
  /** Changes with each promotion, and with a restore to an earlier point in time. */
  readonly timeline: number
}
export interface PrimaryIdentity extends Identity {
  readonly era: string
}
export interface ReplicaIdentity extends Identity {
  readonly is_standby: boolean
  readonly started: string
}

/** @throws Error, also if it is not a primary */
export const readPrimaryIdentity = (from: Asked) =>
  readRow<PrimaryIdentity>(
    from,
    `select ${data}, ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int as timeline, ${era} as era`,
  )

/** A replica learns of its primary's new timeline with a delay, at a checkpoint. */
export const readReplicaIdentity = (from: Asked) =>
  readRow<ReplicaIdentity>(
    from,
    `select pg_is_in_recovery() as is_standby, ${data}, (select timeline_id from pg_control_checkpoint()) as timeline, ${started} as started`,
  )

/** Changes on every restart. */
export const readStart = async (from: Asked): Promise<string> =>
  (await readRow<{ started: string }>(from, `select ${started} as started`)).started

export const isReplicaOf = (replica: Identity, primary: Identity): boolean =>
  replica.data === primary.data && replica.timeline === primary.timeline
