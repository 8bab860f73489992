import type { AdminChange, AdminChangeKind } from '@muster/contract/admin-changes'
import type { EventId, UserId } from '@muster/contract/ids'
import type { Db, Tx } from '../../db/connect.ts'

/** Logs a change by an organiser, in the transaction of the change, so that neither exists without the other. */
export async function insertAdminChange(
  tx: Tx,
  change: {
    /** Null: the change belongs to no event, or to a deleted one. */
    readonly event_id: EventId | null
    readonly author_id: UserId | null
    readonly changed_at: Date
    readonly kind: AdminChangeKind
    readonly subject: string
    readonly detail: string
  },
): Promise<void> {
  await tx.insertInto('admin_changes').values(change).execute()
}

/** The fields that an edit changed. */
export const listChangedFields = <F extends object>(before: { readonly [K in keyof F]?: unknown }, after: F): (keyof F)[] =>
  (Object.keys(after) as (keyof F)[]).filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))

/** Changes by organisers to an event, and deleted events, newest first. */
export async function listAdminChanges(
  db: Db,
  event_id: EventId,
  page: { readonly before?: number | undefined; readonly limit: number },
): Promise<AdminChange[]> {
  let changes = db
    .selectFrom('admin_changes as change')
    .leftJoin('users', 'users.id', 'change.author_id')
    .select(['change.id', 'changed_at', 'author_id', 'display_name', 'kind', 'subject', 'detail'])
    .where((eb) => eb.or([eb('change.event_id', '=', event_id), eb('change.event_id', 'is', null)]))
    .orderBy('change.id', 'desc')
    .limit(page.limit)
  if (page.before !== undefined) changes = changes.where('change.id', '<', page.before)
  return (await changes.execute()).map(({ changed_at, author_id, display_name, ...change }) => ({
    ...change,
    changed_at: changed_at.toISOString(),
    author: author_id === null || display_name === null ? null : { id: author_id, display_name },
  }))
}
