import { promisify } from 'node:util'
import { gunzip as gunzipCallback } from 'node:zlib'
import type { GameItem } from '@muster/contract/game-api'
import type { EventId, ObjectiveId, TeamId } from '@muster/contract/ids'
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

/** Whether a snapshot of that moment can say anything about the objective; a difference also needs what was there before. */
const isOpen = (objective: ObjectiveDefinition, at: number) =>
  (objective.valid_from === null || objective.valid_from <= at || objective.aggregation === 'DIFFERENCE_BETWEEN') &&
  (objective.valid_to === null || at <= objective.valid_to)

/** What a tab last showed: objectives by the team it counted for. A tab whose owner changed teams shows for both until it is seen again. */
type Shown = Map<TeamId, Set<ObjectiveId>>

async function loadShown(tx: Tx, event_id: EventId, sources: readonly string[]): Promise<Map<string, Shown>> {
  const rows = await tx
    .selectFrom('facts')
    .distinctOn(['source', 'team_id', 'objective_id'])
    .select(['source', 'team_id', 'objective_id', 'number'])
    .where('event_id', '=', event_id)
    .where('source', '=', sql<string>`any(${sources})`)
    .where('kind', '=', 'fact')
    .orderBy('source')
    .orderBy('team_id')
    .orderBy('objective_id')
    .orderBy('sequence', 'desc')
    .execute()
  const shown = new Map<string, Shown>()
  for (const { source, team_id, objective_id, number } of rows) {
    if (number !== 0) remember(shown, source, team_id).add(objective_id)
  }
  return shown
}

function remember(shown: Map<string, Shown>, source: string, team_id: TeamId): Set<ObjectiveId> {
  const teams = shown.get(source) ?? new Map<TeamId, Set<ObjectiveId>>()
  const objectives = teams.get(team_id) ?? new Set<ObjectiveId>()
  shown.set(source, teams.set(team_id, objectives))
  return objectives
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
    const observe = (team_id: TeamId, objective_id: ObjectiveId, number: number) =>
      observations.push({
        objective_id,
        team_id,
        user_id: snapshot.user_id,
        source,
        number,
        timestamp: snapshot.timestamp,
        stash_snapshot_id: snapshot.id,
      })
    for (const [team_id, before] of shown.get(source) ?? []) {
      for (const objective_id of before) {
        const objective = objectives.get(objective_id)
        const stillShows = team_id === snapshot.team_id && sums.has(objective_id)
        if (stillShows || !objective || !isOpen(objective, at)) continue
        before.delete(objective_id)
        observe(team_id, objective_id, 0)
      }
    }
    for (const [id, number] of sums) {
      const objective_id = id as ObjectiveId
      remember(shown, source, snapshot.team_id).add(objective_id)
      observe(snapshot.team_id, objective_id, number)
    }
  }
  const facts = await appendFacts(tx, event_id, observations)
  await tx.updateTable('evaluation_cursors').set({ snapshot_id: last.id }).where('event_id', '=', event_id).execute()
  return { snapshots: snapshots.length, facts }
}
