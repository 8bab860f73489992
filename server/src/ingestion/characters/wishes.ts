import type { EventId, WishId } from '@muster/contract/ids'
import { keyOfWanted, listShownKeys } from '@muster/domain/wishes/wanted-item'
import { sql } from 'kysely'
import type { Tx } from '../../db/connect.ts'
import type { Row } from '../../db/schema.ts'
import type { SeenCharacter } from './items.ts'

type OpenWish = Pick<Row<'team_wishes'>, 'id' | 'user_id' | 'kind' | 'name'>

/** Wishes of the owners of these characters that equipment may fulfil. */
export async function loadOpenWishes(tx: Tx, event_id: EventId, seen: readonly SeenCharacter[]): Promise<readonly OpenWish[]> {
  if (seen.length === 0) return []
  return tx
    .selectFrom('team_wishes')
    .select(['id', 'user_id', 'kind', 'name'])
    .where('event_id', '=', event_id)
    .where('user_id', '=', sql<Row<'team_wishes'>['user_id']>`any(${seen.map(({ user_id }) => user_id)})`)
    .where('fulfilled_at', 'is', null)
    .where('is_ticked_by_hand', '=', false)
    .execute()
}

/** Ticks the wishes whose items their owner wears or has socketed. */
export function tickWishes(tx: Tx, open: readonly OpenWish[], seen: readonly SeenCharacter[]): void {
  const found = new Map<WishId, Date>()
  for (const { user_id, detail, at } of seen) {
    const own = open.filter((wish) => wish.user_id === user_id)
    if (own.length === 0) continue
    const shown = listShownKeys(detail)
    for (const wish of own) if (shown.has(keyOfWanted(wish))) found.set(wish.id, at)
  }
  if (found.size === 0) return
  tx.defer(sql`
    update team_wishes set fulfilled_at = found.at
    from unnest(${[...found.keys()]}::int[], ${[...found.values()]}::timestamptz[]) as found (id, at)
    where team_wishes.id = found.id and fulfilled_at is null and not is_ticked_by_hand`)
}
