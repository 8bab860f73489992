import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { waitReal } from '../../clock.ts'

/** Wall clock: an answer that takes longer is none. */
const limit_ms = 3000
/** Wall clock: after this a check that never ended (its network is gone) no longer keeps the next one from trying. */
const forgotten_ms = 30_000

interface Check {
  readonly began_at: number
  /** What was wrong; null when all is well. Never rejects. */
  readonly outcome: Promise<unknown>
}

/** The check that is under way, of each pool: one that is stuck must not be joined by others until the pool is empty. */
const checks = new WeakMap<Db, Check>()

/**
 * Writes a row, makes PostgreSQL put down more than fits in its memory, and reads the row. The second is for full disks: a
 * row that was there before is written in place, and succeeds long after anything new fails.
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
  // Others may have written meanwhile.
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
 * Whether the database can be written and read right now; knows within three seconds, whatever the database does.
 * @returns what is wrong; null when all is well.
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
