import type { EventId, ObjectiveId, SubmissionId, TeamId, UserId } from '@muster/contract/ids'
import type { Submission, TrustLevel } from '@muster/contract/submissions'
import { listTypes, takesSubmissions } from '@muster/domain/objectives/kinds'
import type { ClaimedObjective } from '@muster/domain/submissions/claim'
import type { ReportedLevel } from '@muster/domain/submissions/suspicion'
import { isTrusted } from '@muster/domain/submissions/trusted-player'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/connect.ts'
import { isUnretracted } from '../../db/ledger.ts'
import type { NewRow, Row } from '../../db/schema.ts'

/** The text of an item is long, and only `findSubmission` reads it. */
export type StoredSubmission = Omit<Row<'submissions'>, 'item_text' | 'item_identity'>

export const listedColumns = [
  'submissions.id',
  'submissions.event_id',
  'submissions.objective_id',
  'submissions.team_id',
  'submissions.user_id',
  'submissions.timestamp',
  'submissions.number',
  'submissions.proof',
  'submissions.comment',
  'submissions.submitted_at',
  'submissions.approval_status',
  'submissions.review_comment',
  'submissions.reviewer_id',
  'submissions.reviewed_at',
  'submissions.version',
  'submissions.item_name',
  'submissions.report_key',
  'submissions.same_item_as',
  'submissions.counts_unreviewed',
  'submissions.suspicions',
  'submissions.recheck',
  'submissions.recheck_at',
  'submissions.is_appealed',
] as const

/** On whose word a submission counts; null: it does not. */
export function levelOf(row: Pick<StoredSubmission, 'approval_status' | 'counts_unreviewed'>): TrustLevel | null {
  if (row.approval_status === 'APPROVED') return 'confirmed'
  return row.approval_status === 'PENDING' && row.counts_unreviewed ? 'reported' : null
}

/** `readReviewState` in SQL: a comment without a decision asks the player for more, and an edit answers it. */
export const isWaiting = sql<boolean>`case when approval_status = 'PENDING'
  then not (coalesce(review_comment, '') <> '' and reviewed_at is not null and reviewed_at >= submitted_at)
  else recheck is not null end`

/** Only judges see second looks: a player cannot tell which submissions are drawn. */
function presentRecheck({ recheck, recheck_at }: StoredSubmission, is_judge: boolean) {
  const isShown = is_judge || recheck !== 'second_look'
  return { recheck: isShown ? recheck : null, recheck_at: isShown ? (recheck_at?.toISOString() ?? null) : null }
}

/** @param is_judge whether the viewer also sees the marks for judges */
export const presentSubmission = (row: StoredSubmission, is_judge: boolean): Submission => ({
  ...presentRecheck(row, is_judge),
  suspicions: is_judge ? row.suspicions : [],
  is_appealed: row.is_appealed,
  id: row.id,
  objective_id: row.objective_id,
  team_id: row.team_id,
  user_id: row.user_id,
  timestamp: row.timestamp.toISOString(),
  number: row.number,
  proof: row.proof,
  comment: row.comment,
  item_name: row.item_name,
  counts_as: levelOf(row),
  same_item_as: is_judge ? row.same_item_as : null,
  submitted_at: row.submitted_at.toISOString(),
  approval_status: row.approval_status,
  review_comment: row.review_comment,
  reviewer_id: row.reviewer_id,
  reviewed_at: row.reviewed_at?.toISOString() ?? null,
  version: row.version,
})

/** Submissions of an event, oldest first, with the columns that decide their visibility. */
export function listSubmissions(db: Db, event_id: EventId, after: SubmissionId | undefined) {
  const rows = selectVisibility(db, event_id).orderBy('submissions.id')
  return (after === undefined ? rows : rows.where('submissions.id', '>', after)).execute()
}

/** A submission with the columns that decide its visibility. */
export async function findWithVisibility(db: Db, event_id: EventId, id: SubmissionId) {
  return (await selectVisibility(db, event_id).where('submissions.id', '=', id).executeTakeFirst()) ?? null
}

