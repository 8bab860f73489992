import type { EventId, ItemExampleId, ObjectiveId } from '@muster/contract/ids'
import { type CoveredObjective, coverageStates } from '@muster/contract/item-checks'
import { readItemLabel } from '@muster/domain/items/item-label'
import { judgeCoverage } from '@muster/domain/objectives/item-coverage'
import { countsItems } from '@muster/domain/objectives/kinds'
import { buildTree } from '@muster/domain/objectives/tree'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/connect.ts'
import { loadDefinition } from '../../db/definition.ts'
import type { Row } from '../../db/schema.ts'
import { hashItemRule, listItemRules } from '../../ingestion/scan/scan-rules.ts'
import { listPaths } from '../../trials.ts'

export type StoredResult = Row<'item_scan_results'>

/** The results of an event's scans, of all objectives or of one. */
export function listResults(db: Db, event_id: EventId, objective_id?: ObjectiveId): Promise<StoredResult[]> {
  const query = db.selectFrom('item_scan_results').selectAll().where('event_id', '=', event_id).orderBy('source')
  return (objective_id === undefined ? query : query.where('objective_id', '=', objective_id)).execute()
}

/** Whether an event has a scan or a saved item. */
export async function hasItemChecks(db: Db, event_id: EventId): Promise<boolean> {
  const { rows } = await sql<{ is_checked: boolean }>`
    select exists (select from item_scans where event_id = ${event_id}) or exists (
      select from item_examples join objectives on objectives.id = objective_id where objectives.event_id = ${event_id}
    ) as is_checked`.execute(db)
  return rows[0]?.is_checked === true
}

export interface ExampleCount {
  readonly objective_id: ObjectiveId
  readonly examples: number
  /** Saved items that must match, and do. */
  readonly matching: number
  readonly failing: number
}

/** The number of saved items of each objective that has some. */
export async function countExamples(db: Db, event_id: EventId): Promise<ExampleCount[]> {
  return db
    .selectFrom('item_examples')
    .innerJoin('objectives', 'objectives.id', 'item_examples.objective_id')
    .select('objective_id')
    .select((select) => select.fn.countAll<number>().as('examples'))
    .select(sql<number>`count(*) filter (where must_match and holds)`.as('matching'))
    .select(sql<number>`count(*) filter (where not holds)`.as('failing'))
    .where('objectives.event_id', '=', event_id)
    .groupBy('objective_id')
    .execute()
}

export const insertExample = (
  tx: Tx,
  example: { objective_id: ObjectiveId; must_match: boolean; item: string; holds: boolean; added_at: Date },
) => tx.insertInto('item_examples').values(example).returning('id').executeTakeFirstOrThrow()

/** @returns false if the event has no such saved item */
export async function deleteExample(db: Db, event_id: EventId, id: ItemExampleId): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('item_examples')
    .using('objectives')
    .whereRef('objectives.id', '=', 'item_examples.objective_id')
    .where('objectives.event_id', '=', event_id)
    .where('item_examples.id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** The item objectives of an event, those without any match first. */
export async function listCoverage(db: Db, event_id: EventId): Promise<CoveredObjective[]> {
  const [definition, results, examples] = await Promise.all([
    loadDefinition(db, event_id),
    listResults(db, event_id),
    countExamples(db, event_id),
  ])
  const rules = listItemRules(definition)
  const paths = listPaths(definition.objectives)
  const resultsOf = Map.groupBy(results, ({ objective_id }) => objective_id)
  const examplesOf = new Map(examples.map((one) => [one.objective_id, one]))
  const listed = buildTree(definition.objectives).nodes.flatMap(({ item }): CoveredObjective[] => {
    if (!countsItems(item)) return []
    const objective_id = item.id as CoveredObjective['objective_id']
    const rule = rules.get(item.id)
    const hash = rule && hashItemRule(rule)
    const scans = (resultsOf.get(objective_id) ?? []).map(({ source, matches, first_at, hits, rule_hash }) => ({
      source,
      matches,
      first_at: first_at?.toISOString() ?? null,
      hits: hits.map(({ place, seen_at, item: hit }) => ({ ...readItemLabel(hit), place, seen_at })),
      is_outdated: rule_hash !== hash,
    }))
    const counted = examplesOf.get(objective_id)
    const matches = scans.reduce((sum, scan) => (scan.is_outdated ? sum : sum + scan.matches), 0)
    return [
      {
        objective_id,
        name: item.name,
        path: [...(paths.get(item.id) ?? [])],
        state: judgeCoverage({ matches, examples: counted?.matching ?? 0 }),
        counts_from: rule === undefined ? null : rule.reads === 'items' ? 'tabs' : 'characters',
        scans,
        examples: counted?.examples ?? 0,
        failing: counted?.failing ?? 0,
      },
    ]
  })
  return listed.toSorted((a, b) => coverageStates.indexOf(a.state) - coverageStates.indexOf(b.state))
}
