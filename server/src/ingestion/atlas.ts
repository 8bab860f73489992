import type { EventId, UserId } from '@muster/contract/ids'
import type { Tx } from '../db/connect.ts'
import type { AtlasTrees } from '../db/schema.ts'

/** Keeps the trees that differ from what was known of them, each under its place. */
export async function recordAtlas(tx: Tx, event_id: EventId, user_id: UserId, trees: AtlasTrees, at: Date): Promise<void> {
  const known = await tx
    .selectFrom('atlas_trees')
    .distinctOn('index')
    .select(['index', 'nodes'])
    .where('event_id', '=', event_id)
    .where('user_id', '=', user_id)
    .orderBy('index')
    .orderBy('id', 'desc')
    .execute()
  const before = new Map(known.map(({ index, nodes }) => [index, nodes.join()]))
  const changed = trees.flatMap(({ hashes }, index) => {
    const nodes = [...new Set(hashes)].sort((a, b) => a - b)
    return nodes.join() === (before.get(index) ?? '') ? [] : [{ event_id, user_id, index, nodes, timestamp: at }]
  })
  if (changed.length > 0) await tx.insertInto('atlas_trees').values(changed).execute()
}
