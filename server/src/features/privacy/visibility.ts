import type { UserId } from '@muster/contract/ids'
import type { Visibility } from '@muster/contract/visibility'
import type { Db } from '../../db/connect.ts'

/** The visibility that a user chose; null: deleted. */
export async function findVisibility(db: Db, user_id: UserId): Promise<Visibility | null> {
  const row = await db
    .selectFrom('users')
    .select(['chat_name_shown_to as chat_name', 'play_shown_to as play', 'stream_shown_to as stream'])
    .where('id', '=', user_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

export async function updateVisibility(db: Db, user_id: UserId, { chat_name, play, stream }: Visibility): Promise<void> {
  await db
    .updateTable('users')
    .set({ chat_name_shown_to: chat_name, play_shown_to: play, stream_shown_to: stream })
    .where('id', '=', user_id)
    .where('deleted_at', 'is', null)
    .execute()
}
