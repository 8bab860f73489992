import type { Correction, CorrectionId, ManualPoints } from '@muster/contract/corrections'
import type { EventId } from '@muster/contract/ids'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { personOf } from '../../db/person-of.ts'
import { isFromSource } from '../../db/ledger.ts'
import { awaitAll } from '../../db/transaction.ts'

/** One correction of an event, or the corrections before a number. */
interface Part {
  readonly id?: CorrectionId
  readonly before?: CorrectionId | undefined
  readonly limit: number
}

const toText = (date: Date | null) => date?.toISOString() ?? null

async function listAdditions(db: Db, event_id: EventId, part: Part): Promise<Correction[]> {
  let query = db
    .selectFrom('facts')
    .leftJoin('facts as withdrawal', 'withdrawal.retracts', 'facts.sequence')
    .leftJoin('manual_points', 'manual_points.fact_sequence', 'facts.sequence')
    .select(['facts.sequence', 'facts.objective_id', 'facts.team_id', 'facts.user_id', 'facts.number', 'facts.timestamp'])
    .select(['facts.reason', 'facts.public_note', 'withdrawal.sequence as withdrawal_sequence'])
    .select('withdrawal.reason as withdrawal_reason')
    .select([personOf('facts.author_id').as('author'), personOf('withdrawal.author_id').as('withdrawn_by')])
    .where('facts.event_id', '=', event_id)
    .where('facts.kind', '=', 'fact')
    .where('facts.source', 'like', 'correction:%')
    .where('manual_points.id', 'is', null)
    .orderBy('facts.sequence', 'desc')
    .limit(part.limit)
  if (part.id !== undefined) query = query.where('facts.sequence', '=', part.id)
  if (part.before !== undefined) query = query.where('facts.sequence', '<', part.before)
  return (await query.execute()).map((row) => ({
    id: row.sequence as CorrectionId,
    kind: 'addition',
    objective_id: row.objective_id,
    team_id: row.team_id,
    user_id: row.user_id,
    number: row.number,
    timestamp: row.timestamp.toISOString(),
    tab: null,
    from: null,
    to: null,
    reason: row.reason ?? '',
    public_note: row.public_note,
    proof: null,
    author: row.author,
    approval: null,
    created_at: null,
    withdrawal: row.withdrawal_sequence === null ? null : { author: row.withdrawn_by, reason: row.withdrawal_reason ?? '' },
  }))
}

async function listExclusions(db: Db, event_id: EventId, part: Part): Promise<Correction[]> {
  let query = db
    .selectFrom('exclusions')
    .leftJoin('stashes', (join) =>
      join
        .onRef('stashes.event_id', '=', 'exclusions.event_id')
        .on('exclusions.source', '=', sql<string>`'stash:' || stashes.stash_id`),
    )
    .leftJoin('team_users', (join) =>
      join
        .onRef('team_users.event_id', '=', 'exclusions.event_id')
        .onRef('team_users.user_id', '=', 'exclusions.user_id')
        .on('exclusions.what', '=', 'player'),
    )
    .select(['exclusions.id', 'what', 'exclusions.objective_id', 'exclusions.user_id', 'from_at', 'to_at', 'reason'])
    .select(['public_note', 'created_at', 'withdrawn_at', 'withdrawal_reason', 'stashes.name as tab'])
    .select((eb) => [
      // The team of the tab, or of the player now or earlier: an exclusion of a tab or player names no team.
      eb.fn
        .coalesce(
          'exclusions.team_id',
          'team_users.team_id',
          eb
            .selectFrom('facts')
            .select('facts.team_id')
            .whereRef('facts.event_id', '=', 'exclusions.event_id')
            .where((shown) =>
              shown.or([
                isFromSource(sql`exclusions.source`),
                shown.and([shown('what', '=', 'player'), shown('facts.user_id', '=', shown.ref('exclusions.user_id'))]),
              ]),
            )
            .orderBy('facts.sequence', 'desc')
            .limit(1),
        )
        .as('team_id'),
      personOf('exclusions.author_id').as('author'),
      personOf('exclusions.withdrawn_by').as('withdrawn_by'),
    ])
    .where('exclusions.event_id', '=', event_id)
    .orderBy('exclusions.id', 'desc')
    .limit(part.limit)
  if (part.id !== undefined) query = query.where('exclusions.id', '=', part.id)
  if (part.before !== undefined) query = query.where('exclusions.id', '<', part.before)
  return (await query.execute()).map((row) => ({
    id: row.id as CorrectionId,
    kind: row.what,
    objective_id: row.objective_id,
    team_id: row.team_id,
    user_id: row.user_id,
    number: null,
    timestamp: null,
    tab: row.tab,
    from: toText(row.from_at),
    to: toText(row.to_at),
    reason: row.reason,
    public_note: row.public_note,
    proof: null,
    author: row.author,
    approval: null,
    created_at: row.created_at.toISOString(),
    withdrawal: row.withdrawn_at === null ? null : { author: row.withdrawn_by, reason: row.withdrawal_reason ?? '' },
  }))
}

