import type { EventId, ObjectiveId } from '@muster/contract/ids'
import type { MatcherOptions } from '@muster/domain/conditions/matcher'
import type { FactRule } from '@muster/domain/objectives/fact-rule'
import { sql } from 'kysely'
import type { Tx } from '../../db/connect.ts'
import { lockLedger, type Observation } from '../../db/ledger.ts'
import type { Row } from '../../db/schema.ts'
import { addCursor, lockCursor } from '../stash/evaluate-snapshots.ts'
import { lockRules, type RuleBook, writeRuleBook } from './fact-rules.ts'
import { listTrackedReadings, loadStates, observeReadings } from '../characters/observe-readings.ts'
import { gatherReported, listSnapshots, observeSnapshots, type Snapshot, snapshotSource } from '../stash/observe-snapshots.ts'
import type { Store } from './plan-rematches.ts'
import { countFound, replaceFacts } from './replace-facts.ts'
import { hasChanged } from './reported-numbers.ts'

/** Limits of one transaction: small enough that live data does not wait long, and memory stays bounded. */
export interface RematchLimits {
  readonly snapshots: number
  readonly items: number
  readonly readings: number
  /** Facts to replace in one transaction; one objective is always allowed. */
  readonly facts: number
}
const defaultLimits: RematchLimits = { snapshots: 100, items: 20_000, readings: 1000, facts: 20_000 }

/** Runs a transaction; refuses if another runner has taken over. */
export type Write = <T>(use: (tx: Tx) => Promise<T>) => Promise<T>

type Pending = Pick<Row<'rematches'>, 'objective_id' | 'rule' | 'position'>

/**
 * The objectives that are evaluated together: those furthest ahead, so that their pass is finished before the others begin theirs
 * together. Objectives without a rule are ready immediately.
 */
async function lockGroup(tx: Tx, event_id: EventId, store: Store): Promise<Pending[]> {
  const rows = await tx
    .selectFrom('rematches')
    .select(['objective_id', 'rule', 'position'])
    .where('event_id', '=', event_id)
    .where('reads', '=', store)
    .orderBy('objective_id')
    .forUpdate()
    .execute()
  const ready = rows.filter((row) => row.rule === null)
  const furthest = rows.reduce((most, row) => Math.max(most, row.position), 0)
  return ready.length > 0 ? ready : rows.filter((row) => row.position === furthest)
}

/** The last fact that the group's re-evaluation has found for each source so far. */
async function loadFound(tx: Tx, ids: readonly ObjectiveId[], sources: readonly string[]) {
  return tx
    .selectFrom('rematch_facts')
    .distinctOn(['objective_id', 'source', 'team_id'])
    .select(['objective_id', 'source', 'team_id', 'number'])
    .where('objective_id', '=', sql<ObjectiveId>`any(${ids})`)
    .where('source', '=', sql<string>`any(${[...new Set(sources)]})`)
    .orderBy('objective_id')
    .orderBy('source')
    .orderBy('team_id')
    .orderBy('id', 'desc')
    .execute()
}

async function keepFound(tx: Tx, observations: readonly Observation[]): Promise<void> {
  if (observations.length === 0) return
  const column = <T>(pick: (one: Observation) => T) => observations.map(pick)
  await sql`
    insert into rematch_facts (objective_id, team_id, user_id, source, number, timestamp, stash_snapshot_id)
    select objective_id, team_id, user_id, source, number, timestamp, snapshot_id
    from unnest(
      ${column((one) => one.objective_id)}::int[], ${column((one) => one.team_id)}::int[], ${column((one) => one.user_id)}::int[],
      ${column((one) => one.source)}::text[], ${column((one) => one.number)}::bigint[], ${column((one) => one.timestamp)}::timestamptz[],
      ${column((one) => one.stash_snapshot_id ?? null)}::bigint[]
    ) with ordinality as found (objective_id, team_id, user_id, source, number, timestamp, snapshot_id, place)
    where exists (select from teams where id = team_id)
    order by place`.execute(tx)
}

/** The first snapshots whose items together stay within the limit, but at least one snapshot. */
function cutToItems(snapshots: readonly Snapshot[], most: number): readonly Snapshot[] {
  let items = 0
  const end = snapshots.findIndex((snapshot, index) => (items += snapshot.item_count) > most && index > 0)
  return end === -1 ? snapshots : snapshots.slice(0, end)
}

interface Batch {
  readonly taken: number
  readonly position: number
  readonly hasAll: boolean
}

