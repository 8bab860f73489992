import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { waitReal } from '../../clock.ts'

/** Wall clock: timeout of a check. */
const limit_ms = 3000
/** Wall clock: after this, a check that never ended (its network is gone) no longer blocks the next one. */
const forgotten_ms = 30_000

interface Check {
  readonly began_at: number
  /** The problem; null if there is none. Never rejects. */
  readonly outcome: Promise<unknown>
}

/** The running check of each pool: further checks must not join a stuck one until the pool is empty. */
const checks = new WeakMap<Db, Check>()

/**
 * Writes a row, makes PostgreSQL spill more than its memory to disk, and reads the row. The spill is for full disks: an existing
 * row is updated in place, which succeeds long after new data fails.
 */
async function writeAndRead(db: Db): Promise<void> {
  const written = await db.transact(async (tx) => {
    await sql`select set_config('statement_timeout', ${String(limit_ms)}, true), set_config('work_mem', '64kB', true)`.execute(tx)
    await sql`select count(*) from generate_series(1, 30000)`.execute(tx)
    return tx
      .insertInto('health_checks')
      .values({ name: 'server', number: 1 })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ number: sql`health_checks.number + 1` }))
      .returning('number')
      .executeTakeFirstOrThrow()
  })
  const { number } = await db.selectFrom('health_checks').select('number').where('name', '=', 'server').executeTakeFirstOrThrow()
  // Other checks may have written meanwhile.
  if (number < written.number) throw new Error(`wrote ${written.number} and read ${number}`)
}

function beginCheck(db: Db): Check {
  const check = {
    began_at: performance.now(),
    outcome: writeAndRead(db).then(
      () => null,
      (error: unknown) => error ?? 'unknown',
    ),
  }
  checks.set(db, check)
  void check.outcome.then(() => {
    if (checks.get(db) === check) checks.delete(db)
  })
  return check
}

/**
 * Whether the database can be written and read right now; decides within three seconds, whatever the database does.
 * @returns the problem; null if there is none
 */
export async function checkDatabase(db: Db): Promise<unknown> {
  const under_way = checks.get(db)
  const isJoined = under_way !== undefined && performance.now() - under_way.began_at < forgotten_ms
  const check = isJoined ? under_way : beginCheck(db)
  const over = new AbortController()
  const left_ms = Math.max(0, check.began_at + limit_ms - performance.now())
  const tooLong = waitReal(left_ms, over.signal).then(() => new Error(`the database has not answered for ${limit_ms} ms`))
  return Promise.race([check.outcome, tooLong]).finally(() => over.abort())
}
