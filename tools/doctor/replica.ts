import type { ReplicaFacts } from '@muster/server/db/examine'
import { type Finding, ok, problem, warning } from './finding.ts'

const about = 'Replica'
/** One file of PostgreSQL's log. */
const farBehind_bytes = 16 * 1024 * 1024

/** Muster works without it, but not as configured. */
export function judgeReplica({ is_standby, is_same, behind_bytes, is_private }: ReplicaFacts): Finding[] {
  if (!is_standby)
    return [
      problem(
        about,
        'It is not a standby, so it is never used.',
        'Name one that follows the database of DATABASE_URL (streaming replication), or leave DATABASE_REPLICA_URL out.',
      ),
    ]
  if (!is_same)
    return [
      problem(
        about,
        'It is a copy of another database, or of another time, so it is not used.',
        'Compare the names of the databases; rebuild the standby after a restore. After a failover run "checkpoint" on it.',
      ),
    ]
  return [
    behind_bytes > farBehind_bytes
      ? warning(
          about,
          `It is ${Math.round(behind_bytes / 1024 / 1024)} MB behind, so the primary answers instead.`,
          'Look at pg_stat_replication on the primary, and at long queries on the replica.',
        )
      : ok(about, 'follows the database'),
    ...(is_private
      ? []
      : [
          warning(
            'Encryption, replica',
            'The connection to the replica is not encrypted.',
            'Outside a private network, add ?sslmode=verify-full to DATABASE_REPLICA_URL.',
          ),
        ]),
  ]
}
