import type { ObjectiveId, UserId } from '@muster/contract/ids'
import type { SubmissionCreate } from '@muster/contract/submissions'
import { takesSubmissions } from '@muster/domain/objectives/kinds'
import { type ClaimObstacle, findClaimObstacle, takesNumberReports } from '@muster/domain/submissions/claim'
import { countsAtOnce } from '@muster/domain/submissions/item-report'
import { listMissing, type ProofDemand } from '@muster/domain/submissions/proof-rules'
import { listLogFindings, listSuspicions, suspectLevel } from '@muster/domain/submissions/suspicion'
import type { ReportRules } from '@muster/domain/submissions/report-rules'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/connect.ts'
import { spanOf } from '../../db/event-columns.ts'
import { lockLedger } from '../../db/ledger.ts'
import type { Row } from '../../db/schema.ts'
import { Refusal, refuseField } from '../../refusal.ts'
import type { Membership } from '../../viewer.ts'
import { loadRelease, loadReportRules } from '../objectives/store.ts'
import { settleFacts } from './counting.ts'
import { appendHistory } from './history.ts'
import { addSubmissions } from './new-submissions.ts'
import { demandOwnPictures } from './proof-pictures.ts'
import {
  hasTwin,
  lockObjective,
  isTrustedPlayer,
  listLevelsByHand,
  lockSubmission,
  type StoredSubmission,
  toClaimed,
  toCounting,
  updateSubmission,
} from './store.ts'

export const refusalOf: Readonly<Record<ClaimObstacle, () => Refusal>> = {
  event_over: () => new Refusal('event_over'),
  reports_refused: () => new Refusal('reports_refused'),
  not_a_bounty: () => refuseField('objective_id', 'is not an objective that accepts submissions'),
  in_future: () => refuseField('timestamp', 'is in the future'),
  outside_event: () => refuseField('timestamp', 'is outside the event'),
  outside_objective: () => refuseField('timestamp', 'is outside the time the objective is open'),
}

const demandTexts: Readonly<Record<ProofDemand, string>> = {
  required: 'is required',
  screenshot: 'needs a screenshot',
  clip: 'needs a link to a clip',
}

/** @throws Refusal invalid_request about `proof`, if it is not the proof that these rules need */
export function demandProof(rules: readonly ReportRules[], proof: string): void {
  const missing = listMissing(rules, proof)
  if (missing.length === 0) return
  throw refuseField('proof', `${missing.map((kind) => demandTexts[kind]).join(' and ')} for this objective`)
}

const refuseTwin = () => refuseField('timestamp', 'is already used by another of your submissions for this objective')

/** @throws Refusal objective_not_found, also for an objective still hidden from the caller */
export async function getOpenObjective(tx: Tx, event: Row<'events'>, id: ObjectiveId, now: number): Promise<Row<'objectives'>> {
  const objective = await lockObjective(tx, event.id, id)
  const isOpen = objective !== null && (await loadRelease(tx, event, now)).ids.has(id)
  if (!isOpen) throw new Refusal('objective_not_found')
  return objective
}

/** @throws Refusal event_over, reports_refused, objective_not_found, invalid_request */
async function readClaim(
  tx: Tx,
  event: Row<'events'>,
  user_id: UserId,
  body: SubmissionCreate,
  now: number,
  { known, is_trusted }: { readonly known: StoredSubmission | null; readonly is_trusted: boolean },
) {
  const { objective_id, number, proof, comment } = body
  const row = await getOpenObjective(tx, event, objective_id, now)
  const objective = toClaimed(row)
  const rules = (await loadReportRules(tx, event))(objective_id)
  const { reports } = rules
  const claimed_at = new Date(body.timestamp).getTime()
  const obstacle = findClaimObstacle(objective, { ...spanOf(event), reports }, claimed_at, now)
  if (obstacle) throw refusalOf[obstacle]()
  demandProof([rules], proof)
  const happened_at = Math.min(claimed_at, now)
  const { objective_type } = objective
  const isLevel = takesNumberReports(objective) && row.number_field === 'PLAYER_LEVEL'
  const others = isLevel ? await listLevelsByHand(tx, event.id, user_id, known?.id ?? null) : []
  const logFindings = listLogFindings(known?.suspicions ?? [])
  const suspicions = listSuspicions([...logFindings, ...suspectLevel({ level: number, at: happened_at }, others)])
  const is_suspect = suspicions.length > 0
  const level = countsAtOnce(reports, { objective_type, is_double: false, is_suspect, is_trusted, happened_at, now })
  return { objective_id, number, proof, comment, timestamp: new Date(happened_at), suspicions, ...toCounting(level) }
}

