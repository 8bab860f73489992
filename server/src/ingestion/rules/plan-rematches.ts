import type { EventId, ObjectiveId } from '@muster/contract/ids'
import type { EventDefinition } from '@muster/domain/objectives/definition'
import { type FactRule, isSameFactRule, mustRematch, readFactRule, readsItems } from '@muster/domain/objectives/fact-rule'
import { sql } from 'kysely'
import type { Tx } from '../../db/connect.ts'
import { lockLedger } from '../../db/ledger.ts'
import type { Row } from '../../db/schema.ts'
import { lockRules, loadRules, type AppliedRule, applyRules } from './fact-rules.ts'

/** The two stores of raw data; each is evaluated by its own job. */
export type Store = Row<'rematches'>['reads']

const storeOf = (rule: FactRule): Store => (readsItems(rule) ? 'snapshots' : 'readings')

/** Number of stored rows to evaluate. */
async function countStored(tx: Tx, event_id: EventId, store: Store): Promise<number> {
  const { rows } = await (store === 'readings'
    ? sql<{ count: number }>`select count(*) as count from tracked_readings where event_id = ${event_id}`
    : sql<{ count: number }>`
          select count(*) as count from stash_snapshots
          where event_id = ${event_id} and id <= coalesce((select snapshot_id from evaluation_cursors where event_id = ${event_id}), 0)`
  ).execute(tx)
  return rows[0]?.count ?? 0
}

async function begin(tx: Tx, event_id: EventId, store: Store, planned: readonly AppliedRule[], now: Date): Promise<void> {
  if (planned.length === 0) return
  const ids = planned.map(({ objective_id }) => objective_id)
  // Also deletes the facts found by an earlier plan.
  await tx.deleteFrom('rematches').where('objective_id', '=', sql<ObjectiveId>`any(${ids})`).execute()
  const total = await countStored(tx, event_id, store)
  await sql`
    insert into rematches (objective_id, event_id, rule, reads, total, started_at)
    select id, ${event_id}, rule, ${store}, ${total}, ${now}
    from unnest(${ids}::int[], ${planned.map(({ rule }) => (rule ? JSON.stringify(rule) : null))}::jsonb[]) as planned (id, rule)`.execute(
    tx,
  )
}

/**
 * Compares the rules that made the facts with a definition's rules. Where facts may be incomplete or wrong, plans a
 * re-evaluation of all stored data; until it is done, the old rule stays in use.
 */
export async function planRematches(
  tx: Tx,
  event_id: EventId,
  definition: EventDefinition,
  store: Store,
  now: Date,
): Promise<void> {
  lockRules(tx, event_id)
  // Skips an objective that is being deleted.
  lockLedger(tx, event_id)
  const existing = await tx.selectFrom('objectives').select('id').where('event_id', '=', event_id).execute()
  const exists = new Set<number>(existing.map((row) => row.id))
  const made = await loadRules(tx, event_id)
  const running = await tx
    .selectFrom('rematches')
    .select(['objective_id', 'rule', 'reads'])
    .where('event_id', '=', event_id)
    .execute()
  const pending = new Map(running.map((row) => [row.objective_id, row]))

  const again: AppliedRule[] = []
  const same: AppliedRule[] = []
  const idle: ObjectiveId[] = []
  for (const objective of definition.objectives) {
    const objective_id = objective.id as ObjectiveId
    const rule = readFactRule(objective, definition)
    const before = made.get(objective_id) ?? null
    const known = rule ?? before ?? pending.get(objective_id)?.rule ?? null
    if (!exists.has(objective_id) || known === null || storeOf(known) !== store) continue
    const started = pending.get(objective_id)
    if (mustRematch(before, rule)) {
      if (!started || started.reads !== store || !isSameFactRule(started.rule, rule)) again.push({ objective_id, rule })
      continue
    }
    if (started) idle.push(objective_id)
    if (rule !== null && !isSameFactRule(before, rule)) same.push({ objective_id, rule })
  }
  await begin(tx, event_id, store, again, now)
  if (idle.length > 0) {
    await tx.deleteFrom('rematches').where('objective_id', '=', sql<ObjectiveId>`any(${idle})`).execute()
  }
  await applyRules(tx, event_id, same)
}
