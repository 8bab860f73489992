import { createHash } from 'node:crypto'
import type { GameItem } from '@muster/contract/game-api'
import type { UserId } from '@muster/contract/ids'
import type { ItemReport } from '@muster/contract/submissions'
import { readNumber } from '@muster/domain/conditions/matcher'
import { findTimeObstacle } from '@muster/domain/submissions/claim'
import { countsAtOnce, identifyItem, isUnmistakable, readReportedText } from '@muster/domain/submissions/item-report'
import type { Context } from '../../context.ts'
import { lockLedger } from '../../db/ledger.ts'
import type { Row } from '../../db/schema.ts'
import { prepareMatcher } from '../../prepared-matcher.ts'
import { Refusal, refuseField } from '../../refusal.ts'
import type { Membership } from '../../viewer.ts'
import { loadRelease } from '../objectives/store.ts'
import { settleFacts } from './counting.ts'
import { appendHistory } from './history.ts'
import { listSameItem, insertSubmissions, listReport, type StoredSubmission } from './store.ts'
import { demandProof, refusalOf } from './submit.ts'

function readItem(text: string): { readonly item: GameItem; readonly name: string } {
  const read = readReportedText(text)
  if (!read.ok) throw refuseField('text', `line ${read.line}: ${read.reason}`)
  return read
}

const hashOf = (item: GameItem) => createHash('sha256').update(identifyItem(item)).digest('base64url')

/**
 * Stores an item that a team member reports, as one submission for each objective it counts for. The same report again answers what
 * is stored.
 * @throws Refusal event_over, reports_refused, no_objective_matches, already_reported, invalid_request
 */
export async function reportItem(
  ctx: Context,
  event: Row<'events'>,
  author: { readonly user_id: UserId; readonly team: Membership },
  { key, text, timestamp, proof, comment }: ItemReport,
): Promise<StoredSubmission[]> {
  const { user_id, team } = author
  const { item, name } = readItem(text)
  if (readNumber(item) < 1) throw refuseField('text', 'has no stack size of 1 or more')
  // Before the ledger is locked: compiling the conditions of a new definition takes a while.
  const { matchAnywhere } = await prepareMatcher(ctx, event)
  return ctx.db.transact(async (tx) => {
    lockLedger(tx, event.id)
    const stored = await listReport(tx, event.id, user_id, key)
    if (stored.length > 0) return stored
    const now = ctx.clock.now()
    if (now > event.event_end_time.getTime()) throw new Refusal('event_over')
    if (event.reports === 'refused') throw new Refusal('reports_refused')
    const span = { starts_at: event.event_start_time.getTime(), ends_at: event.event_end_time.getTime() }
    const claimed_at = Date.parse(timestamp)
    const obstacle = findTimeObstacle(span, claimed_at, now)
    if (obstacle) throw refusalOf[obstacle]()
    demandProof(event, proof)
    const happened_at = Math.min(claimed_at, now)
    const visible = new Set<number>((await loadRelease(tx, event, now)).ids)
    const found = matchAnywhere([item], happened_at).filter(({ objective_id }) => visible.has(objective_id))
    if (found.length === 0) throw new Refusal('no_objective_matches')
    const item_identity = hashOf(item)
    const same = await listSameItem(tx, event.id, item_identity)
    const isOwn = same.some((one) => one.user_id === user_id && one.approval_status !== 'REJECTED')
    if (isOwn && isUnmistakable(item)) throw new Refusal('already_reported')
    const isStack = item['stackSize'] !== undefined
    const same_item_as = isStack ? null : (same[0]?.id ?? null)
    const counts_unreviewed = countsAtOnce(event.reports, {
      objective_type: 'ITEM',
      is_double: same_item_as !== null,
      happened_at,
      now,
    })
    const submitted_at = new Date(now)
    const report = {
      event_id: event.id,
      team_id: team.team_id,
      user_id,
      timestamp: new Date(happened_at),
      submitted_at,
      proof,
      comment,
    }
    const described = { item_name: name, item_text: text, item_identity, report_key: key, same_item_as, counts_unreviewed }
    const written = await insertSubmissions(
      tx,
      found.map(({ objective_id, number }) => ({
        ...report,
        ...described,
        objective_id: objective_id as StoredSubmission['objective_id'],
        number,
      })),
    )
    if (!written) throw new Error('a new report of an item met an older one, under the lock of the ledger')
    await appendHistory(
      tx,
      written.map(({ id }) => ({
        submission_id: id,
        kind: 'submitted' as const,
        to_status: 'PENDING' as const,
        author_id: user_id,
        timestamp: submitted_at,
      })),
    )
    for (const one of written) await settleFacts(tx, one, { author_id: user_id, reason: `Submission ${one.id} reported` })
    return written
  })
}
