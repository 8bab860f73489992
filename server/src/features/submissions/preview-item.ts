import { randomUUID } from 'node:crypto'
import type { EventId, ObjectiveId } from '@muster/contract/ids'
import type { ItemReport, ReportPoints } from '@muster/contract/submissions'
import type { Fact, Retraction } from '@muster/domain/scoring/ledger'
import { renew } from '../../cache.ts'
import type { Context } from '../../context.ts'
import { findLedgerEnd, listFacts, lockLedger } from '../../db/ledger.ts'
import type { Row } from '../../db/schema.ts'
import { readAndTakeBack } from '../../definition/preview/preview.ts'
import { listStoredFacts } from '../../definition/preview/stored-facts.ts'
import { createTurns } from '../../definition/preview/turns.ts'
import { catchUp } from '../../kept-engine.ts'
import { listHiding } from '../scores/store.ts'
import { settleFacts } from './counting.ts'
import { prepareItem } from './report-item.ts'
import { levelOf, updateSubmission } from './store.ts'
import { type Author, findResults, storeResults } from './store-report.ts'

/** Each preview locks the ledger for a moment, as a report does. One at a time for each event. */
const turns = createTurns<EventId>({ at_once: 2, most_waiting: 20, patience_ms: 5000 })

/** A report with the approval of a judge, read before its transaction is rolled back. */
interface DraftedReport {
  readonly results: readonly { readonly objective_id: ObjectiveId; readonly waits: boolean }[]
  /** The entries that it added to the ledger, after the entry `end`. */
  readonly entries: readonly (Fact | Retraction)[]
  readonly end: number
}

async function draftReport(
  ctx: Context,
  event: Row<'events'>,
  author: Author,
  { text, timestamp }: Pick<ItemReport, 'text' | 'timestamp'>,
): Promise<DraftedReport> {
  const find = await prepareItem(ctx, event, author, text)
  return readAndTakeBack(ctx, async (tx) => {
    lockLedger(tx, event.id)
    const { sequence: end } = await findLedgerEnd(tx, event.id)
    const arrival = { ctx, tx, event, author, now: ctx.clock.now() }
    const results = await findResults(arrival, timestamp, find)
    const shared = { report_key: randomUUID(), proof: '', comment: '' }
    const written = await storeResults(
      arrival,
      results.map((result) => ({ ...shared, ...result })),
    )
    const waiting = written.filter((row) => levelOf(row) === null)
    for (const { id } of waiting) {
      const approved = await updateSubmission(tx, id, { approval_status: 'APPROVED' })
      await settleFacts(tx, approved, { author_id: author.user_id, reason: 'preview' })
    }
    const drafted = written.map((row) => ({ objective_id: row.objective_id, waits: waiting.includes(row) }))
    return { results: drafted, end, entries: await listStoredFacts(tx, event.id, end) }
  })
}

/** Folds the entries of each objective into the kept engine, reads the change, and folds the stored history again. */
function scoreReport(ctx: Context, event: Row<'events'>, author: Author, drafted: DraftedReport): Promise<ReportPoints[]> {
  const { results, entries, end } = drafted
  return renew(ctx.caches.engines, event.id, event.deleted_people, async (known) => {
    const next = await catchUp(ctx, event.id, known, end)
    const { engine, position } = next
    const ids: ObjectiveId[] = results.map(({ objective_id }) => objective_id)
    const history = await listFacts(ctx.db, event.id, { objective_ids: ids, upTo: position })
    const past = Map.groupBy(history, (fact) => fact.objective_id)
    const hides = await listHiding(ctx.db, event.id)
    const now = ctx.clock.now()
    engine.advance(now)
    const answer = results.map(({ objective_id, waits }) => {
      const added = entries.filter((entry) => entry.objective_id === objective_id)
      const deltas = engine.refold([...(past.get(objective_id) ?? []), ...added], [objective_id], now)
      const isHidden = [{ objective_id }, ...deltas].some((one) => hides.get(one.objective_id as ObjectiveId))
      const own = deltas.filter((delta) => delta.team_id === author.team.team_id)
      const points = own.reduce((sum, { before, after }) => sum + (after?.points ?? 0) - (before?.points ?? 0), 0)
      return { objective_id, waits: isHidden ? null : waits, points: isHidden ? null : points }
    })
    engine.refold(history, ids, now)
    return { next, answer }
  })
}

/**
 * The points that a report of an item would bring the team of its author; nothing is stored.
 * @throws Refusal like `reportItem`, and preview_busy
 */
export async function previewItem(
  ctx: Context,
  event: Row<'events'>,
  author: Author,
  report: Pick<ItemReport, 'text' | 'timestamp'>,
  signal?: AbortSignal,
): Promise<ReportPoints[]> {
  const end = await turns.take(event.id, signal)
  try {
    return await scoreReport(ctx, event, author, await draftReport(ctx, event, author, report))
  } finally {
    end()
  }
}
