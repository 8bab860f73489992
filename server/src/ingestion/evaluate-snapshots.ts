import { promisify } from 'node:util'
import { gunzip as gunzipCallback } from 'node:zlib'
import type { GameItem } from '@muster/contract/game-api'
import type { EventId, ObjectiveId } from '@muster/contract/ids'
import { type Matcher, sumByObjective } from '@muster/domain/conditions/matcher'
import type { EventDefinition, ObjectiveDefinition } from '@muster/domain/objectives/definition'
import { sql } from 'kysely'
import { appendFacts, type Observation } from '../db/ledger.ts'
import type { Row } from '../db/schema.ts'
import type { Tx } from '../db/connect.ts'

const gunzip = promisify(gunzipCallback)

export const stashSource = (stash_id: string) => `stash:${stash_id}`

export async function unpackItems(snapshot: Pick<Row<'stash_snapshots'>, 'items'>): Promise<readonly GameItem[]> {
  return JSON.parse((await gunzip(snapshot.items)).toString('utf8')) as readonly GameItem[]
}

/** Whether a snapshot of that moment can say anything about the objective. */
const isOpen = (objective: ObjectiveDefinition, at: number) =>
  (objective.valid_from === null || objective.valid_from <= at) && (objective.valid_to === null || at <= objective.valid_to)

/** Objectives for which each of the sources last showed something, by source. */
async function loadShown(tx: Tx, event_id: EventId, sources: readonly string[]): Promise<Map<string, Set<ObjectiveId>>> {
  const rows = await tx
    .selectFrom('facts')
    .distinctOn(['source', 'objective_id'])
    .select(['source', 'objective_id', 'number'])
    .where('event_id', '=', event_id)
    .where('source', '=', sql<string>`any(${sources})`)
    .where('kind', '=', 'fact')
    .orderBy('source')
    .orderBy('objective_id')
    .orderBy('sequence', 'desc')
    .execute()
  const shown = new Map<string, Set<ObjectiveId>>()
  for (const row of rows) {
    if (row.number === 0) continue
    shown.set(row.source, (shown.get(row.source) ?? new Set()).add(row.objective_id))
  }
  return shown
}

/**
 * Matches the next snapshots, in order, and records what each tab shows now: the sum per objective, and 0 for what it
 * showed before and no longer does. Facts and position move in one transaction.
 * @returns how many snapshots were taken; less than `limit` means there are no more.
 */
export async function evaluateSnapshots(
  tx: Tx,
  event_id: EventId,
  definition: EventDefinition,
  matcher: Matcher,
  limit: number,
): Promise<{ snapshots: number; facts: number }> {
  await tx
    .insertInto('evaluation_cursors')
    .values({ event_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // Whoever holds this row evaluates; a second evaluator waits and then finds nothing left.
  const cursor = await tx
    .selectFrom('evaluation_cursors')
    .selectAll()
    .where('event_id', '=', event_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const snapshots = await tx
    .selectFrom('stash_snapshots')
    .selectAll()
    .where('event_id', '=', event_id)
    .where('id', '>', cursor.snapshot_id)
    .orderBy('id')
    .limit(limit)
    .execute()
  const last = snapshots.at(-1)
  if (!last) return { snapshots: 0, facts: 0 }

  const objectives = new Map(definition.objectives.map((objective) => [objective.id, objective]))
  const shown = await loadShown(tx, event_id, [...new Set(snapshots.map((snapshot) => stashSource(snapshot.stash_id)))])
  const observations: Observation[] = []
  for (const snapshot of snapshots) {
    const source = stashSource(snapshot.stash_id)
    const at = snapshot.timestamp.getTime()
    const sums = sumByObjective(matcher.match(await unpackItems(snapshot), at))
    const before = shown.get(source) ?? new Set()
    const observe = (objective_id: ObjectiveId, number: number) =>
      observations.push({
        objective_id,
        team_id: snapshot.team_id,
        user_id: snapshot.user_id,
        source,
        number,
        timestamp: snapshot.timestamp,
        stash_snapshot_id: snapshot.id,
      })
    for (const objective_id of before) {
      const objective = objectives.get(objective_id)
      if (!sums.has(objective_id) && objective && isOpen(objective, at)) {
        before.delete(objective_id)
        observe(objective_id, 0)
      }
    }
    for (const [id, number] of sums) {
      const objective_id = id as ObjectiveId
      before.add(objective_id)
      observe(objective_id, number)
    }
    shown.set(source, before)
  }
  const facts = await appendFacts(tx, event_id, observations)
  await tx.updateTable('evaluation_cursors').set({ snapshot_id: last.id }).where('event_id', '=', event_id).execute()
  return { snapshots: snapshots.length, facts }
}
