import type { EventId, TeamId, UserId } from '@muster/contract/ids'
import type { MinimalUser } from '@muster/contract/users'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/** The position of the board: the number of its last ledger entry, and of its last change. */
export async function findBoardPosition(db: Db, event_id: EventId) {
  const row = await db
    .selectFrom('score_cursors')
    .select(['ledger_sequence', 'change_sequence'])
    .where('event_id', '=', event_id)
    .executeTakeFirst()
  return row ?? { ledger_sequence: 0, change_sequence: 0 }
}

/** Whether any report counts that no judge has decided. */
export async function hasUnconfirmed(db: Db, event_id: EventId): Promise<boolean> {
  const row = await db
    .selectFrom('submissions')
    .select('id')
    .where('event_id', '=', event_id)
    .where('approval_status', '=', 'PENDING')
    .where('counts_unreviewed', '=', true)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function hasTeam(db: Db, event_id: EventId, team_id: TeamId): Promise<boolean> {
  const row = await db
    .selectFrom('teams')
    .select('id')
    .where('event_id', '=', event_id)
    .where('id', '=', team_id)
    .executeTakeFirst()
  return row !== undefined
}

/** Data about a fact that does not affect the score. */
export interface Provenance {
  readonly tab: string | null
  /** The character that wore or carried the item, with its progress at that time. */
  readonly character: { readonly name: string; readonly level: number; readonly class: string } | null
  readonly author_id: UserId | null
  readonly note: string | null
  /** For points given or taken by hand. */
  readonly proof: string | null
  readonly approver_id: UserId | null
  readonly withdrawn_by: UserId | null
  readonly withdrawal_note: string | null
}

/** The sources of facts, by their number; one query. */
export async function listProvenance(db: Db, event_id: EventId, sequences: readonly number[]): Promise<Map<number, Provenance>> {
  const rows = await db
    .selectFrom('facts')
    .leftJoin('stash_snapshots', 'stash_snapshots.id', 'facts.stash_snapshot_id')
    .leftJoin('stashes', (join) =>
      join.onRef('stashes.event_id', '=', 'stash_snapshots.event_id').onRef('stashes.stash_id', '=', 'stash_snapshots.stash_id'),
    )
    .leftJoin('characters', (join) =>
      join
        .onRef('characters.event_id', '=', 'stash_snapshots.event_id')
        .onRef('characters.id', '=', 'stash_snapshots.stash_id')
        .on('stash_snapshots.kind', '<>', 'stash'),
    )
    .leftJoin('facts as withdrawal', 'withdrawal.retracts', 'facts.sequence')
    .leftJoin('manual_points', 'manual_points.fact_sequence', 'facts.sequence')
    .distinctOn('facts.sequence')
    .select(['facts.sequence', 'facts.author_id', 'stashes.name as tab'])
    .select(['characters.name as character', 'stash_snapshots.level', 'stash_snapshots.class'])
    .select((eb) => eb.fn.coalesce('facts.public_note', 'facts.reason').as('note'))
    .select(['manual_points.proof', 'manual_points.decided_by as approver_id'])
    .select(['withdrawal.author_id as withdrawn_by', 'withdrawal.reason as withdrawal_note'])
    .where('facts.event_id', '=', event_id)
    .where('facts.sequence', '=', sql<number>`any(${sequences})`)
    .orderBy('facts.sequence')
    .orderBy('withdrawal.sequence')
    .execute()
  return new Map(
    rows.map(({ character: name, level, class: class_name, ...row }) => {
      const isWhole = name !== null && level !== null && class_name !== null
      return [row.sequence, { ...row, character: isWhole ? { name, level, class: class_name } : null }]
    }),
  )
}

/** The authors and reasons of exclusions, by number. */
export async function listExclusionNotes(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, { readonly author_id: UserId | null; readonly note: string }>()
  const rows = await db
    .selectFrom('exclusions')
    .select((eb) => ['id', 'author_id', eb.fn.coalesce('public_note', 'reason').as('note')])
    .where('id', '=', sql<number>`any(${[...new Set(ids)]})`)
    .execute()
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

export async function listNames(db: Db, user_ids: readonly UserId[]): Promise<Map<number, MinimalUser>> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'display_name'])
    .where('id', '=', sql<UserId>`any(${[...new Set(user_ids)]})`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