/** Re-evaluates an event's stored data for objectives whose rule has changed, while live evaluation continues. */
export interface Rematcher {
  /** One step, all or nothing. @returns whether there may be more to do */
  advance(write: Write): Promise<boolean>
}

export function createRematcher(
  event: Pick<Row<'events'>, 'id' | 'game_version'>,
  store: Store,
  options: MatcherOptions,
  limits: RematchLimits = defaultLimits,
): Rematcher {
  let compiled: { key: string; book: RuleBook } | null = null

  function compile(group: readonly Pending[]): RuleBook {
    const rules = new Map<number, FactRule>()
    for (const { objective_id, rule } of group) if (rule !== null) rules.set(objective_id, rule)
    const key = JSON.stringify([...rules])
    if (compiled?.key !== key) compiled = { key, book: writeRuleBook(rules, options) }
    return compiled.book
  }

  async function observeTabs(tx: Tx, group: readonly Pending[], after: number, upTo: number): Promise<Batch> {
    const listed = await listSnapshots(tx, event.id, { after, upTo }, limits.snapshots)
    const snapshots = cutToItems(listed, limits.items)
    const ids = group.map((one) => one.objective_id)
    const sources = snapshots.map(snapshotSource)
    const reported = gatherReported(await loadFound(tx, ids, sources))
    await keepFound(tx, await observeSnapshots(snapshots, compile(group), reported))
    const hasAll = listed.length < limits.snapshots && snapshots.length === listed.length
    return { taken: snapshots.length, position: snapshots.at(-1)?.id ?? after, hasAll }
  }

  async function observePlayers(tx: Tx, group: readonly Pending[], after: number): Promise<Batch> {
    const tracked = await listTrackedReadings(tx, event.id, after, limits.readings)
    const states = await loadStates(
      tx,
      tracked.flatMap((one) => one.reading_ids),
    )
    const seen = observeReadings(tracked, states, compile(group).rules, event.game_version)
    const ids = group.map((one) => one.objective_id)
    const reported = gatherReported(
      await loadFound(
        tx,
        ids,
        seen.map((one) => one.source),
      ),
    )
    await keepFound(
      tx,
      seen.filter((one) => hasChanged(reported, one)),
    )
    return { taken: tracked.length, position: tracked.at(-1)?.id ?? after, hasAll: tracked.length < limits.readings }
  }

  /** Evaluates the next batch for the group. */
  async function advanceGroup(tx: Tx, group: readonly Pending[], upTo: number): Promise<boolean> {
    const after = group[0]?.position ?? 0
    const { taken, position, hasAll } =
      store === 'snapshots' ? await observeTabs(tx, group, after, upTo) : await observePlayers(tx, group, after)
    if (taken > 0) {
      await tx
        .updateTable('rematches')
        .set((set) => ({ position, done: set('done', '+', taken) }))
        .where('objective_id', '=', sql<ObjectiveId>`any(${group.map((one) => one.objective_id)})`)
        .execute()
    }
    return hasAll
  }

  async function readCursor(tx: Tx): Promise<number> {
    const row = await tx
      .selectFrom('evaluation_cursors')
      .select('snapshot_id')
      .where('event_id', '=', event.id)
      .executeTakeFirst()
    return row?.snapshot_id ?? 0
  }

  async function takeStep(tx: Tx): Promise<'nothing' | 'more' | 'ready'> {
    const group = await lockGroup(tx, event.id, store)
    if (group.length === 0) return 'nothing'
    if (group[0]?.rule === null) return 'ready'
    return (await advanceGroup(tx, group, await readCursor(tx))) ? 'ready' : 'more'
  }

  /**
   * Under all locks: evaluates the rest, replaces the old facts with the new ones, and applies the new rules. Objectives that
   * would exceed the limits follow in the next step.
   */
  async function finish(tx: Tx): Promise<void> {
    lockRules(tx, event.id)
    addCursor(tx, event.id)
    const cursor = await lockCursor(tx, event.id)
    lockLedger(tx, event.id)
    const group = await lockGroup(tx, event.id, store)
    if (group.length === 0) return
    if (group[0]?.rule !== null && !(await advanceGroup(tx, group, cursor))) return
    const found = await countFound(
      tx,
      group.map((one) => one.objective_id),
    )
    let facts = 0
    const ready = group.filter(
      ({ objective_id }, index) => (facts += found.get(objective_id) ?? 0) <= limits.facts || index === 0,
    )
    await replaceFacts(tx, event.id, ready)
  }

  return {
    async advance(write) {
      const progress = await write(takeStep)
      if (progress === 'ready') await write(finish)
      return progress !== 'nothing'
    },
  }
}
