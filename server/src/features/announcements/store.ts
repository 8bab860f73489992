import type { Announcement, AnnouncementAudience, KeptAnnouncement } from '@muster/contract/announcements'
import type { AnnouncementId, EventId, UserId } from '@muster/contract/ids'
import type { Db, Tx } from '../../db/connect.ts'
import type { NewRow, Row } from '../../db/schema.ts'

/** Upper bound for the list that organisers see; it has the newest. */
const maxKept = 100
/** Upper bound for the announcements above a page; more would leave no room for the page. */
const maxShown = 5

const selectKept = (db: Db, event_id: EventId) =>
  db
    .selectFrom('announcements')
    .leftJoin('users', 'users.id', 'author_id')
    .selectAll('announcements')
    .select('display_name')
    .where('event_id', '=', event_id)

type Stored = Row<'announcements'> & { readonly display_name: string | null }

const toText = (date: Date | null) => date?.toISOString() ?? null

function presentKept({ event_id: _, author_id, display_name, ...row }: Stored): KeptAnnouncement {
  return {
    ...row,
    starts_at: row.starts_at.toISOString(),
    ends_at: toText(row.ends_at),
    written_at: row.written_at.toISOString(),
    removed_at: toText(row.removed_at),
    author: author_id === null || display_name === null ? null : { id: author_id, display_name },
  }
}

/** All announcements of an event, latest start first. */
export async function listKept(db: Db, event_id: EventId): Promise<KeptAnnouncement[]> {
  const rows = await selectKept(db, event_id)
    .orderBy('starts_at', 'desc')
    .orderBy('announcements.id', 'desc')
    .limit(maxKept)
    .execute()
  return rows.map(presentKept)
}

export async function findKept(db: Db, event_id: EventId, id: AnnouncementId): Promise<KeptAnnouncement | null> {
  const row = await selectKept(db, event_id).where('announcements.id', '=', id).executeTakeFirst()
  return row ? presentKept(row) : null
}

/** The announcements for these audiences from `now` on, and the moment at which the list changes next. */
export async function listShown(
  db: Db,
  event_id: EventId,
  audiences: readonly AnnouncementAudience[],
  now: number,
): Promise<{ readonly shown: Announcement[]; readonly changes_at: number | undefined }> {
  const rows = await db
    .selectFrom('announcements')
    .select(['id', 'title', 'text', 'audience', 'starts_at', 'ends_at', 'version'])
    .where('event_id', '=', event_id)
    .where('audience', 'in', audiences)
    .where('removed_at', 'is', null)
    .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', new Date(now))]))
    .orderBy('starts_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const moments = rows.flatMap(({ starts_at, ends_at }) => [starts_at.getTime(), ends_at?.getTime() ?? 0])
  const changes_at = Math.min(...moments.filter((moment) => moment > now))
  return {
    shown: rows
      .filter(({ starts_at }) => starts_at.getTime() <= now)
      .slice(0, maxShown)
      .map((row) => ({ ...row, starts_at: row.starts_at.toISOString(), ends_at: toText(row.ends_at) })),
    changes_at: Number.isFinite(changes_at) ? changes_at : undefined,
  }
}

/** The announcement, locked until the transaction ends; null if the event has none with this id. */
export async function lockAnnouncement(tx: Tx, event_id: EventId, id: AnnouncementId): Promise<Row<'announcements'> | null> {
  const row = await tx
    .selectFrom('announcements')
    .selectAll()
    .where('id', '=', id)
    .where('event_id', '=', event_id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function insertAnnouncement(tx: Tx, row: NewRow<'announcements'>): Promise<AnnouncementId> {
  return (await tx.insertInto('announcements').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** Changes an announcement, or removes or restores it, as a new version. */
export async function updateAnnouncement(
  tx: Tx,
  id: AnnouncementId,
  fields: Partial<Omit<NewRow<'announcements'>, 'event_id' | 'version'>>,
): Promise<void> {
  await tx
    .updateTable('announcements')
    .set((eb) => ({ ...fields, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Whether a user signed up for an event. */
export async function hasSignedUp(db: Db, event_id: EventId, user_id: UserId): Promise<boolean> {
  const row = await db
    .selectFrom('signups')
    .select('user_id')
    .where('event_id', '=', event_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return row !== undefined
}