const pointsOf = (db: Db, event_id: EventId) =>
  db
    .selectFrom('manual_points')
    .select(['manual_points.id', 'team_id', 'points', 'reason', 'public_note', 'proof', 'created_at'])
    .select([personOf('manual_points.author_id').as('author'), personOf('manual_points.decided_by').as('decided_by')])
    .where('event_id', '=', event_id)
    .orderBy('manual_points.id', 'desc')

async function listPoints(db: Db, event_id: EventId, part: Part): Promise<Correction[]> {
  let query = pointsOf(db, event_id)
    .select(['user_id', 'approval', 'decision_reason', 'withdrawn_at', 'withdrawal_reason'])
    .select(personOf('manual_points.withdrawn_by').as('withdrawn_by'))
    .limit(part.limit)
  if (part.id !== undefined) query = query.where('manual_points.id', '=', part.id)
  if (part.before !== undefined) query = query.where('manual_points.id', '<', part.before)
  return (await query.execute()).map((row) => ({
    id: row.id,
    kind: 'points',
    objective_id: null,
    team_id: row.team_id,
    user_id: row.user_id,
    number: row.points,
    timestamp: null,
    tab: null,
    from: null,
    to: null,
    reason: row.reason,
    public_note: row.public_note,
    proof: row.proof,
    author: row.author,
    approval: row.approval && { state: row.approval, judge: row.decided_by, reason: row.decision_reason },
    created_at: row.created_at.toISOString(),
    withdrawal: row.withdrawn_at === null ? null : { author: row.withdrawn_by, reason: row.withdrawal_reason ?? '' },
  }))
}

/** More than a page shows. */
export const maxManualPoints = 200

/** Points given or taken by hand, newest first; except points that wait for approval, were declined or were withdrawn. */
export async function listManualPoints(db: Db, event_id: EventId): Promise<ManualPoints[]> {
  const rows = await pointsOf(db, event_id)
    .select('fact_sequence')
    .select(personOf('manual_points.user_id').as('user'))
    .where('fact_sequence', 'is not', null)
    .where('withdrawn_at', 'is', null)
    .clearOrderBy()
    .orderBy('fact_sequence', 'desc')
    .limit(maxManualPoints)
    .execute()
  return rows.map(({ fact_sequence, team_id, user, points, reason, public_note, proof, author, decided_by, created_at }) => ({
    sequence: fact_sequence ?? 0,
    team_id,
    user,
    points,
    timestamp: Math.floor(created_at.getTime() / 1000),
    note: public_note ?? reason,
    proof,
    author,
    approver: decided_by,
  }))
}

/** Corrections of an event, newest first. */
export async function listCorrections(db: Db, event_id: EventId, part: Part): Promise<Correction[]> {
  const lists = [listAdditions(db, event_id, part), listPoints(db, event_id, part), listExclusions(db, event_id, part)]
  const all = (await awaitAll(lists)).flat()
  return all.sort((a, b) => b.id - a.id).slice(0, part.limit)
}

export const findCorrection = async (db: Db, event_id: EventId, id: CorrectionId): Promise<Correction | null> =>
  (await listCorrections(db, event_id, { id, limit: 1 }))[0] ?? null
