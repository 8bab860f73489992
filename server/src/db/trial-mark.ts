import { sql } from 'kysely'
import type { Problem } from '../start-problems.ts'
import type { Db, Tx } from './connect.ts'
import { usageCounts } from './usage-counts.ts'

/** Simulated and real players must never share a database. */
const problems = {
  trial: {
    text: 'This database belongs to a trial: its players and scores are simulated.',
    todo: 'Name an empty database in DATABASE_URL; docs/operations.md, "A trial", says how to take events along.',
  },
  real: {
    text: 'This database holds events or players of a real server, and a trial would add simulated ones.',
    todo: 'Name an empty database in DATABASE_URL, or none: then the trial brings its own.',
  },
} satisfies Record<string, Problem>

const readMark = (db: Db | Tx) => db.selectFrom('status_settings').select('is_trial')

async function isInUse(tx: Tx): Promise<boolean> {
  const { rows } = await sql.raw<{ events: number; users: number }>(usageCounts).execute(tx)
  return rows.some(({ events, users }) => events + users > 0)
}

/**
 * Marks the database as belonging to a trial or to a real server. Writes nothing if the mark is already right.
 * @returns the problem that prevents the mark; null if the database has it
 */
export async function markDatabase(db: Db, is_trial: boolean): Promise<Problem | null> {
  const { is_trial: known } = await readMark(db).executeTakeFirstOrThrow()
  if (known === is_trial) return null
  return db.transact(async (tx) => {
    const marked = await readMark(tx).forUpdate().executeTakeFirstOrThrow()
    if (marked.is_trial === true && !is_trial) return problems.trial
    if (is_trial && (await isInUse(tx))) return problems.real
    await tx.updateTable('status_settings').set({ is_trial }).execute()
    return null
  })
}
