import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findBreaking, listMigrations } from './migrate.ts'
import {
  isReplicaOf,
  readPrimaryIdentity,
  readPrimaryPosition,
  readReplicaIdentity,
  readReplicaPosition,
  readRow,
} from './replica-identity.ts'
import { usageCounts } from './usage-counts.ts'

/** Facts that decide whether Muster can use a database; read without changing anything. */
export interface DatabaseFacts {
  /** In PostgreSQL's notation: 150004 is 15.4. */
  readonly version_number: number
  readonly version: string
  readonly database: string
  readonly user: string
  readonly is_utf8: boolean
  readonly is_read_only: boolean
  /** May create tables in the schema public. */
  readonly may_create: boolean
  /** Number of tables that the user may not alter. */
  readonly foreign_tables: number
  /** Whether notifications arrive; they do not behind a pooler that switches connections between transactions. */
  readonly hears: boolean
  /** Whether the connection is encrypted or local. */
  readonly is_private: boolean
  /** Connections available to this user and database, used or not. */
  readonly connections: number
  /** Connections of programs other than Muster. */
  readonly held_by_others: number
  /** The database's clock minus this machine's. */
  readonly clock_ahead_ms: number
  /** Settings that lose committed data in a crash. */
  readonly unsafe: readonly string[]
  readonly pending_migrations: readonly string[]
  /** Migrations applied by a later version. */
  readonly unknown_migrations: readonly string[]
  /** Unknown migrations that removed something this version needs. */
  readonly breaking_migrations: readonly string[]
  readonly events: number
}

const connect_ms = 5000
const notification_ms = 2000

/** Facts that decide whether Muster can read from a replica of a database. */
export interface ReplicaFacts {
  readonly is_standby: boolean
  /** Whether it is a copy of this database. */
  readonly is_same: boolean
  /** Log that it has not replayed yet. */
  readonly behind_bytes: number
  /** Whether the connection is encrypted or local. */
  readonly is_private: boolean
}

/** @throws Error if it cannot be reached within a few seconds */
export const examineDatabase = (url: string): Promise<DatabaseFacts> => withClient(url, examine)

/** @throws Error if either cannot be reached within a few seconds */
export const examineReplica = (url: string, primary_url: string): Promise<ReplicaFacts> =>
  withClient(primary_url, (primary) =>
    withClient(url, async (replica) => {
      const [theirs, ours] = [await readReplicaIdentity(replica), await readPrimaryIdentity(primary)]
      const written = await readPrimaryPosition(primary)
      const replayed = await readReplicaPosition(replica)
      return {
        is_standby: theirs.is_standby,
        is_same: isReplicaOf(theirs, ours),
        behind_bytes: Math.max(0, written.at - (replayed.at ?? 0)),
        ...(await readRow<Pick<ReplicaFacts, 'is_private'>>(replica, `select ${isPrivate} as is_private`)),
      }
    }),
  )

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connect_ms,
    query_timeout: connect_ms,
    application_name: 'muster-doctor',
  })
  // The cancelled statement reports the error.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

const isPrivate = `coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false)
      or inet_server_addr() is null or host(inet_server_addr()) = host(inet_client_addr())`

const server = `
  select current_setting('server_version_num')::int as version_number,
    split_part(current_setting('server_version'), ' ', 1) as version,
    current_database()::text as database, current_user::text as user,
    current_setting('server_encoding') = 'UTF8' as is_utf8,
    current_setting('transaction_read_only') = 'on' as is_read_only,
    has_schema_privilege('public', 'CREATE') as may_create,
    (select count(*)::int from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'S', 'v') and not pg_has_role(c.relowner, 'USAGE')) as foreign_tables,
    ${isPrivate} as is_private,
    (select min(number) from (values
      (current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0)),
      ((select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user)),
      ((select nullif(datconnlimit, -1) from pg_database where datname = current_database()))) as limits (number)) as connections,
    (select count(*)::int from pg_stat_activity
     where datid is not null and coalesce(application_name, '') not like 'muster%') as held_by_others,
    (select coalesce(array_agg(name::text order by name), '{}') from pg_settings
     where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off') as unsafe,
    to_regclass('public.kysely_migration') is not null as is_migrated,
    to_regclass('public.events') is not null as has_events`

/** Makes PostgreSQL write a temporary file larger than its query memory. @throws Error 53100 if the disk is full */
const demandRoom = (client: pg.Client) =>
  client.query("begin; set local work_mem = '64kB'; select count(*) from generate_series(1, 30000); commit")

async function examine(client: pg.Client): Promise<DatabaseFacts> {
  await demandRoom(client)
  const { is_migrated, has_events, ...facts } = await readRow<
    Omit<
      DatabaseFacts,
      'hears' | 'clock_ahead_ms' | 'pending_migrations' | 'unknown_migrations' | 'breaking_migrations' | 'events'
    > & {
      is_migrated: boolean
      has_events: boolean
    }
  >(client, server)
  const applied = is_migrated
    ? (await client.query<{ name: string }>('select name from kysely_migration order by name')).rows.map(({ name }) => name)
    : []
  const known = await listMigrations()
  const unknown = applied.filter((name) => !known.includes(name))
  return {
    ...facts,
    hears: await hears(client),
    clock_ahead_ms: await compareClocks(client),
    pending_migrations: known.filter((name) => !applied.includes(name)),
    unknown_migrations: unknown,
    breaking_migrations: findBreaking(unknown, known),
    events: has_events ? (await readRow<{ events: number }>(client, usageCounts)).events : 0,
  }
}

/** Each statement is sent separately: a pooler may use another session for each. */
async function hears(client: pg.Client): Promise<boolean> {
  const heard = new AbortController()
  client.once('notification', () => heard.abort())
  await client.query('listen muster_doctor')
  await client.query('notify muster_doctor')
  return sleep(notification_ms, false, { signal: heard.signal }).catch(() => true)
}

async function compareClocks(client: pg.Client): Promise<number> {
  const asked_at = Date.now()
  const { at } = await readRow<{ at: number }>(client, 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as at')
  return Math.round(at - (asked_at + Date.now()) / 2)
}
