import type { EventId, UserId } from '@muster/contract/ids'
import { sql } from 'kysely'
import type { Tx } from '../../db/connect.ts'
import type { AtlasTrees, Row } from '../../db/schema.ts'

/** The atlas trees of a player, as read from the game. */
export interface SeenAtlas {
  readonly user_id: UserId
  readonly trees: AtlasTrees
}

type KnownTree = Pick<Row<'atlas_trees'>, 'user_id' | 'index' | 'nodes'>

/** The newest stored trees of these players. */
export async function loadAtlases(tx: Tx, event_id: EventId, seen: readonly SeenAtlas[]): Promise<KnownTree[]> {
  if (seen.length === 0) return []
  const wanted = seen.flatMap(({ user_id, trees }) => trees.map((_tree, index) => ({ user_id, index })))
  // One index step each, regardless of the length of the history.
  const query = sql<KnownTree>`
    select newest.user_id, newest.index, newest.nodes
    from unnest(${wanted.map((one) => one.user_id)}::int[], ${wanted.map((one) => one.index)}::int[]) as wanted (user_id, index)
    cross join lateral (
      select user_id, index, nodes from atlas_trees
      where event_id = ${event_id} and user_id = wanted.user_id and index = wanted.index
      order by id desc limit 1
    ) newest`
  return (await query.execute(tx)).rows
}

/**
 * Stores the trees that differ from the known ones, each under its owner and position.
 * @param known see `loadAtlases`.
 */
export function recordAtlases(
  tx: Tx,
  event_id: EventId,
  seen: readonly SeenAtlas[],
  at: Date,
  known: readonly KnownTree[],
): void {
  const before = new Map(known.map(({ user_id, index, nodes }) => [`${user_id} ${index}`, nodes.join()]))
  const changed = seen.flatMap(({ user_id, trees }) =>
    trees.flatMap(({ hashes }, index) => {
      const nodes = [...new Set(hashes)].sort((a, b) => a - b)
      return nodes.join() === (before.get(`${user_id} ${index}`) ?? '')
        ? []
        : [{ event_id, user_id, index, nodes, timestamp: at }]
    }),
  )
  if (changed.length > 0) tx.defer(tx.insertInto('atlas_trees').values(changed))
}
