import type { EventId, ObjectiveId, UserId } from '@muster/contract/ids'
import { findTimeObstacle } from '@muster/domain/submissions/claim'
import { countsAtOnce } from '@muster/domain/submissions/item-report'
import type { ReportRules } from '@muster/domain/submissions/report-rules'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/connect.ts'
import { spanOf } from '../../db/event-columns.ts'
import { lockLedger } from '../../db/ledger.ts'
import type { NewRow, Row } from '../../db/schema.ts'
import { Refusal } from '../../refusal.ts'
import type { Membership } from '../../viewer.ts'
import { loadRelease, loadReportRules } from '../objectives/store.ts'
import { addSubmissions } from './new-submissions.ts'
import { demandOwnPictures } from './proof-pictures.ts'
import { isTrustedPlayer, listReport, toCounting, type StoredSubmission } from './store.ts'
import { demandProof, refusalOf } from './submit.ts'

/** A person who reports for a team. */
export interface Author {
  readonly user_id: UserId
  readonly team: Membership
}

/** The fields that reports of items and builds share. */
export interface Report {
  /** A report that is sent again has the same key. */
  readonly key: string
  /** When it happened. */
  readonly timestamp: string
  readonly proof: string
  readonly comment: string
}

/** One result in a report; it becomes a submission. */
export interface ReportedResult
  extends Pick<NewRow<'submissions'>, 'item_name' | 'item_text' | 'item_identity' | 'same_item_as' | 'suspicions'> {
  readonly objective_id: ObjectiveId
  readonly objective_type: 'ITEM' | 'PLAYER'
  readonly number: number
  /** An equal item comes before this one in the report. */
  readonly is_repeat?: boolean
}

/** The new results of a report, and the objectives of results that the player has reported before. */
export interface Found {
  readonly results: readonly ReportedResult[]
  readonly known: readonly ObjectiveId[]
}

/** Each result writes to the ledger while it is locked. A character has up to 40 items, which count for a few objectives each. */
const maxResults = 300

/** The state in which the results of a report are found, while the ledger is locked. Times in milliseconds. */
export interface ReportMoment {
  readonly tx: Tx
  readonly now: number
  readonly happened_at: number
}

export type FindResults = (moment: ReportMoment) => Promise<Found>

/** @throws Refusal event_over */
export function demandRunning(event: Row<'events'>, now: number): void {
  if (now > event.event_end_time.getTime()) throw new Refusal('event_over')
}

/**
 * The time of a result in milliseconds. A time that is a little ahead of the server counts as now.
 * @throws Refusal invalid_request, if nothing in the event can have happened then
 */
export function demandTime(event: Row<'events'>, timestamp: string, now: number): number {
  const claimed_at = Date.parse(timestamp)
  const obstacle = findTimeObstacle(spanOf(event), claimed_at, now)
  if (obstacle) throw refusalOf[obstacle]()
  return Math.min(claimed_at, now)
}

const refuseEmpty = (isKnown: boolean) =>
  isKnown ? new Refusal('already_reported', 'You have reported all of this already') : new Refusal('no_objective_matches')

/**
 * Stores the results of a report as submissions, and appends facts for those that count at once. The same report, sent again,
 * returns the stored submissions.
 * @param find the results; results for objectives that the author cannot see, or that take no reports, are left out
 * @throws Refusal event_over, reports_refused, no_objective_matches, already_reported, invalid_request
 */
export function storeReport(
  ctx: Context,
  event: Row<'events'>,
  author: Author,
  { key, timestamp, proof, comment }: Report,
  find: FindResults,
): Promise<StoredSubmission[]> {
  const event_id: EventId = event.id
  return ctx.db.transact(async (tx) => {
    lockLedger(tx, event_id)
    const stored = await listReport(tx, event_id, author.user_id, key)
    if (stored.length > 0) return stored
    const arrival = { ctx, tx, event, author, now: ctx.clock.now() }
    const results = await findResults(arrival, timestamp, find)
    demandProof(
      results.map(({ rules }) => rules),
      proof,
    )
    await demandOwnPictures(tx, event_id, author.user_id, proof)
    const shared = { report_key: key, proof, comment }
    return storeResults(
      arrival,
      results.map((result) => ({ ...shared, ...result })),
    )
  })
}

/**
 * The results of a report on visible objectives that take reports, with their time and rules. The ledger is locked.
 * @throws Refusal like `storeReport`
 */
export async function findResults(
  { tx, event, now }: Pick<Arrival, 'tx' | 'event' | 'now'>,
  timestamp: string,
  find: FindResults,
): Promise<Omit<TimedResult, 'report_key' | 'proof' | 'comment'>[]> {
  demandRunning(event, now)
  const happened_at = demandTime(event, timestamp, now)
  const visible = (await loadRelease(tx, event, now)).ids
  const all = await find({ tx, now, happened_at })
  const found = all.results.filter(({ objective_id }) => visible.has(objective_id))
  if (found.length === 0) throw refuseEmpty(all.known.some((id) => visible.has(id)))
  if (found.length > maxResults)
    throw new Refusal('invalid_request', `This report has more than ${maxResults} results: report its items one by one`)
  const readRules = await loadReportRules(tx, event)
  const results = found
    .map((result) => ({ ...result, happened_at, rules: readRules(result.objective_id) }))
    .filter(({ rules }) => rules.reports !== 'refused')
  if (results.length === 0) throw new Refusal('reports_refused')
  return results
}

/** A result with its time (ms) and proof. */
export interface TimedResult extends ReportedResult, Pick<NewRow<'submissions'>, 'report_key' | 'proof' | 'comment'> {
  readonly happened_at: number
  /** The rules of its objective. */
  readonly rules: ReportRules
}

interface Arrival {
  readonly ctx: Pick<Context, 'config'>
  readonly tx: Tx
  readonly event: Row<'events'>
  readonly author: Author
  readonly now: number
}

/** Stores results as submissions; a result that counts at once becomes a fact. The ledger is locked. */
export async function storeResults(
  { ctx, tx, event, author: { user_id, team }, now }: Arrival,
  results: readonly TimedResult[],
): Promise<StoredSubmission[]> {
  const is_trusted = await isTrustedPlayer(tx, event, user_id)
  const written = await addSubmissions(
    { ctx, tx, event, user_id, submitted_at: new Date(now) },
    results.map(({ objective_type, happened_at, rules, is_repeat = false, ...result }) => {
      const is_double = is_repeat || (result.same_item_as ?? null) !== null
      const is_suspect = (result.suspicions ?? []).length > 0
      const level = countsAtOnce(rules.reports, { objective_type, is_double, is_suspect, is_trusted, happened_at, now })
      return { ...result, team_id: team.team_id, timestamp: new Date(happened_at), ...toCounting(level) }
    }),
  )
  if (!written) throw new Error('a new report conflicts with an older one although the ledger is locked')
  return written
}
