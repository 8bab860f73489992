import type { GameItem } from '@muster/contract/game-api'
import { defaultGame } from '@muster/contract/game-versions'
import type { EventId, ItemExampleId, ObjectiveId } from '@muster/contract/ids'
import type { BrokenExample } from '@muster/contract/item-checks'
import type { MatcherOptions } from '@muster/domain/conditions/matcher'
import { readItemLabel } from '@muster/domain/items/item-label'
import type { EventDefinition } from '@muster/domain/objectives/definition'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/connect.ts'
import { loadDefinition } from '../../db/definition.ts'
import { loadMatcherOptions } from '../rules/class-table.ts'
import { writeRuleBook } from '../rules/fact-rules.ts'
import { matchInSlices } from '../stash/match-in-slices.ts'
import { listItemRules } from './scan-rules.ts'

export interface StoredExample {
  readonly id: ItemExampleId
  readonly objective_id: ObjectiveId
  readonly must_match: boolean
  readonly item: GameItem
  readonly holds: boolean
  readonly added_at: Date
}

/** The saved items of an event, or of one of its objectives, oldest first. */
export function listExamples(db: Db, event_id: EventId, objective_id?: ObjectiveId): Promise<StoredExample[]> {
  const query = db
    .selectFrom('item_examples')
    .innerJoin('objectives', 'objectives.id', 'item_examples.objective_id')
    .select(['item_examples.id', 'objective_id', 'must_match', 'item', 'holds', 'added_at'])
    .where('objectives.event_id', '=', event_id)
    .orderBy('item_examples.id')
  return (objective_id === undefined ? query : query.where('objective_id', '=', objective_id)).execute()
}

type Tested = Pick<StoredExample, 'objective_id' | 'must_match' | 'item'>

/** Whether each item is treated as it must be: at all times of the objective, from wherever it counts items. */
export async function testExamples(
  examples: readonly Tested[],
  definition: EventDefinition,
  options: MatcherOptions,
): Promise<boolean[]> {
  const wanted = new Set<number>(examples.map(({ objective_id }) => objective_id))
  const rules = new Map([...listItemRules(definition)].filter(([id]) => wanted.has(id)))
  const { tabs, characters } = writeRuleBook(rules, options)
  const results: boolean[] = []
  for (const { objective_id, must_match, item } of examples) {
    const matcher = rules.get(objective_id)?.reads === 'items' ? tabs : characters
    const completions = matcher ? await matchInSlices(matcher, [item], null) : []
    results.push(completions.some((one) => one.objective_id === objective_id) === must_match)
  }
  return results
}

/**
 * Tests the saved items of an event again after an edit in this transaction, and stores the results.
 * @returns the saved items that this edit breaks
 */
export async function retestExamples(tx: Tx, ctx: Pick<Context, 'config'>, event_id: EventId): Promise<BrokenExample[]> {
  const examples = await listExamples(tx, event_id)
  if (examples.length === 0) return []
  const definition = await loadDefinition(tx, event_id)
  const options = await loadMatcherOptions(ctx, definition.game_version ?? defaultGame)
  const results = await testExamples(examples, definition, options)
  const changed = examples.filter(({ holds }, place) => holds !== results[place])
  if (changed.length === 0) return []
  const ids = changed.map(({ id }) => id)
  await tx
    .updateTable('item_examples')
    .set((set) => ({ holds: set.not('holds') }))
    .where('id', '=', sql<ItemExampleId>`any(${ids})`)
    .execute()
  const names = new Map(definition.objectives.map(({ id, name }) => [id, name]))
  return changed
    .filter(({ holds }) => holds)
    .map(({ id, objective_id, must_match, item }) => ({
      ...readItemLabel(item),
      example_id: id,
      objective_id,
      objective: names.get(objective_id) ?? '',
      must_match,
    }))
}
