import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'

/** Counting stops here; beyond that the exact size does not matter. */
const maxCounted = 10_000

/** Waiting work of all events. Uses indexes, and reads a bounded number of rows from each. */
export async function countQueues(db: Db, now: Date): Promise<{ evaluation: number; guild_tabs: number }> {
  const { rows } = await sql<{ evaluation: number; guild_tabs: number }>`
    select
      (select coalesce(sum(waiting.count), 0) from evaluation_cursors cursors cross join lateral (
        select count(*) as count from (
          select from stash_snapshots where event_id = cursors.event_id and id > cursors.snapshot_id limit ${maxCounted}
        ) as rows
      ) as waiting) as evaluation,
      (select count(*) from guild_stash_tabs
        where fetch_enabled and parent_id is null and least(due_at, wanted_at) <= ${now}) as guild_tabs`.execute(db)
  return rows[0] ?? { evaluation: 0, guild_tabs: 0 }
}
