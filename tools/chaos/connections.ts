import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection } from '@muster/server/db/connect'
import type { serverRoles } from '@muster/server/config'
import { countConnections } from '@muster/server/connections'
import type { Member } from './fleet.ts'

const every_ms = 500

interface ConnectionWatch {
  /** The database's count, which includes connections that only the process has given up. */
  readonly most: number
  /** The limits of all processes plus the largest once more, while cut connections still count. */
  readonly allowed: number
  stop(): Promise<void>
}

/** Repeatedly counts the connections of these processes. */
export function watchConnections(
  { pool }: Pick<Connection, 'pool'>,
  members: readonly Pick<Member, 'roles' | 'cabinet'>[],
): ConnectionWatch {
  const each = members.map(({ roles }) => countConnections(roles.split(',') as (typeof serverRoles)[number][]))
  const hosts = members.map(({ cabinet }) => cabinet.database_address)
  const stopping = new AbortController()
  let most = 0
  async function look(): Promise<void> {
    while (!stopping.signal.aborted) {
      // While the database is down, there are no connections.
      const { rows } = await pool
        .query<{ count: number }>('select count(*) as count from pg_stat_activity where host(client_addr) = any($1)', [hosts])
        .catch(() => ({ rows: [] }))
      most = Math.max(most, rows[0]?.count ?? 0)
      await sleep(every_ms, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const looking = look()
  return {
    get most() {
      return most
    },
    allowed: each.reduce((sum, count) => sum + count, 0) + Math.max(...each),
    stop() {
      stopping.abort()
      return looking
    },
  }
}
