import type { EventId, UserId } from '@muster/contract/ids'
import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'
import type { AtlasTrees } from '../db/schema.ts'
import { later } from '../db/prepared.ts'

/** What was read of somebody's atlas. */
export interface SeenAtlas {
  readonly user_id: UserId
  readonly trees: AtlasTrees
}

/** Keeps the trees that differ from what was known of them, each under its owner and place. */
export async function recordAtlases(tx: Tx, event_id: EventId, seen: readonly SeenAtlas[], at: Date): Promise<void> {
  if (seen.length === 0) return
  const known = await tx
    .selectFrom('atlas_trees')
    .distinctOn(['user_id', 'index'])
    .select(['user_id', 'index', 'nodes'])
    .where('event_id', '=', event_id)
    .where('user_id', '=', sql<UserId>`any(${seen.map((one) => one.user_id)}::int[])`)
    .orderBy('user_id')
    .orderBy('index')
    .orderBy('id', 'desc')
    .execute()
  const before = new Map(known.map(({ user_id, index, nodes }) => [`${user_id} ${index}`, nodes.join()]))
  const changed = seen.flatMap(({ user_id, trees }) =>
    trees.flatMap(({ hashes }, index) => {
      const nodes = [...new Set(hashes)].sort((a, b) => a - b)
      return nodes.join() === (before.get(`${user_id} ${index}`) ?? '')
        ? []
        : [{ event_id, user_id, index, nodes, timestamp: at }]
    }),
  )
  if (changed.length > 0) await tx.insertInto('atlas_trees').values(changed).modifyEnd(later).execute()
}
