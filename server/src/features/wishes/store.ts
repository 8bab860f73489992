import type { EventId, TeamId, UserId, WishId } from '@muster/contract/ids'
import type { TeamWishes, WantedItem } from '@muster/contract/wishes'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/connect.ts'
import type { Row } from '../../db/schema.ts'

/** The wishes of a team in its order. */
export async function loadTeamWishes(db: Db, event_id: EventId, team_id: TeamId): Promise<TeamWishes> {
  const rows = await db
    .selectFrom('team_wishes as wish')
    .innerJoin('users', 'users.id', 'wish.user_id')
    .select(['wish.id', 'wish.user_id', 'display_name', 'kind', 'name', 'is_build_enabling', 'fulfilled_at'])
    .select(['is_ticked_by_hand', 'added_at'])
    .where('wish.event_id', '=', event_id)
    .where('wish.team_id', '=', team_id)
    .orderBy('position')
    .execute()
  const wishes = rows.map(({ user_id, display_name, fulfilled_at, added_at, ...wish }, index) => ({
    ...wish,
    user: { id: user_id, display_name },
    position: index + 1,
    fulfilled_at: fulfilled_at?.toISOString() ?? null,
    added_at: added_at.toISOString(),
  }))
  return { team_id, wishes }
}

/** The different items of a team's open wishes, in its order. */
export async function listWantedItems(db: Db, event_id: EventId, team_id: TeamId): Promise<readonly WantedItem[]> {
  return db
    .selectFrom('team_wishes')
    .select(['kind', 'name'])
    .where('event_id', '=', event_id)
    .where('team_id', '=', team_id)
    .where('fulfilled_at', 'is', null)
    .groupBy(['kind', 'name'])
    .orderBy(({ fn }) => fn.min('position'))
    .execute()
}

export async function isTeamOfEvent(db: Db, event_id: EventId, team_id: TeamId): Promise<boolean> {
  const row = await db
    .selectFrom('teams')
    .select('id')
    .where('id', '=', team_id)
    .where('event_id', '=', event_id)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Locks a player's place in a team, so that two calls cannot pass the limit together.
 * @returns false if the player has left the team meanwhile
 */
export async function lockMember(tx: Tx, event_id: EventId, user_id: UserId, team_id: TeamId): Promise<boolean> {
  const row = await tx
    .selectFrom('team_users')
    .select('team_id')
    .where('event_id', '=', event_id)
    .where('user_id', '=', user_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.team_id === team_id
}

export type OwnWish = Pick<Row<'team_wishes'>, 'kind' | 'name'>

export const listOwnWishes = (db: Db, event_id: EventId, user_id: UserId): Promise<OwnWish[]> =>
  db.selectFrom('team_wishes').select(['kind', 'name']).where('event_id', '=', event_id).where('user_id', '=', user_id).execute()

export type NewWish = Pick<
  Row<'team_wishes'>,
  'event_id' | 'team_id' | 'user_id' | 'kind' | 'name' | 'is_build_enabling' | 'fulfilled_at' | 'added_at'
>

/** Adds wishes at the end of the team's order, keeping their own order. */
export async function insertWishes(tx: Tx, wishes: readonly NewWish[]): Promise<void> {
  if (wishes.length > 0)
    await tx
      .insertInto('team_wishes')
      .values([...wishes])
      .execute()
}

/** A wish of the event, locked until the transaction ends; null: removed. */
export async function lockWish(tx: Tx, event_id: EventId, id: WishId): Promise<Row<'team_wishes'> | null> {
  const row = await tx
    .selectFrom('team_wishes')
    .selectAll()
    .where('id', '=', id)
    .where('event_id', '=', event_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function updateWish(
  tx: Tx,
  id: WishId,
  change: Partial<Pick<Row<'team_wishes'>, 'is_build_enabling' | 'fulfilled_at' | 'is_ticked_by_hand'>>,
): Promise<void> {
  if (Object.keys(change).length > 0) await tx.updateTable('team_wishes').set(change).where('id', '=', id).execute()
}

export async function deleteWish(tx: Tx, id: WishId): Promise<void> {
  await tx.deleteFrom('team_wishes').where('id', '=', id).execute()
}

/**
 * The wishes of a team in its order, locked until the transaction ends. The rows are locked by id, so that two leads cannot lock
 * each other out; the positions are those after the wait.
 */
export async function lockOrder(tx: Tx, team_id: TeamId): Promise<readonly { readonly id: WishId; readonly position: number }[]> {
  const rows = await tx
    .selectFrom('team_wishes')
    .select(['id', 'position'])
    .where('team_id', '=', team_id)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.toSorted((a, b) => a.position - b.position)
}

/** Gives wishes new positions. Requires the lock on the order. */
export async function writeOrder(tx: Tx, ids: readonly WishId[], positions: readonly number[]): Promise<void> {
  await sql`
    update team_wishes set position = placed.position
    from unnest(${ids}::int[], ${positions}::int[]) as placed (id, position)
    where team_wishes.id = placed.id`.execute(tx)
}

/** The newest build of a player's tracked character, compressed; null: none was read. */
export async function findNewestBuild(db: Db, event_id: EventId, user_id: UserId): Promise<Buffer | null> {
  const row = await db
    .selectFrom('character_builds as build')
    .innerJoin('characters', (join) =>
      join.onRef('characters.event_id', '=', 'build.event_id').onRef('characters.id', '=', 'build.character_id'),
    )
    .select('export')
    .where('build.event_id', '=', event_id)
    .where('characters.user_id', '=', user_id)
    .where('is_tracked', '=', true)
    .orderBy('build.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.export ?? null
}

/** A public tab of a member with items, with its newest snapshot. */
export interface PublicTab {
  readonly snapshot_id: number
  readonly name: string
  readonly user_id: UserId
  readonly display_name: string
  readonly item_count: number
}

/** Public tabs of the present members of a team, the latest first. */
export async function listPublicTabs(db: Db, event_id: EventId, team_id: TeamId): Promise<PublicTab[]> {
  const rows = await db
    .selectFrom('stashes')
    .innerJoin('stash_snapshots as snapshot', 'snapshot.id', 'stashes.latest_snapshot_id')
    .innerJoin('team_users as member', (join) =>
      join.onRef('member.event_id', '=', 'stashes.event_id').onRef('member.user_id', '=', 'stashes.user_id'),
    )
    .innerJoin('users', 'users.id', 'member.user_id')
    .select(['snapshot.id as snapshot_id', 'stashes.name', 'member.user_id', 'display_name', 'snapshot.item_count'])
    .where('stashes.event_id', '=', event_id)
    .where('member.team_id', '=', team_id)
    .where('stashes.is_public', '=', true)
    .where('snapshot.item_count', '>', 0)
    .orderBy('snapshot.id', 'desc')
    .execute()
  return rows
}
