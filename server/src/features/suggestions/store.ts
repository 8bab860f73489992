import type { EventId, ObjectiveId, TeamId, UserId } from '@muster/contract/ids'
import type { SuggestionReaders, TeamPlan, TeamSuggestion, TimeWindow } from '@muster/contract/suggestions'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/connect.ts'

interface Plan {
  readonly version: number
  readonly windows: readonly TimeWindow[]
}

/** The version of a plan, and its time windows. Read before the suggestions: those may be newer, and then an edit is refused. */
async function findPlan(db: Db, team_id: TeamId): Promise<Plan> {
  const row = await db.selectFrom('team_plans').select(['version', 'windows']).where('team_id', '=', team_id).executeTakeFirst()
  return row ?? { version: 0, windows: [] }
}

const selectSuggestions = (db: Db, team_id: TeamId) =>
  db
    .selectFrom('team_suggestions')
    .where('team_suggestions.team_id', '=', team_id)
    .where('team_suggestions.removed_at', 'is', null)

const listRows = (db: Db, event_id: EventId, team_id: TeamId) =>
  selectSuggestions(db, team_id)
    .innerJoin('objectives', 'objectives.id', 'objective_id')
    .leftJoin('users', 'users.id', 'written_by')
    .select(['objective_id', 'team_suggestions.extra', 'team_suggestions.version', 'window_index', 'parent_id'])
    .select(['written_by', 'display_name', 'written_at'])
    .where('event_id', '=', event_id)
    .orderBy('team_suggestions.position')
    .orderBy('objective_id')
    .execute()

/** The current members who have seen a suggestion in its current version. */
const listSeen = (db: Db, team_id: TeamId) =>
  selectSuggestions(db, team_id)
    .innerJoin('team_suggestion_readers as reader', (join) =>
      join
        .onRef('reader.team_id', '=', 'team_suggestions.team_id')
        .onRef('reader.objective_id', '=', 'team_suggestions.objective_id')
        .onRef('reader.version', '=', 'team_suggestions.version'),
    )
    .innerJoin('team_users as member', (join) =>
      join.onRef('member.team_id', '=', 'reader.team_id').onRef('member.user_id', '=', 'reader.user_id'),
    )

async function countSeen(db: Db, team_id: TeamId): Promise<ReadonlyMap<ObjectiveId, number>> {
  const rows = await listSeen(db, team_id)
    .select((eb) => ['team_suggestions.objective_id', eb.fn.countAll<number>().as('seen')])
    .groupBy('team_suggestions.objective_id')
    .execute()
  return new Map(rows.map(({ objective_id, seen }) => [objective_id, seen]))
}

const listTakers = (db: Db, team_id: TeamId) =>
  db
    .selectFrom('team_suggestion_takers as taker')
    .innerJoin('team_users as member', (join) =>
      join.onRef('member.team_id', '=', 'taker.team_id').onRef('member.user_id', '=', 'taker.user_id'),
    )
    .innerJoin('users', 'users.id', 'taker.user_id')
    .select(['objective_id', 'taker.user_id as id', 'display_name'])
    .where('taker.team_id', '=', team_id)
    .orderBy('taken_at')
    .orderBy('taker.user_id')
    .execute()

