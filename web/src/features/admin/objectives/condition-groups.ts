import type { ItemField } from '@muster/contract/conditions'
import { groupAlternatives } from '@muster/domain/conditions/alternatives'
import { type ConditionValue, nextKey } from './values.ts'

type Conditions = readonly ConditionValue[]

/** A group of conditions in the editor. */
export interface Group {
  /** The number that its conditions share. */
  readonly number: number
  /** How many of them must hold. */
  readonly at_least: number
  readonly members: Conditions
}

export const listGroups = (conditions: Conditions): Group[] =>
  groupAlternatives(conditions).flatMap(({ members, at_least }) => {
    const number = members[0]?.any_of ?? null
    return number === null ? [] : [{ number, at_least, members }]
  })

export const nextGroup = (conditions: Conditions): number => Math.max(0, ...conditions.map(({ any_of }) => any_of ?? 0)) + 1

/** Writes the count of a group to all of its conditions, and demands no more than it has. */
function settle(conditions: Conditions): Conditions {
  const groups = new Map(listGroups(conditions).map((group) => [group.number, group]))
  return conditions.map(({ at_least: _, ...one }) => {
    const group = one.any_of === null ? undefined : groups.get(one.any_of)
    const at_least = group === undefined ? 1 : Math.min(group.at_least, group.members.length)
    return at_least > 1 ? { ...one, at_least } : one
  })
}

/** @param group null: out of its group */
export function moveTo(conditions: Conditions, keys: readonly string[], group: number | null): Conditions {
  const moved = conditions.map((one) => {
    if (!keys.includes(one.key)) return one
    // Its count belongs to the group that it leaves.
    const { at_least: _, ...rest } = one
    return { ...rest, any_of: group }
  })
  return settle(moved)
}

/** Sets how many conditions of a group must hold. */
export const demand = (conditions: Conditions, group: number, at_least: number): Conditions =>
  conditions.map((one) => {
    if (one.any_of !== group) return one
    const { at_least: _, ...rest } = one
    return at_least > 1 ? { ...rest, at_least } : rest
  })

export const createCondition = (field: ItemField, any_of: number | null): ConditionValue => ({
  key: nextKey(),
  id: null,
  field,
  operator: 'EQ',
  value: '',
  any_of,
})

/** Into the group at a position, from 1; out of its group; into a new group, with the single condition above or an empty one. */
export type MoveTarget = number | 'out' | 'with_above' | 'with_new'

/** The conditions after a move of one of them. */
export function moveCondition(conditions: Conditions, key: string, target: MoveTarget): Conditions {
  if (target === 'out') return moveTo(conditions, [key], null)
  if (typeof target === 'number') return moveTo(conditions, [key], listGroups(conditions)[target - 1]?.number ?? null)
  const group = nextGroup(conditions)
  const singles = conditions.filter(({ any_of }) => any_of === null)
  const at = singles.findIndex((one) => one.key === key)
  const { field = 'BASE_TYPE' } = singles[at] ?? {}
  if (target === 'with_new') return add(moveTo(conditions, [key], group), createCondition(field, group))
  return moveTo(conditions, [singles[at - 1]?.key ?? key, key], group)
}

export const add = (conditions: Conditions, ...added: Conditions): Conditions => settle([...conditions, ...added])
export const remove = (conditions: Conditions, keys: readonly string[]): Conditions =>
  settle(conditions.filter(({ key }) => !keys.includes(key)))
