import type { EventId } from '@muster/contract/ids'
import { applyDiffs, nothingReceived, type ReceivedScores, readState } from '@muster/contract/received-scores'
import { isVisible } from '@muster/domain/scoring/visibility'
import { movesPoints, showDiffs } from '@muster/domain/scoring/recorded-change'
import { sql } from 'kysely'
import { type Cache, type Renewed, renew } from '../../cache.ts'
import type { Db } from '../../db/connect.ts'
import { listChangesAfter, listVisibleChanges, type StoredChange, toStoredChange, toLatest } from '../scores/store.ts'

/** The newest changes kept for the ticker, and for alerts. */
const maxRecent = 60
/** With more changes since the last reading, everything is read again. */
const maxAdded = 2000

/** The scores of an event as visitors saw them at one of its numbered changes. */
export interface DelayedScores {
  /** Number of the last change that counts. */
  readonly sequence: number
  readonly received: ReceivedScores
  /** The newest changes of points that visitors saw, ascending. */
  readonly recent: readonly StoredChange[]
}

/**
 * Number of the newest change that was scored by a moment; 0 if none was. Reads backwards from the newest change, so the cost
 * follows the delay and not the length of the event.
 */
export async function findSequenceAt(db: Db, event_id: EventId, moment: Date): Promise<number> {
  const row = await db
    .selectFrom('score_changes')
    .select('sequence')
    .where('event_id', '=', event_id)
    .where('changed_at', '<=', moment)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.sequence ?? 0
}

/** Everything that visitors saw while this change was the newest: the last change of each score up to it. */
async function loadAt(db: Db, event_id: EventId, sequence: number): Promise<DelayedScores> {
  if (sequence === 0) return { sequence, received: { ...nothingReceived, sequence }, recent: [] }
  const rows = await db
    .selectFrom('score_changes')
    .selectAll()
    .distinctOn(['objective_id', 'team_id'])
    .where('event_id', '=', event_id)
    .where('sequence', '<=', sequence)
    .orderBy('objective_id')
    .orderBy('team_id')
    .orderBy('sequence', 'desc')
    .execute()
  const scores = rows
    .map(toStoredChange)
    .filter((change) => change.diff_type !== 'Removed' && isVisible(null, change.team_id, change, change.hide_progress))
  const recent = await listVisibleChanges(db, event_id, null, { before: sequence + 1, limit: maxRecent, only: 'points' })
  return { sequence, received: { sequence, scores: readState(scores.map(toLatest)) }, recent: recent.toReversed() }
}

/**
 * The scores at a moment. They are kept by event and delay, and move on change by change.
 * @param delay_seconds the distance of the moment from now
 */
export function readDelayedScores(
  db: Db,
  cache: Cache<string, Renewed<DelayedScores>>,
  event_id: EventId,
  delay_seconds: number,
  moment: Date,
): Promise<DelayedScores> {
  return renew(cache, `${event_id} ${delay_seconds}`, null, async (before) => {
    const next = await moveOn(db, event_id, before, await findSequenceAt(db, event_id, moment))
    return { next, answer: next }
  })
}

async function moveOn(db: Db, event_id: EventId, before: DelayedScores | null, sequence: number): Promise<DelayedScores> {
  if (before?.sequence === sequence) return before
  // A smaller sequence number: the clock was changed, or the database restored.
  if (!before || sequence < before.sequence || sequence - before.sequence > maxAdded) return loadAt(db, event_id, sequence)
  const added = (await listChangesAfter(db, event_id, before.sequence, sequence - before.sequence)).filter(
    (change) => change.sequence <= sequence,
  )
  const received = applyDiffs(before.received, showDiffs(added, null))
  const recent = added.filter((change) => movesPoints(change, null) !== 0)
  return { sequence, received: { ...received, sequence }, recent: [...before.recent, ...recent].slice(-maxRecent) }
}

/**
 * A text that differs whenever the state of an overlay might, besides the passing of time: scores, definition, teams, and the
 * choices of the producer.
 */
export async function findOverlayMark(db: Db, event_id: EventId, moment: Date): Promise<string> {
  const sequence = await findSequenceAt(db, event_id, moment)
  const { rows } = await sql<{ mark: string }>`
    select concat_ws(' ',
      (select max(sequence) from definition_changes where event_id = ${event_id}),
      (select version from broadcasts where event_id = ${event_id}),
      (select sum(version) from teams where event_id = ${event_id}),
      (select concat(version, ' ', deleted_people, ' ', is_public) from events where id = ${event_id})) as mark`.execute(db)
  return `${sequence} ${rows[0]?.mark ?? ''}`
}
