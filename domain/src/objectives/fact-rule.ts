import { defaultGame } from '@muster/contract/game-versions'
import type { PersonalObjectives } from '@muster/contract/personal-objectives'
import type { CountedNumber } from '../characters/numbers.ts'
import { isPersonal, isSamePersonal } from '../characters/personal-points.ts'
import { groupAlternatives } from '../conditions/alternatives.ts'
import { findAggregation } from '../scoring/aggregations/index.ts'
import type { ConditionDefinition, EventDefinition, ObjectiveDefinition } from './definition.ts'
import { readItemSource } from './item-source.ts'
import { objectiveKinds } from './kinds.ts'

/** The period in which an observation becomes a fact: milliseconds, both ends included, null = open. */
interface FactWindow {
  readonly from: number | null
  readonly to: number | null
}

/** `items`: items in tabs; `character_items`: items that characters wear and carry. */
export type ItemRule = FactWindow & {
  readonly reads: 'items' | 'character_items'
  readonly conditions: readonly ConditionDefinition[]
}

/**
 * The rule by which observations become facts of an objective. Another rule would create other facts, so changing the rule starts
 * a re-evaluation of all stored data.
 */
export type FactRule = ItemRule | NumberRule

export type NumberRule = FactWindow &
  CountedNumber & {
    readonly reads: 'player' | 'team'
    /** For personal points under rules of the event's own; absent: the usual steps, or another number. */
    readonly personal_objectives?: PersonalObjectives
  }

export const readsItems = (rule: FactRule): rule is ItemRule => rule.reads === 'items' || rule.reads === 'character_items'

/**
 * The rule of an objective, or null if stored data does not concern it: categories, submissions, items without conditions. A fact
 * also has to be within the event's time; the scoring checks the end, because extending an event needs no re-evaluation.
 */
export function readFactRule(
  objective: ObjectiveDefinition,
  event: Pick<EventDefinition, 'start_at' | 'game_version' | 'personal_objectives'>,
): FactRule | null {
  const { objective_type, aggregation, conditions, number_field, valid_from, valid_to } = objective
  // Some aggregations measure from earlier values, even from before the event.
  const opens = findAggregation(aggregation)?.reads_before_window
    ? null
    : Math.max(valid_from ?? -Infinity, event.start_at ?? -Infinity)
  const window = { from: opens === -Infinity ? null : opens, to: valid_to }
  const { counts, number_of } = objectiveKinds[objective_type]
  if (number_of !== null) {
    const { personal_objectives } = event
    const own = isPersonal(number_field) && personal_objectives !== undefined && { personal_objectives }
    const { pieces_from, players_from } = objective
    const levels = { ...(pieces_from && { pieces_from }), ...(players_from && { players_from }) }
    return { reads: number_of, number_field, ...levels, ...own, ...window }
  }
  if (counts !== 'items' || conditions.length === 0) return null
  return { reads: ruleOf[readItemSource(conditions, event.game_version ?? defaultGame)], conditions, ...window }
}

const ruleOf = { tabs: 'items', characters: 'character_items' } as const

/** Equal for the same demands, in any order and with any numbers of groups. */
const writeConditions = (conditions: readonly ConditionDefinition[]) =>
  groupAlternatives(conditions)
    .map(({ members, at_least }) => {
      const texts = members.map(({ field, operator, value, counts_as = 1 }) =>
        JSON.stringify([field, operator, value, counts_as]),
      )
      return `${at_least} of ${texts.toSorted().join('|')}`
    })
    .toSorted()
    .join()

/** A text that differs between item rules under which other items match, whatever their windows. */
export const writeItemRule = ({ reads, conditions }: ItemRule): string => `${reads} ${writeConditions(conditions)}`

function readsAlike(a: FactRule, b: FactRule): boolean {
  if (readsItems(a) || readsItems(b)) {
    return readsItems(a) && readsItems(b) && writeItemRule(a) === writeItemRule(b)
  }
  const isSameNumber =
    a.reads === b.reads &&
    a.number_field === b.number_field &&
    (a.pieces_from ?? null) === (b.pieces_from ?? null) &&
    (a.players_from ?? null) === (b.players_from ?? null)
  return isSameNumber && isSamePersonal(a.personal_objectives ?? null, b.personal_objectives ?? null)
}

export function isSameFactRule(a: FactRule | null, b: FactRule | null): boolean {
  if (a === null || b === null) return a === b
  return readsAlike(a, b) && a.from === b.from && a.to === b.to
}

/**
 * Whether facts created by one rule may be incomplete or wrong under another. A window that only closes earlier is no reason:
 * facts after its end do not count, and the others are the same.
 */
export function mustRematch(made: FactRule | null, wanted: FactRule | null): boolean {
  if (made === null || wanted === null) return made !== wanted
  return !readsAlike(made, wanted) || made.from !== wanted.from || (wanted.to ?? Infinity) > (made.to ?? Infinity)
}
