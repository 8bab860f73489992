import { maxPriorityTabs } from '@muster/contract/guild-stash'
import { sql } from 'kysely'
import type { Tx } from '../../db/connect.ts'
import { notify } from '../../db/ledger.ts'
import type { Row } from '../../db/schema.ts'
import { Refusal } from '../../refusal.ts'

/**
 * Gives a tab the short interval of priority tabs, which also switches its fetching on, or takes it away. The limit applies to
 * the team, even if two leads press at once.
 * @throws Refusal too_many_priority_tabs
 */
export async function setPriority(
  tx: Tx,
  { event_id, team_id, id }: Pick<Row<'guild_stash_tabs'>, 'event_id' | 'team_id' | 'id'>,
  is_priority: boolean,
  now: Date,
): Promise<void> {
  await tx.selectFrom('teams').select('id').where('id', '=', team_id).forNoKeyUpdate().execute()
  if (is_priority) {
    const others = await tx
      .selectFrom('guild_stash_tabs')
      .select('id')
      .where('event_id', '=', event_id)
      .where('team_id', '=', team_id)
      .where('is_priority', '=', true)
      .where('id', '<>', id)
      .execute()
    if (others.length >= maxPriorityTabs) throw new Refusal('too_many_priority_tabs')
  }
  await tx
    .updateTable('guild_stash_tabs')
    .set({
      is_priority,
      ...(is_priority && { fetch_enabled: true, due_at: sql<Date>`least(due_at, ${now}::timestamptz)` }),
    })
    .where('event_id', '=', event_id)
    .where('id', '=', id)
    .execute()
  if (is_priority) {
    // A collection is fetched as a whole.
    await tx
      .updateTable('guild_stash_tabs')
      .set({ fetch_enabled: true })
      .where('event_id', '=', event_id)
      .where('parent_id', '=', id)
      .execute()
  }
  notify(tx, 'guild_stashes', event_id)
}
