import type { EventId } from '@muster/contract/ids'
import { toStorable } from '@muster/contract/storable'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/connect.ts'
import type { OnCleaned } from '../gateways/outside.ts'

/** Stores a problem with a response from outside, for display to organisers. */
export async function insertProblem(
  db: Db,
  { problem, excerpt, ...of }: { event_id: EventId | null; job_type: string; timestamp: Date; problem: string; excerpt: string },
): Promise<void> {
  const texts = { problem: toStorable(problem).slice(0, 2000), excerpt: toStorable(excerpt).slice(0, 2000) }
  await db
    .insertInto('ingestion_problems')
    .values({ ...of, ...texts })
    .execute()
}

/** Event time: interval before the same problem is reported again; the same response may be fetched many times. */
const repeatAfter_ms = 60 * 60_000
/** Upper bound for cached problems; beyond it, a problem may be reported twice. */
const maxCached = 1000

/**
 * Reports characters that gateways had to replace. The problem belongs to no event: a gateway does not know the event of a
 * request.
 */
export function createCleaningReporter(db: Db, clock: Pick<Clock, 'now'>, log: Logger): OnCleaned {
  const reportedAt = new Map<string, number>()
  return ({ address, fields }) => {
    const problem = `The response of ${address} contained characters that cannot be stored (U+0000 or half of a surrogate pair); replaced in: ${fields.join(', ')}`
    const now = clock.now()
    // The same tab is at a different index on every page.
    const key = `${address} ${fields.join().replaceAll(/\d+/g, '')}`
    if (now - (reportedAt.get(key) ?? Number.NEGATIVE_INFINITY) < repeatAfter_ms) return
    if (reportedAt.size >= maxCached) reportedAt.clear()
    reportedAt.set(key, now)
    const row = { event_id: null, job_type: 'cleaned', timestamp: new Date(now), problem, excerpt: '' }
    insertProblem(db, row).catch((error: unknown) =>
      log.error({ err: error, problem }, 'could not store an ingestion problem: it is missing from the list of problems'),
    )
  }
}