function selectVisibility(db: Db, event_id: EventId) {
  return db
    .selectFrom('submissions')
    .innerJoin('objectives', 'objectives.id', 'submissions.objective_id')
    .leftJoin('scores', (join) =>
      join.onRef('scores.objective_id', '=', 'submissions.objective_id').onRef('scores.team_id', '=', 'submissions.team_id'),
    )
    .select(listedColumns)
    .select(['hide_progress', sql<boolean>`coalesce(scores.finished, false)`.as('is_finished')])
    .where('submissions.event_id', '=', event_id)
}

export async function findSubmission(db: Db, event_id: EventId, id: SubmissionId): Promise<Row<'submissions'> | null> {
  const row = await db
    .selectFrom('submissions')
    .selectAll()
    .where('event_id', '=', event_id)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** An objective of the event, locked against deletion until the transaction ends. */
export async function lockObjective(tx: Tx, event_id: EventId, id: ObjectiveId): Promise<Row<'objectives'> | null> {
  const row = await tx
    .selectFrom('objectives')
    .selectAll()
    .where('event_id', '=', event_id)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  return row ?? null
}

/** An objective in the form of the claim rules. */
export const toClaimed = (row: Pick<Row<'objectives'>, keyof ClaimedObjective>): ClaimedObjective => ({
  objective_type: row.objective_type,
  valid_from: row.valid_from?.getTime() ?? null,
  valid_to: row.valid_to?.getTime() ?? null,
})

/** A submission of the event, locked until the transaction ends. */
export async function lockSubmission(tx: Tx, event_id: EventId, id: SubmissionId): Promise<StoredSubmission | null> {
  const row = await tx
    .selectFrom('submissions')
    .selectAll()
    .where('event_id', '=', event_id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** The inserted rows, in their order, or null if one repeats an earlier submission of its author. */
export async function insertSubmissions(tx: Tx, rows: readonly NewRow<'submissions'>[]): Promise<StoredSubmission[] | null> {
  if (rows.length === 0) return []
  const written = await tx
    .insertInto('submissions')
    .values([...rows])
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .execute()
  return written.length === rows.length ? written.toSorted((a, b) => a.id - b.id) : null
}

/** The submissions of one report, in their order; none if the report has not arrived. */
export function listReport(tx: Tx, event_id: EventId, user_id: UserId, report_key: string): Promise<StoredSubmission[]> {
  return tx
    .selectFrom('submissions')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('report_key', '=', report_key)
    .where('event_id', '=', event_id)
    .orderBy('id')
    .execute()
}

/** The submissions of the event with these items, oldest first. */
export const listSameItems = (tx: Tx, event_id: EventId, item_identities: readonly string[]) =>
  tx
    .selectFrom('submissions')
    .select(['id', 'objective_id', 'user_id', 'approval_status', 'item_identity'])
    .where('event_id', '=', event_id)
    .where('item_identity', 'in', item_identities.length === 0 ? [''] : [...item_identities])
    .orderBy('id')
    .execute()

const reportedTypes = listTypes((objective) => !takesSubmissions(objective))

/** The levels that a player has reported by hand, without rejected ones and the submission with this id. */
export async function listLevelsByHand(
  tx: Tx,
  event_id: EventId,
  user_id: UserId,
  except: SubmissionId | null,
): Promise<ReportedLevel[]> {
  let query = tx
    .selectFrom('submissions')
    .innerJoin('objectives', 'objectives.id', 'submissions.objective_id')
    .select(['submissions.number', 'submissions.timestamp'])
    .where('submissions.event_id', '=', event_id)
    .where('user_id', '=', user_id)
    .where('number_field', '=', 'PLAYER_LEVEL')
    .where('report_key', 'is', null)
    .where('approval_status', '<>', 'REJECTED')
  if (except !== null) query = query.where('submissions.id', '<>', except)
  return (await query.execute()).map(({ number, timestamp }) => ({ level: number, at: timestamp.getTime() }))
}

/**
 * Whether each of the player's decided reports was right, the latest decision first. A decision that repeats the one before it
 * leaves the order as it was.
 */
async function listDecidedReports(tx: Tx, event_id: EventId, user_id: UserId, most: number): Promise<boolean[]> {
  const { rows } = await sql<{ is_right: boolean }>`
    select bool_and(approval_status = 'APPROVED') as is_right
    from submissions join objectives on objectives.id = submissions.objective_id
      cross join lateral (
        select coalesce(max(timestamp), submitted_at) as changed_at from submission_history
        where submission_id = submissions.id and kind = 'decided' and from_status is distinct from to_status) as change
    where submissions.event_id = ${event_id} and user_id = ${user_id} and reviewed_at is not null
      and approval_status <> 'PENDING' and objective_type = any(${reportedTypes})
    group by coalesce(report_key, submissions.id::text)
    order by max(changed_at) desc
    limit ${most}`.execute(tx)
  return rows.map(({ is_right }) => is_right)
}

/** Whether the rule of the event confirms the reports of the player. */
export async function isTrustedPlayer(tx: Tx, { id, trusted_after }: Row<'events'>, user_id: UserId): Promise<boolean> {
  if (trusted_after === null) return false
  return isTrusted(trusted_after, await listDecidedReports(tx, id, user_id, trusted_after))
}

/** The columns of a new report that say at which level it counts. */
export const toCounting = (level: TrustLevel | null) => ({
  // Approved without a review: the rule of the event confirms it.
  approval_status: level === 'confirmed' ? ('APPROVED' as const) : ('PENDING' as const),
  counts_unreviewed: level === 'reported',
})

/**
 * The highest number of the player for each of the objectives: tracked, or reported and not rejected. Both have one source in the
 * score, where the latest fact counts, so a lower report would replace a higher tracked number.
 */
export async function listHighestNumbers(
  tx: Tx,
  user_id: UserId,
  objective_ids: readonly ObjectiveId[],
): Promise<ReadonlyMap<ObjectiveId, number>> {
  if (objective_ids.length === 0) return new Map()
  const { rows } = await sql<{ objective_id: ObjectiveId; number: number }>`
    select objective_id, max(number)::float8 as number from (
      select objective_id, number from submissions
      where user_id = ${user_id} and objective_id = any(${objective_ids}) and item_name is null and approval_status <> 'REJECTED'
      union all
      select objective_id, number from facts
      where user_id = ${user_id} and objective_id = any(${objective_ids}) and kind = 'fact' and ${isUnretracted}
    ) known
    group by objective_id`.execute(tx)
  return new Map(rows.map(({ objective_id, number }) => [objective_id, number]))
}

/** Whether the author has another submission with the same content. */
export async function hasTwin(tx: Tx, row: Pick<StoredSubmission, 'id' | 'user_id' | 'objective_id' | 'timestamp'>) {
  const twin = await tx
    .selectFrom('submissions')
    .select('id')
    .where('user_id', '=', row.user_id)
    .where('objective_id', '=', row.objective_id)
    .where('timestamp', '=', row.timestamp)
    .where('id', '!=', row.id)
    .where('report_key', 'is', null)
    .executeTakeFirst()
  return twin !== undefined
}

/** Changes a submission, which raises its version. */
export function updateSubmission(
  tx: Tx,
  id: SubmissionId,
  change: Omit<Partial<NewRow<'submissions'>>, 'version'>,
): Promise<StoredSubmission> {
  return tx
    .updateTable('submissions')
    .set(change)
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function removeSubmission(tx: Tx, id: SubmissionId): Promise<void> {
  await tx.deleteFrom('submissions').where('id', '=', id).execute()
}

/** The teams of an event by id, each with its first lead (by user id), null if it has none. */
export async function listLeads(
  tx: Tx,
  event_id: EventId,
): Promise<Map<TeamId, { readonly name: string; readonly lead_id: UserId | null }>> {
  const rows = await tx
    .selectFrom('teams')
    .leftJoin('team_users', (join) => join.onRef('team_users.team_id', '=', 'teams.id').on('team_users.is_team_lead', '=', true))
    .select((eb) => ['teams.id', 'name', eb.fn.min('team_users.user_id').as('lead_id')])
    .where('teams.event_id', '=', event_id)
    .groupBy('teams.id')
    .execute()
  return new Map(rows.map(({ id, name, lead_id }) => [id, { name, lead_id }]))
}
