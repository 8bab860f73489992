import type { EventId, TeamSortId, UserId } from '@muster/contract/ids'
import type { SortDraft, StoredSortDraft, TeamSort, TeamSortProof } from '@muster/contract/team-sort'
import type { Db, Tx } from '../../db/connect.ts'
import type { NewRow, Row, SortedMember } from '../../db/schema.ts'

export async function findDraft(db: Db, event_id: EventId): Promise<StoredSortDraft> {
  const row = await db
    .selectFrom('team_sort_drafts')
    .select(['version', 'draft'])
    .where('event_id', '=', event_id)
    .executeTakeFirst()
  return row ?? { version: 0, draft: null }
}

/** @returns the stored draft, null if the existing draft differs from the edit's starting point */
export async function upsertDraft(
  db: Db,
  edit: { event_id: EventId; draft: SortDraft; version: number; author_id: UserId; changed_at: Date },
): Promise<StoredSortDraft | null> {
  const { event_id, version, author_id, changed_at } = edit
  const draft = JSON.stringify(edit.draft)
  if (version === 0) {
    const row = await db
      .insertInto('team_sort_drafts')
      .values({ event_id, draft, author_id, changed_at })
      .onConflict((conflict) => conflict.column('event_id').doNothing())
      .returning(['version', 'draft'])
      .executeTakeFirst()
    return row ?? null
  }
  const row = await db
    .updateTable('team_sort_drafts')
    .set({ draft, author_id, changed_at, version: version + 1 })
    .where('event_id', '=', event_id)
    .where('version', '=', version)
    .returning(['version', 'draft'])
    .executeTakeFirst()
  return row ?? null
}

export type StoredSort = Row<'team_sorts'> & { readonly author: string | null }

/** The latest sort that has not been undone. */
export async function findLatestSort(db: Db, event_id: EventId): Promise<StoredSort | null> {
  const row = await db
    .selectFrom('team_sorts')
    .leftJoin('users', 'users.id', 'team_sorts.author_id')
    .selectAll('team_sorts')
    .select('users.display_name as author')
    .where('event_id', '=', event_id)
    .where('undone_at', 'is', null)
    .orderBy('team_sorts.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

export async function insertSort(tx: Tx, sort: NewRow<'team_sorts'>): Promise<void> {
  await tx.insertInto('team_sorts').values(sort).execute()
}

export async function markUndone(tx: Tx, id: TeamSortId, undone_by: UserId, undone_at: Date): Promise<void> {
  await tx.updateTable('team_sorts').set({ undone_by, undone_at }).where('id', '=', id).execute()
}

/** All places in an event, by user id. */
export const listPlaces = (db: Db, event_id: EventId): Promise<SortedMember[]> =>
  db
    .selectFrom('team_users')
    .select(['user_id', 'team_id', 'is_team_lead'])
    .where('event_id', '=', event_id)
    .orderBy('user_id')
    .execute()

/** Users whose team differs, with their place before and after; undefined = none. */
export function listChanged(before: readonly SortedMember[], after: readonly SortedMember[]) {
  const placeOf = (places: readonly SortedMember[]) => new Map(places.map((one) => [one.user_id, one]))
  const [old, now] = [placeOf(before), placeOf(after)]
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((user_id) => ({ user_id, before: old.get(user_id), after: now.get(user_id) }))
    .filter((one) => one.before?.team_id !== one.after?.team_id)
}

export const presentSummary = (sort: StoredSort): NonNullable<TeamSort['last']> => ({
  id: sort.id,
  created_at: sort.created_at.toISOString(),
  author: sort.author,
  seed: sort.seed,
  changed: listChanged(sort.before, sort.after).length,
})

/** The published part of a sort: rows instead of people. */
export function presentProof(sort: StoredSort): TeamSortProof {
  const rowOf = new Map(Object.entries(sort.people).map(([row, user_id]) => [user_id, row]))
  const { seed, sort_version, input, proposal } = sort
  const isMade = seed !== null && sort_version !== null && input !== null && proposal !== null
  return {
    id: sort.id,
    created_at: sort.created_at.toISOString(),
    author: sort.author,
    note: sort.note,
    made: isMade ? { seed, sort_version, input, proposal } : null,
    result: sort.after
      .flatMap(({ user_id, team_id }) => {
        const row = rowOf.get(user_id)
        return row === undefined ? [] : [{ row, team_id }]
      })
      // By row: the order of user ids would reveal identities.
      .sort((a, b) => (a.row < b.row ? -1 : 1)),
  }
}
