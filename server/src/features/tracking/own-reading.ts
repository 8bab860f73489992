import type { EventId, UserId } from '@muster/contract/ids'
import { type OwnReading, ownReadingEvery_seconds } from '@muster/contract/tracking'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/connect.ts'
import { notify } from '../../db/ledger.ts'
import { Refusal } from '../../refusal.ts'

const every_ms = ownReadingEvery_seconds * 1000

const toText = (date: Date | null) => date?.toISOString() ?? null

function findPossible(asked_at: Date | null, now: number): Date | null {
  const possible_ms = (asked_at?.getTime() ?? 0) + every_ms
  return possible_ms > now ? new Date(possible_ms) : null
}

async function isConnected(db: Db, user_id: UserId): Promise<boolean> {
  const account = db.selectFrom('accounts').select('user_id').where('user_id', '=', user_id).where('provider', '=', 'poe')
  return (await account.executeTakeFirst()) !== undefined
}

/** The readings of a player. @param is_running whether the job runs */
export async function findOwnReading(
  db: Db,
  event_id: EventId,
  user_id: UserId,
  { now, is_running }: { readonly now: number; readonly is_running: boolean },
): Promise<OwnReading> {
  const [poll, is_connected] = await Promise.all([
    db
      .selectFrom('character_polls')
      .select(['wanted_at', 'asked_at', 'failures_in_a_row'])
      .where('event_id', '=', event_id)
      .where('user_id', '=', user_id)
      .executeTakeFirst(),
    isConnected(db, user_id),
  ])
  return {
    wanted_at: toText(poll?.wanted_at ?? null),
    asked_at: toText(poll?.asked_at ?? null),
    // A failed part, such as the atlas, only leaves a note.
    has_failed: (poll?.failures_in_a_row ?? 0) > 0,
    possible_at: toText(findPossible(poll?.asked_at ?? null, now)),
    is_connected,
    is_running,
  }
}

/**
 * Puts a player first in the queue of the job that reads characters. An open request stays as it is.
 * @throws Refusal read_recently, not_connected
 */
export async function wantOwnReading(tx: Tx, event_id: EventId, user_id: UserId, now: number): Promise<void> {
  if (!(await isConnected(tx, user_id))) throw new Refusal('not_connected')
  const at = new Date(now)
  const wanted = await tx
    .insertInto('character_polls')
    .values({ event_id, user_id, list_due_at: at, detail_due_at: at, wanted_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['event_id', 'user_id'])
        .doUpdateSet({ wanted_at: sql`coalesce(character_polls.wanted_at, ${at}::timestamptz)` })
        .where((where) =>
          where.or([
            where('character_polls.asked_at', 'is', null),
            where('character_polls.asked_at', '<=', new Date(now - every_ms)),
          ]),
        ),
    )
    .returning('wanted_at')
    .executeTakeFirst()
  if (wanted) return notify(tx, 'readings', event_id)
  const { asked_at } = await tx
    .selectFrom('character_polls')
    .select('asked_at')
    .where('event_id', '=', event_id)
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  const possible_at = toText(findPossible(asked_at, now)) ?? at.toISOString()
  throw new Refusal('read_recently', `Your characters were read a moment ago; ask again after ${possible_at}`)
}
