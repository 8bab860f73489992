import type { UserId } from '@muster/contract/ids'
import type { TrustLevel } from '@muster/contract/submissions'
import { listReportedFacts } from '@muster/domain/submissions/reported-facts'
import type { Tx } from '../../db/connect.ts'
import { appendStatements, isFromSources, isUnretracted, retractFacts, type Statement } from '../../db/ledger.ts'
import type { Row } from '../../db/schema.ts'
import { levelOf, listedColumns, type StoredSubmission } from './store.ts'

const sourceOf = ({ id }: Pick<StoredSubmission, 'id'>) => `submission:${id}`

/**
 * The submissions whose numbers depend on each other: all items that the player reported for the objective, or the submission
 * alone.
 */
const listTogether = ({ id, objective_id, team_id, user_id, item_name }: StoredSubmission, tx: Tx) => {
  const rows = tx.selectFrom('submissions').select(listedColumns).where('objective_id', '=', objective_id)
  const chosen =
    item_name === null
      ? rows.where('id', '=', id)
      : rows.where('team_id', '=', team_id).where('user_id', '=', user_id).where('item_name', 'is not', null)
  return chosen.execute()
}

function toStatement(row: StoredSubmission, number: number, level: TrustLevel): Statement {
  const { id, objective_id, team_id, user_id, timestamp, reviewer_id, review_comment } = row
  const seen = { objective_id, team_id, user_id, source: sourceOf(row), number, timestamp }
  if (level === 'reported') return { ...seen, author_id: null, reason: null }
  if (row.reviewed_at === null) return { ...seen, author_id: null, reason: `Submission ${id} confirmed: trusted player` }
  const reason = review_comment ? `Submission ${id} approved: ${review_comment}` : `Submission ${id} approved`
  return { ...seen, author_id: reviewer_id as UserId, reason }
}

/** The facts that the submissions should have, in the order of the ledger. */
function listWanted(rows: readonly StoredSubmission[], adds_up: boolean): Statement[] {
  const byId = new Map(rows.map((row) => [row.id as number, row]))
  const counted = rows.flatMap((row) => {
    const counts_as = levelOf(row)
    return counts_as === null ? [] : [{ id: row.id, number: row.number, timestamp: row.timestamp.getTime(), counts_as }]
  })
  return listReportedFacts(counted, adds_up).flatMap(({ id, number, counts_as }) => {
    const row = byId.get(id)
    return row ? [toStatement(row, number, counts_as)] : []
  })
}

type Known = Pick<Row<'facts'>, 'sequence' | 'source' | 'number' | 'timestamp' | 'reason'>

/** Ignores which judge decided: a second approval of a submission that counts changes nothing (D-33). */
const isSame = (fact: Known, wanted: Statement) =>
  fact.source === wanted.source &&
  fact.number === wanted.number &&
  fact.timestamp.getTime() === wanted.timestamp.getTime() &&
  (fact.reason === null) === (wanted.reason === null)

/**
 * Brings the ledger in line with a submission that was written, decided or removed: facts that are no longer true are retracted,
 * and missing ones appended. Facts with the same time are ordered by the ledger, so those after a new one are written again.
 * @param submission as it was before, or as it is now; its objective, team and player decide which facts are compared
 */
export async function settleFacts(
  tx: Tx,
  submission: StoredSubmission,
  why: { readonly author_id: UserId; readonly reason: string },
): Promise<void> {
  const { event_id, objective_id } = submission
  const rows = await listTogether(submission, tx)
  const wanted = listWanted(rows, submission.item_name !== null)
  const known: readonly Known[] = await tx
    .selectFrom('facts')
    .select(['sequence', 'source', 'number', 'timestamp', 'reason'])
    .where('event_id', '=', event_id)
    .where('objective_id', '=', objective_id)
    .where(isFromSources([...new Set([submission, ...rows].map(sourceOf))]))
    .where('kind', '=', 'fact')
    .where(isUnretracted)
    .orderBy('sequence')
    .execute()
  const kept = new Set<Known>()
  const missing: Statement[] = []
  for (const one of wanted) {
    const fact = known.find((candidate) => isSame(candidate, one))
    const follows = missing.at(-1)?.timestamp.getTime() === one.timestamp.getTime()
    if (fact && !follows) kept.add(fact)
    else missing.push(one)
  }
  const untrue = known.filter((fact) => !kept.has(fact)).map(({ sequence }) => sequence)
  retractFacts(tx, event_id, untrue, why)
  await appendStatements(tx, event_id, missing)
}
