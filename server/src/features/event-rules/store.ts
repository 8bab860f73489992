import type { EventRules } from '@muster/contract/event-rules'
import type { EventId, UserId } from '@muster/contract/ids'
import type { Db } from '../../db/connect.ts'

/** The number of the newest version; 0 before the first. */
export async function findLatestVersion(db: Db, event_id: EventId): Promise<number> {
  const row = await db
    .selectFrom('event_rules')
    .select('version')
    .where('event_id', '=', event_id)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.version ?? 0
}

/** A version of the rules, by default the newest; null for an unknown version. */
export async function findRules(db: Db, event_id: EventId, version?: number): Promise<EventRules | null> {
  const latest_version = await findLatestVersion(db, event_id)
  const wanted = version ?? latest_version
  if (wanted === 0) return { version: 0, latest_version, text: '', written_at: null }
  const row = await db
    .selectFrom('event_rules')
    .select(['text', 'written_at'])
    .where('event_id', '=', event_id)
    .where('version', '=', wanted)
    .executeTakeFirst()
  return row ? { version: wanted, latest_version, text: row.text, written_at: row.written_at.toISOString() } : null
}

/** Adds a version; false if it exists already, from a simultaneous edit. */
export async function insertRules(
  db: Db,
  rules: { event_id: EventId; version: number; text: string; written_at: Date; author_id: UserId | null },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('event_rules')
    .values(rules)
    .onConflict((conflict) => conflict.columns(['event_id', 'version']).doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}
