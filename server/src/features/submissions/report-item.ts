import { createHash } from 'node:crypto'
import type { GameItem } from '@muster/contract/game-api'
import type { ObjectiveId } from '@muster/contract/ids'
import type { ItemReport } from '@muster/contract/submissions'
import { readNumber } from '@muster/domain/conditions/matcher'
import { identifyItem, judgeDouble, type ReportedText, readReportedText } from '@muster/domain/submissions/item-report'
import { listSuspicions, suspectAreas, suspectItem } from '@muster/domain/submissions/suspicion'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import { prepareMatcher } from '../../prepared-matcher.ts'
import { Refusal, refuseField } from '../../refusal.ts'
import { findHighestArea } from './log-goals.ts'
import { listSameItems, type StoredSubmission } from './store.ts'
import { type Author, type FindResults, storeReport } from './store-report.ts'

function readItem(text: string): Extract<ReportedText, { ok: true }> {
  const read = readReportedText(text)
  if (!read.ok) throw refuseField('text', `line ${read.line}: ${read.reason}`)
  return read
}

export const hashItem = (item: GameItem) => createHash('sha256').update(identifyItem(item)).digest('base64url')

/**
 * Stores an item that a team member reports, as one submission for each objective it counts for.
 * @throws Refusal event_over, reports_refused, no_objective_matches, already_reported, invalid_request
 */
export async function reportItem(
  ctx: Context,
  event: Row<'events'>,
  author: Author,
  { text, ...report }: ItemReport,
): Promise<StoredSubmission[]> {
  return storeReport(ctx, event, author, report, await prepareItem(ctx, event, author, text))
}

/**
 * Creates the function that finds the results of an item.
 * @throws Refusal invalid_request; the function throws already_reported
 */
export async function prepareItem(ctx: Context, event: Row<'events'>, author: Author, text: string): Promise<FindResults> {
  const { item, name, read } = readItem(text)
  if (readNumber(item) < 1) throw refuseField('text', 'must have a stack size of 1 or more')
  // Before the ledger is locked: compiling the conditions of a new definition takes a while.
  const { matchAnywhere } = await prepareMatcher(ctx, event)
  const item_identity = hashItem(item)
  return async ({ tx, now, happened_at }) => {
    const same = await listSameItems(tx, event.id, [item_identity])
    const double = judgeDouble(item, author.user_id, same)
    if (double === 'refused') throw new Refusal('already_reported')
    const same_item_as = double === 'flagged' ? (same[0]?.id ?? null) : null
    const highest_area = await findHighestArea(tx, event, author.user_id, { happened_at, now })
    const suspicions = listSuspicions([...suspectItem(item, read.class_id), ...suspectAreas(item, highest_area)])
    const results = matchAnywhere([item], happened_at).map(({ objective_id, number }) => ({
      objective_id: objective_id as ObjectiveId,
      objective_type: 'ITEM' as const,
      number,
      item_name: name,
      item_text: text,
      item_identity,
      same_item_as,
      suspicions,
    }))
    return { results, known: [] }
  }
}