/** The edit of an item report: only proof and comment change, because the item's text determines the rest. */
async function addProof(tx: Tx, event: Row<'events'>, known: StoredSubmission, body: SubmissionCreate, now: number) {
  const { proof, comment } = body
  if (now > event.event_end_time.getTime()) throw new Refusal('event_over')
  const { objective_id, number, timestamp, counts_unreviewed } = known
  demandProof([(await loadReportRules(tx, event))(objective_id)], proof)
  return { objective_id, number, timestamp, counts_unreviewed, proof, comment }
}

/**
 * Trust rests on the last decided reports: a player cannot remove a rejected one from them.
 * @throws Refusal not_allowed
 */
export async function refuseRejected(tx: Tx, event: Row<'events'>, known: StoredSubmission): Promise<void> {
  if (event.trusted_after === null || known.approval_status !== 'REJECTED') return
  const objective = await lockObjective(tx, event.id, known.objective_id)
  if (objective && !takesSubmissions(objective))
    throw new Refusal('not_allowed', 'A rejected report stays for its objective: correct it there, or appeal')
}

/**
 * Stores the claim of a team member, or its edit. An edit retracts the approved facts; team and comments of judges stay.
 * @throws Refusal event_over, reports_refused, objective_not_found, submission_not_found, not_allowed, invalid_request
 */
export function submit(
  ctx: Context,
  event: Row<'events'>,
  author: { readonly user_id: UserId; readonly team: Membership },
  body: SubmissionCreate,
): Promise<StoredSubmission> {
  const { user_id, team } = author
  return ctx.db.transact(async (tx) => {
    // The ledger is locked before rows, as in edits of objectives.
    lockLedger(tx, event.id)
    const now = ctx.clock.now()
    const known = body.id ? await lockSubmission(tx, event.id, body.id) : null
    if (body.id && !known) throw new Refusal('submission_not_found')
    if (known && known.user_id !== user_id) throw new Refusal('not_allowed', "This is another player's submission")

    // Trust confirms new reports only.
    const is_trusted = known === null && (await isTrustedPlayer(tx, event, user_id))
    const isItem = known !== null && known.item_name !== null
    const claim = isItem
      ? await addProof(tx, event, known, body, now)
      : await readClaim(tx, event, user_id, body, now, { known, is_trusted })
    if (known && claim.objective_id !== known.objective_id) await refuseRejected(tx, event, known)
    await demandOwnPictures(tx, event.id, user_id, body.proof)
    const submitted_at = new Date(now)
    if (!known) {
      const rows = await addSubmissions({ ctx, tx, event, user_id, submitted_at }, [{ ...claim, team_id: team.team_id }])
      const [written] = rows ?? []
      if (!written) throw refuseTwin()
      return written
    }
    if (known.report_key === null && (await hasTwin(tx, { ...claim, id: known.id, user_id }))) throw refuseTwin()
    // No judge has approved it, and the text of the item, which the rule of the event confirms, stays.
    const isConfirmedItem = isItem && known.reviewed_at === null
    const approval_status = known.approval_status === 'APPROVED' && !isConfirmedItem ? 'PENDING' : known.approval_status
    await appendHistory(tx, [
      {
        submission_id: known.id,
        kind: 'edited',
        from_status: known.approval_status,
        to_status: approval_status,
        author_id: user_id,
        timestamp: submitted_at,
      },
    ])
    // After a judge has looked, it waits for a judge again.
    const counts_unreviewed = claim.counts_unreviewed && known.reviewer_id === null
    const recheck = known.recheck === 'second_look' && approval_status === 'PENDING' ? null : known.recheck
    const change = {
      counts_unreviewed,
      approval_status,
      submitted_at,
      recheck,
      recheck_at: recheck === null ? null : known.recheck_at,
    }
    const written = await updateSubmission(tx, known.id, { ...claim, ...change })
    const why = { author_id: user_id, reason: `Submission ${known.id} changed by its author` }
    await settleFacts(tx, known, why)
    if (written.objective_id !== known.objective_id) await settleFacts(tx, written, why)
    return written
  })
}
