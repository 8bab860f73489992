import type { EventId } from '@muster/contract/ids'
import { toStorable } from '@muster/contract/storable'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/connect.ts'
import type { OnCleaned } from '../gateways/outside.ts'

/** Keeps what the outside world answered and could not be used as it was, where an organiser sees it. */
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

/** Event time: the same is told once in so long; what stands in an answer is asked for again and again. */
const sameAgain_ms = 60 * 60_000
/** So many are remembered; beyond that something may be told twice. */
const mostRemembered = 1000

/**
 * Keeps what gateways had to clean among the problems. It belongs to no event: a gateway does not know for which it is asked.
 */
export function createCleaningReporter(db: Db, clock: Pick<Clock, 'now'>, log: Logger): OnCleaned {
  const told = new Map<string, number>()
  return ({ address, fields }) => {
    const problem = `${address} held characters that cannot be stored (U+0000, or half of one) and were replaced: ${fields.join(', ')}`
    const now = clock.now()
    // The same tab stands at another place of every page.
    const mistake = `${address} ${fields.join().replaceAll(/\d+/g, '')}`
    if (now - (told.get(mistake) ?? Number.NEGATIVE_INFINITY) < sameAgain_ms) return
    if (told.size >= mostRemembered) told.clear()
    told.set(mistake, now)
    const row = { event_id: null, job_type: 'cleaned', timestamp: new Date(now), problem, excerpt: '' }
    insertProblem(db, row).catch((error: unknown) => log.error({ err: error, problem }, 'a problem could not be written down'))
  }
}
