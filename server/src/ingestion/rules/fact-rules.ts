import type { EventId, ObjectiveId } from '@muster/contract/ids'
import { createMatcher, type Matcher, type MatcherOptions, type RefusedCondition } from '@muster/domain/conditions/matcher'
import type { ObjectiveDefinition } from '@muster/domain/objectives/definition'
import { type FactRule, type ItemRule, readsItems } from '@muster/domain/objectives/fact-rule'
import { noLayout } from '@muster/domain/objectives/layout'
import { sql } from 'kysely'
import { rulesLock } from '../../db/ledger.ts'
import type { Db, Tx } from '../../db/connect.ts'

/**
 * For whoever turns observations into facts: no rule of the event is exchanged until the transaction ends. Taken before the
 * locks of the cursor and of the ledger.
 */
export function lockRulesShared(tx: Tx, event_id: EventId): void {
  tx.defer(sql`select pg_advisory_xact_lock_shared(${rulesLock}, ${event_id})`)
}

/** For whoever exchanges a rule: waits until nobody uses the old one, and lets nobody begin. */
export function lockRules(tx: Tx, event_id: EventId): void {
  tx.defer(sql`select pg_advisory_xact_lock(${rulesLock}, ${event_id})`)
}

export interface AppliedRule {
  readonly objective_id: ObjectiveId
  /** null: nothing that is stored says anything about the objective any more. */
  readonly rule: FactRule | null
}

/** From now on the facts of these objectives are made by these rules; the event's rules are locked (`lockRules`). */
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
  // Says to all who keep rules in memory that they have changed.
  await tx
    .insertInto('evaluation_cursors')
    .values({ event_id, rules_version: 1 })
    .onConflict((conflict) =>
      conflict.column('event_id').doUpdateSet((set) => ({ rules_version: set('evaluation_cursors.rules_version', '+', 1) })),
    )
    .execute()
}

/** By which rule the facts of each objective were made, up to the evaluation cursor. */
export async function loadRules(db: Db, event_id: EventId): Promise<Map<ObjectiveId, FactRule>> {
  const rows = await db.selectFrom('fact_rules').select(['objective_id', 'rule']).where('event_id', '=', event_id).execute()
  return new Map(rows.map((row) => [row.objective_id, row.rule]))
}

/** The rules of an event, ready to use. */
export interface RuleBook {
  readonly rules: ReadonlyMap<number, FactRule>
  /** Of the rules that read what lies in tabs, and of those that read what characters wear and carry; null where there are none. */
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

/** An objective that is matched exactly as its rule says: the window is the rule's, whatever the aggregation. */
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

/** Both ends belong to the window. */
export const isWithin = (rule: FactRule | undefined, at: number): boolean =>
  rule !== undefined && (rule.from === null || rule.from <= at) && (rule.to === null || at <= rule.to)

export type RuleReader = (tx: Tx, event_id: EventId) => Promise<RuleBook>

/**
 * Reads the rules of one event, which are compiled anew only when they or the objectives have changed. The transaction
 * shares the rules (`lockRulesShared`).
 */
export function createRuleReader(options: MatcherOptions): RuleReader {
  let known: { version: string; book: RuleBook } | null = null
  return async (tx, event_id) => {
    // A deleted objective takes its rule along without a new version, and is a new definition.
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
