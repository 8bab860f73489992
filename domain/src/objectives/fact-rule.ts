import type { NumberField } from '@muster/contract/objectives'
import { groupAlternatives } from '../conditions/alternatives.ts'
import { findAggregation } from '../scoring/aggregations/index.ts'
import type { ConditionDefinition, EventDefinition, ObjectiveDefinition } from './definition.ts'
import { readItemSource } from './item-source.ts'
import { objectiveKinds } from './kinds.ts'

/** From when until when an observation becomes a fact: milliseconds, both ends included, null = open. */
interface FactWindow {
  readonly from: number | null
  readonly to: number | null
}

/** `items`: those in tabs; `character_items`: those that characters wear and carry. */
export type ItemRule = FactWindow & {
  readonly reads: 'items' | 'character_items'
  readonly conditions: readonly ConditionDefinition[]
}

/**
 * Which observations become facts of an objective. Facts that were made by one rule are not those that another would have
 * made, so a rule that changes is followed by a rematch of everything stored.
 */
export type FactRule = ItemRule | (FactWindow & { readonly reads: 'player' | 'team'; readonly number_field: NumberField })

export const readsItems = (rule: FactRule): rule is ItemRule => rule.reads === 'items' || rule.reads === 'character_items'

/**
 * The rule of an objective, or null when nothing of what is stored says anything about it: categories, submissions, items
 * without conditions. A fact also has to lie within the event's time; its end is left to the scoring, because an event that
 * is prolonged needs no rematch.
 */
export function readFactRule(
  objective: ObjectiveDefinition,
  event: Pick<EventDefinition, 'start_at' | 'game_version'>,
): FactRule | null {
  const { objective_type, aggregation, conditions, number_field, valid_from, valid_to } = objective
  // Some are measured from what was there before, even before the event.
  const opens = findAggregation(aggregation)?.reads_before_window
    ? null
    : Math.max(valid_from ?? -Infinity, event.start_at ?? -Infinity)
  const window = { from: opens === -Infinity ? null : opens, to: valid_to }
  const { counts, number_of } = objectiveKinds[objective_type]
  if (number_of !== null) return { reads: number_of, number_field, ...window }
  if (counts !== 'items' || conditions.length === 0) return null
  return { reads: ruleOf[readItemSource(conditions, event.game_version ?? 'poe1')], conditions, ...window }
}

const ruleOf = { tabs: 'items', characters: 'character_items' } as const

/** The same text for the same demands, whatever their order and the numbers of their alternatives. */
const writeConditions = (conditions: readonly ConditionDefinition[]) =>
  groupAlternatives(conditions)
    .map((demand) =>
      demand
        .map(({ field, operator, value }) => JSON.stringify([field, operator, value]))
        .toSorted()
        .join('|'),
    )
    .toSorted()
    .join()

function readsAlike(a: FactRule, b: FactRule): boolean {
  if (readsItems(a) || readsItems(b)) {
    return (
      readsItems(a) && readsItems(b) && a.reads === b.reads && writeConditions(a.conditions) === writeConditions(b.conditions)
    )
  }
  return a.reads === b.reads && a.number_field === b.number_field
}

export function isSameFactRule(a: FactRule | null, b: FactRule | null): boolean {
  if (a === null || b === null) return a === b
  return readsAlike(a, b) && a.from === b.from && a.to === b.to
}

/**
 * Whether facts made by one rule may be incomplete or wrong under another. A window that merely closes earlier is no
 * reason: the facts beyond its end do not count, and the others are the same.
 */
export function mustRematch(made: FactRule | null, wanted: FactRule | null): boolean {
  if (made === null || wanted === null) return made !== wanted
  return !readsAlike(made, wanted) || made.from !== wanted.from || (wanted.to ?? Infinity) > (made.to ?? Infinity)
}
