import type { EventId } from '@muster/contract/ids'
import { toStorable } from '@muster/contract/storable'
import type { Db } from '../db/connect.ts'

/** Keeps what the outside world answered and could not be used as it was, where an organiser sees it. */
export async function insertProblem(
  db: Db,
  { problem, excerpt, ...of }: { event_id: EventId; job_type: string; timestamp: Date; problem: string; excerpt: string },
): Promise<void> {
  const texts = { problem: toStorable(problem).slice(0, 2000), excerpt: toStorable(excerpt).slice(0, 2000) }
  await db
    .insertInto('ingestion_problems')
    .values({ ...of, ...texts })
    .execute()
}
