import type { EventId } from '@muster/contract/ids'
import { scorekeeperLock } from '@muster/server/db/ledger'
import type { Connection } from '@muster/server/db/connect'
import { presencePrefix } from '@muster/server/jobs/presence'

/** The machines (by address) with the work that only one process may do. */
export interface Holders {
  /** For each job, sorted by name; null if it has no living holder. */
  readonly jobs: readonly (string | null)[]
  /** For the scores; null if there is no holder. */
  readonly scoring: string | null
  /** Increases with every takeover of the scores. */
  readonly scores_fence: number
}

/** The first parameter of the query is the event. */
const jobHolders = `
  select (select host(client_addr) from pg_stat_activity where application_name = $2 || lease_owner limit 1) as host
  from jobs where event_id = $1 order by job_type`
const scorekeepers = `
  select host(client_addr) as host from pg_locks join pg_stat_activity using (pid)
  where locktype = 'advisory' and classid = $2 and objid = $1 and objsubid = 2 and granted`

export async function readHolders({ pool, db }: Pick<Connection, 'pool' | 'db'>, event_id: EventId): Promise<Holders> {
  const jobs = await pool.query<{ host: string | null }>(jobHolders, [event_id, presencePrefix])
  const scoring = await pool.query<{ host: string }>(scorekeepers, [event_id, scorekeeperLock])
  if (scoring.rows.length > 1) throw new Error('two processes are scoring one event')
  const cursor = await db.selectFrom('score_cursors').select('fence').where('event_id', '=', event_id).executeTakeFirst()
  return {
    jobs: jobs.rows.map(({ host }) => host),
    scoring: scoring.rows[0]?.host ?? null,
    scores_fence: cursor?.fence ?? 0,
  }
}