export async function loadPlan(db: Db, event_id: EventId, team_id: TeamId): Promise<TeamPlan> {
  const { version, windows } = await findPlan(db, team_id)
  const rows = await listRows(db, event_id, team_id)
  const seen = await countSeen(db, team_id)
  const takers = await listTakers(db, team_id)
  const members = await db
    .selectFrom('team_users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('team_id', '=', team_id)
    .executeTakeFirstOrThrow()
  const present = (row: (typeof rows)[number], position: number): TeamSuggestion => ({
    objective_id: row.objective_id,
    extra: row.extra,
    version: row.version,
    position,
    window: row.window_index !== null && row.window_index < windows.length ? row.window_index : null,
    written_by:
      row.written_by === null || row.display_name === null ? null : { id: row.written_by, display_name: row.display_name },
    written_at: row.written_at?.toISOString() ?? null,
    seen: seen.get(row.objective_id) ?? 0,
    taken_by: takers
      .filter(({ objective_id }) => objective_id === row.objective_id)
      .map(({ id, display_name }) => ({ id, display_name })),
  })
  const message = rows.find(({ parent_id }) => parent_id === null)
  const entries = rows
    .filter(({ parent_id }) => parent_id !== null)
    .map((row) => present(row, 0))
    .sort((a, b) => (a.window ?? windows.length) - (b.window ?? windows.length))
    .map((entry, index) => ({ ...entry, position: index + 1 }))
  return { version, windows: [...windows], message: message ? present(message, 0) : null, entries, members: members.count }
}

export async function listReaders(db: Db, team_id: TeamId): Promise<SuggestionReaders[]> {
  const rows = await listSeen(db, team_id)
    .select(['team_suggestions.objective_id', 'reader.user_id'])
    .orderBy('seen_at')
    .orderBy('reader.user_id')
    .execute()
  const readers = Map.groupBy(rows, ({ objective_id }) => objective_id)
  return [...readers].map(([objective_id, ofObjective]) => ({
    objective_id,
    user_ids: ofObjective.map(({ user_id }) => user_id),
  }))
}

/** The plan, locked until the transaction ends. */
export async function lockPlan(tx: Tx, team_id: TeamId): Promise<Plan> {
  tx.defer(
    tx
      .insertInto('team_plans')
      .values({ team_id })
      .onConflict((conflict) => conflict.doNothing()),
  )
  return tx
    .selectFrom('team_plans')
    .select(['version', 'windows'])
    .where('team_id', '=', team_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Requires the lock on the plan. @returns the new version */
export async function raisePlan(tx: Tx, team_id: TeamId): Promise<number> {
  const row = await tx
    .updateTable('team_plans')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('team_id', '=', team_id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return row.version
}

/** A stored suggestion, including a removed one. */
export async function findSuggestion(db: Db, team_id: TeamId, objective_id: ObjectiveId) {
  const row = await db
    .selectFrom('team_suggestions')
    .select(['extra', 'version', 'removed_at'])
    .where('team_id', '=', team_id)
    .where('objective_id', '=', objective_id)
    .executeTakeFirst()
  return row ?? null
}

/** The objectives of a plan and the end of its order, without the message to the team. */
export async function listPlanned(db: Db, team_id: TeamId): Promise<{ objective_id: ObjectiveId; position: number }[]> {
  return selectSuggestions(db, team_id)
    .innerJoin('objectives', 'objectives.id', 'objective_id')
    .select(['objective_id', 'team_suggestions.position'])
    .where('parent_id', 'is not', null)
    .execute()
}

export interface SuggestionText {
  readonly team_id: TeamId
  readonly objective_id: ObjectiveId
  readonly extra: string
  /** The version of the plan after this change. */
  readonly version: number
  readonly written_by: UserId
  readonly written_at: Date
}

/** Stores a new text; its author has seen it. Without `position` a suggestion keeps its place. */
export async function upsertSuggestion(tx: Tx, text: SuggestionText, position?: number): Promise<void> {
  const { team_id, objective_id, extra, version, written_by, written_at } = text
  const fields = { extra, version, written_by, written_at, removed_at: null, ...(position !== undefined && { position }) }
  await tx
    .insertInto('team_suggestions')
    .values({ team_id, objective_id, ...fields })
    .onConflict((conflict) => conflict.columns(['team_id', 'objective_id']).doUpdateSet(fields))
    .execute()
  await markSeen(tx, { team_id, user_id: written_by, seen_at: written_at }, [{ objective_id, version }])
}

/** Restores a removed suggestion with all its data. */
export async function restoreSuggestion(tx: Tx, team_id: TeamId, objective_id: ObjectiveId): Promise<void> {
  await tx
    .updateTable('team_suggestions')
    .set({ removed_at: null })
    .where('team_id', '=', team_id)
    .where('objective_id', '=', objective_id)
    .execute()
}

/** @returns whether there was one */
export async function removeSuggestion(tx: Tx, team_id: TeamId, objective_id: ObjectiveId, removed_at: Date): Promise<boolean> {
  const removed = await tx
    .updateTable('team_suggestions')
    .set({ removed_at })
    .where('team_id', '=', team_id)
    .where('objective_id', '=', objective_id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return removed.numUpdatedRows > 0n
}

/** Deletes removed suggestions that are about to be added again. */
export async function forgetRemoved(tx: Tx, team_id: TeamId, objective_ids: readonly ObjectiveId[]): Promise<void> {
  await tx
    .deleteFrom('team_suggestions')
    .where('team_id', '=', team_id)
    .where('objective_id', 'in', objective_ids)
    .where('removed_at', 'is not', null)
    .execute()
}

/** Suggestions refer to windows by index, so suggestions in removed windows have none from now on. */
export async function updateWindows(tx: Tx, team_id: TeamId, windows: readonly TimeWindow[]): Promise<void> {
  await tx
    .updateTable('team_suggestions')
    .set({ window_index: null })
    .where('team_id', '=', team_id)
    .where('removed_at', 'is not', null)
    .execute()
  await tx
    .updateTable('team_plans')
    .set({ windows: JSON.stringify(windows) })
    .where('team_id', '=', team_id)
    .execute()
}

/** Sets the order of suggestions. */
export async function orderSuggestions(
  tx: Tx,
  team_id: TeamId,
  entries: readonly { readonly objective_id: ObjectiveId; readonly window: number | null }[],
): Promise<void> {
  const ids = entries.map(({ objective_id }) => objective_id)
  const windows = entries.map(({ window }) => window)
  await sql`
    update team_suggestions set position = placed.position, window_index = placed.window_index
    from unnest(${ids}::integer[], ${windows}::integer[]) with ordinality as placed (objective_id, window_index, position)
    where team_suggestions.team_id = ${team_id} and team_suggestions.objective_id = placed.objective_id`.execute(tx)
}

/** Records the suggestions that a member has seen, if they have not changed since. */
export async function markSeen(
  db: Db,
  by: { readonly team_id: TeamId; readonly user_id: UserId; readonly seen_at: Date },
  seen: readonly { readonly objective_id: ObjectiveId; readonly version: number }[],
): Promise<void> {
  const ids = seen.map(({ objective_id }) => objective_id)
  const versions = seen.map(({ version }) => version)
  await sql`
    insert into team_suggestion_readers as reader (team_id, objective_id, user_id, version, seen_at)
    select suggestion.team_id, suggestion.objective_id, ${by.user_id}::integer, suggestion.version, ${by.seen_at}::timestamptz
    from team_suggestions suggestion
    where suggestion.team_id = ${by.team_id} and removed_at is null
      and (suggestion.objective_id, suggestion.version) in (select * from unnest(${ids}::integer[], ${versions}::integer[]))
    for key share
    on conflict (team_id, objective_id, user_id) do update set version = excluded.version, seen_at = excluded.seen_at
    where reader.version < excluded.version`.execute(db)
}

/** @returns false if this is not a suggestion of the team */
export async function insertTaker(
  db: Db,
  team_id: TeamId,
  objective_id: ObjectiveId,
  user_id: UserId,
  taken_at: Date,
): Promise<boolean> {
  return db.transact(async (tx) => {
    const suggestion = await selectSuggestions(tx, team_id)
      .innerJoin('objectives', 'objectives.id', 'objective_id')
      .select('objective_id')
      .where('objective_id', '=', objective_id)
      .where('parent_id', 'is not', null)
      .forKeyShare('team_suggestions')
      .executeTakeFirst()
    if (!suggestion) return false
    await tx
      .insertInto('team_suggestion_takers')
      .values({ team_id, objective_id, user_id, taken_at })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return true
  })
}

export async function removeTaker(db: Db, team_id: TeamId, objective_id: ObjectiveId, user_id: UserId): Promise<void> {
  await db
    .deleteFrom('team_suggestion_takers')
    .where('team_id', '=', team_id)
    .where('objective_id', '=', objective_id)
    .where('user_id', '=', user_id)
    .execute()
}
