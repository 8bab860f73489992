import type { EventId, UserId } from '@muster/contract/ids'
import type { ReadingIntervals } from '@muster/contract/reading-intervals'
import type { WindowSource } from '@muster/contract/tracking'
import { extendWindows, type FetchWindow, type FetchOutcome } from '@muster/domain/tracking/coverage'
import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'
import type { NewRow, Row } from '../db/schema.ts'
import type { GameFailure } from '../gateways/game/gateway.ts'

/** The outcome of fetching one subject of a source. */
export interface SubjectOutcome {
  /** A player's id, a tab's id, or empty for a source with one subject per event. */
  readonly subject: string
  readonly user_id: UserId | null
  readonly outcome: FetchOutcome
}

const outcomeOf: Readonly<Record<GameFailure['reason'], FetchOutcome>> = {
  limited: 'limited',
  blocked: 'limited',
  unavailable: 'unavailable',
  malformed: 'unreadable',
  refused: 'refused',
  unauthorized: 'connection',
  forbidden: 'not_granted',
  missing: 'gone',
}

/** Reason of a failed fetch, for the windows. */
export const readFailure = ({ reason }: Pick<GameFailure, 'reason'>): FetchOutcome => outcomeOf[reason]

/** A case for an operator: the game did answer, and repeating the request may never help. */
export const isPuzzling = (outcome: FetchOutcome): boolean => outcome === 'unreadable' || outcome === 'refused'

interface Newest extends FetchWindow {
  readonly id: number
  /** The subject has an open gap. */
  readonly has_gap: boolean
}

/** The newest window of each subject of a source. */
export type NewestWindows = ReadonlyMap<string, Newest>

/** Loads the windows that `recordOutcomes` extends. */
export async function loadNewestWindows(
  tx: Tx,
  event_id: EventId,
  source: WindowSource,
  outcomes: readonly Pick<SubjectOutcome, 'subject'>[],
): Promise<NewestWindows> {
  if (outcomes.length === 0) return new Map()
  const subjects = outcomes.map((one) => one.subject)
  type Stored = Pick<Row<'fetch_windows'>, 'subject' | 'id' | 'from_at' | 'to_at' | 'reason'> & { readonly has_gap: boolean }
  const query = sql<Stored>`
    select newest.*, exists (
      select from fetch_windows gap
      where gap.event_id = ${event_id} and gap.source = ${source} and gap.subject = newest.subject
        and gap.reason is not null and gap.settled_at is null) as has_gap
    from unnest(${subjects}::text[]) as wanted (subject) cross join lateral (
      select subject, id, from_at, to_at, reason from fetch_windows
      where event_id = ${event_id} and source = ${source} and fetch_windows.subject = wanted.subject
      order by id desc limit 1
    ) newest`
  const { rows } = await query.execute(tx)
  return new Map(
    rows.map(({ subject, id, from_at, to_at, reason, has_gap }) => [
      subject,
      { id, from: from_at.getTime(), to: to_at.getTime(), reason, has_gap },
    ]),
  )
}

/**
 * Adds outcomes to the windows of a source: the newest window of each subject grows, and a row is written only when the outcome
 * changes. The next success settles a gap.
 * @param isBehind there is more to read than was fetched, so gaps stay open.
 * @param known the newest windows of these subjects, if already loaded.
 * @param intervals the settings of the event, for sources that have some.
 */
export async function recordOutcomes(
  tx: Tx,
  event_id: EventId,
  source: WindowSource,
  outcomes: readonly SubjectOutcome[],
  at: Date,
  {
    isBehind = false,
    known,
    intervals,
  }: { isBehind?: boolean; known?: NewestWindows; intervals?: Partial<ReadingIntervals> } = {},
): Promise<void> {
  if (outcomes.length === 0) return
  const newest = known ?? (await loadNewestWindows(tx, event_id, source, outcomes))
  const grown: number[] = []
  const added: NewRow<'fetch_windows'>[] = []
  for (const { subject, user_id, outcome } of outcomes) {
    const last = newest.get(subject) ?? null
    const changes = extendWindows(last, outcome, at.getTime(), source, intervals)
    if (last && changes.extend_to !== null) grown.push(last.id)
    for (const { from, to, reason } of changes.added)
      added.push({ event_id, source, subject, user_id, from_at: new Date(from), to_at: new Date(to), reason })
  }
  if (grown.length > 0) tx.defer(tx.updateTable('fetch_windows').set({ to_at: at }).where('id', '=', sql<number>`any(${grown})`))
  if (added.length > 0) tx.defer(tx.insertInto('fetch_windows').values(added))
  const opened = new Set(added.filter(({ reason }) => reason !== null).map(({ subject }) => subject))
  const heard = outcomes
    .filter(({ outcome, subject }) => outcome === null && (newest.get(subject)?.has_gap || opened.has(subject)))
    .map(({ subject }) => subject)
  if (!isBehind && heard.length > 0) settleGaps(tx, event_id, source, heard, at)
}

function settleGaps(tx: Tx, event_id: EventId, source: WindowSource, subjects: readonly string[], at: Date): void {
  tx.defer(
    tx
      .updateTable('fetch_windows')
      .set({ settled_at: at })
      .where('event_id', '=', event_id)
      .where('source', '=', source)
      .where('subject', '=', sql<string>`any(${[...subjects]})`)
      .where('reason', 'is not', null)
      .where('settled_at', 'is', null),
  )
}
