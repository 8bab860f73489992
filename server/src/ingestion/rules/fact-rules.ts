import type { EventId, ObjectiveId } from '@muster/contract/ids'
import { createMatcher, type Matcher, type MatcherOptions, type RefusedCondition } from '@muster/domain/conditions/matcher'
import type { ObjectiveDefinition } from '@muster/domain/objectives/definition'
import { type FactRule, type ItemRule, readsItems } from '@muster/domain/objectives/fact-rule'
import { noLayout } from '@muster/domain/objectives/layout'
import { sql } from 'kysely'
import { rulesLock } from '../../db/ledger.ts'
import type { Db, Tx } from '../../db/connect.ts'

/**
 * For turning observations into facts: prevents changes of the event's rules until the end of the transaction. Acquired before
 * the locks of the cursor and of the ledger.
 */
export function lockRulesShared(tx: Tx, event_id: EventId): void {
  tx.defer(sql`select pg_advisory_xact_lock_shared(${rulesLock}, ${event_id})`)
}

/** For changing a rule: waits for all users of the old rule, and blocks new ones. */
export function lockRules(tx: Tx, event_id: EventId): void {
  tx.defer(sql`select pg_advisory_xact_lock(${rulesLock}, ${event_id})`)
}

export interface AppliedRule {
  readonly objective_id: ObjectiveId
  /** null: no stored data is still relevant to the objective. */
  readonly rule: FactRule | null
}

/** From now on, these rules make the facts of these objectives; the caller holds the lock on the event's rules (`lockRules`). */
export async function applyRules(tx: Tx, event_id: EventId, taken: readonly AppliedRule[]): Promise<void> {
  if (taken.length === 0) return
  const ids = taken.map(({ objective_id }) => objective_id)
  const rules = taken.map(({ rule }) => (rule === null ? null : JSON.stringify(rule)))
  await sql`
    insert into fact_rules (objective_id, event_id, rule)
    select id, ${event_id}, rule from unnest(${ids}::int[], ${rules}::jsonb[]) as taken (id, rule) where rule is not null
    on conflict (objective_id) do update set rule = excluded.rule`.execute(tx)
  await sql`
    delete from fact_rules using unnest(${ids}::int[], ${rules}::jsonb[]) as taken (id, rule)
    where fact_rules.objective_id = taken.id and taken.rule is null`.execute(tx)
  // Invalidates cached rules.
  await tx
    .insertInto('evaluation_cursors')
    .values({ event_id, rules_version: 1 })
    .onConflict((conflict) =>
      conflict.column('event_id').doUpdateSet((set) => ({ rules_version: set('evaluation_cursors.rules_version', '+', 1) })),
    )
    .execute()
}

/** The rules that made the facts of each objective, up to the evaluation cursor. */
export async function loadRules(db: Db, event_id: EventId): Promise<Map<ObjectiveId, FactRule>> {
  const rows = await db.selectFrom('fact_rules').select(['objective_id', 'rule']).where('event_id', '=', event_id).execute()
  return new Map(rows.map((row) => [row.objective_id, row.rule]))
}

/** The compiled rules of an event. */
export interface RuleBook {
  readonly rules: ReadonlyMap<number, FactRule>
  /** Matchers for rules about tabs, and for rules about equipment and inventory; null if there are none. */
  readonly tabs: Matcher | null
  readonly characters: Matcher | null
  readonly refused: readonly RefusedCondition[]
}

export function writeRuleBook(rules: ReadonlyMap<number, FactRule>, options: MatcherOptions): RuleBook {
  const refused: RefusedCondition[] = []
  const compile = (reads: ItemRule['reads']): Matcher | null => {
    const objectives = [...rules].flatMap(([id, rule]) =>
      readsItems(rule) && rule.reads === reads ? [asObjective(id, rule)] : [],
    )
    if (objectives.length === 0) return null
    const made = createMatcher(objectives, options)
    refused.push(...made.refused)
    return made.matcher
  }
  return { rules, tabs: compile('items'), characters: compile('character_items'), refused }
}

/** An objective that matches exactly what its rule says: with the rule's window, and without aggregation. */
const asObjective = (id: number, rule: ItemRule): ObjectiveDefinition => ({
  id,
  parent_id: null,
  name: '',
  ...noLayout,
  objective_type: 'ITEM',
  aggregation: 'NONE',
  number_field: 'STACK_SIZE',
  required_number: 1,
  hide_progress: false,
  valid_from: rule.from,
  valid_to: rule.to,
  conditions: rule.conditions,
  scoring_preset_id: null,
})

/** Both ends are included. */
export const isWithin = (rule: FactRule | undefined, at: number): boolean =>
  rule !== undefined && (rule.from === null || rule.from <= at) && (rule.to === null || at <= rule.to)

export type RuleReader = (tx: Tx, event_id: EventId) => Promise<RuleBook>

/**
 * Reads the rules of one event, and compiles them only when they or the objectives have changed. The transaction holds the shared
 * rules lock (`lockRulesShared`).
 */
export function createRuleReader(options: MatcherOptions): RuleReader {
  let known: { version: string; book: RuleBook } | null = null
  return async (tx, event_id) => {
    // Deleting an objective also deletes its rule without a new version, but makes a new definition.
    const query = sql<{ version: string }>`
      select concat(
        (select rules_version from evaluation_cursors where event_id = ${event_id}), ' ',
        (select max(sequence) from definition_changes where event_id = ${event_id})) as version`
    const [row] = (await query.execute(tx)).rows
    const version = row?.version ?? ''
    if (known?.version !== version) known = { version, book: writeRuleBook(await loadRules(tx, event_id), options) }
    return known.book
  }
}
