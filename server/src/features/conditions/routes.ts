import type { CheckResult } from '@muster/contract/conditions'
import { maxConditions } from '@muster/contract/objectives'
import { validMappings } from '@muster/domain/conditions/mappings'
import type { Explanation } from '@muster/domain/conditions/explain'
import type { Handlers } from '../../call.ts'
import { takeCondition } from '../../condition-refusal.ts'
import { loadDefinition } from '../../db/definition.ts'
import { editDefinition } from '../../definition-edit.ts'
import { loadMatcherOptions } from '../../ingestion/rules/class-table.ts'
import { Refusal, refuseField } from '../../refusal.ts'
import { findObjectivePlace, raiseVersion } from '../objectives/store.ts'
import { countConditions, findCondition, insertCondition, removeConditions, updateCondition } from './store.ts'
import { tryItem } from './try-item.ts'

const inWords = ({ field, operator, value }: { field: string; operator: string; value: string }) =>
  `${field} ${operator} ${value.length > 80 ? `${value.slice(0, 80)}…` : value}`

const presentExplanation = ({ objective_id, number, matches, obstacles, conditions }: Explanation) => ({
  ObjectiveId: objective_id as CheckResult['ObjectiveId'],
  Number: number,
  Matches: matches,
  Obstacles: [...obstacles],
  Conditions: conditions.map(({ field, operator, value, any_of, at_least, counts_as, seen, holds, refused }) => ({
    Field: field,
    Operator: operator,
    Value: value,
    AnyOf: any_of,
    ...(at_least !== undefined && { AtLeast: at_least }),
    ...(counts_as !== undefined && { CountsAs: counts_as }),
    Seen: Array.isArray(seen) ? [...(seen as readonly string[])] : (seen as string | number | boolean | null),
    Holds: holds,
    Refused: refused,
  })),
})

export const conditionRoutes = {
  createCondition: ({ ctx, event, viewer, body }) =>
    editDefinition(ctx, event.id, viewer.user_id, async (tx) => {
      const { id, objective_id, ...given } = body
      const objective = await findObjectivePlace(tx, objective_id)
      if (objective?.event_id !== event.id) throw new Refusal('objective_not_found')
      const before = id === null ? null : await findCondition(tx, id)
      if (id !== null && before?.event_id !== event.id) throw new Refusal('condition_not_found')
      const condition = takeCondition(given, before)
      if (before?.objective_id !== objective_id && (await countConditions(tx, objective_id)) >= maxConditions) {
        throw refuseField('objective_id', `has ${maxConditions} conditions, the maximum`)
      }
      if (id === null) {
        const result = await insertCondition(tx, objective_id, condition)
        raiseVersion(tx, objective_id)
        return { result, reason: `"${objective.name}" has the new condition ${inWords(condition)}` }
      }
      const result = await updateCondition(tx, id, { ...condition, objective_id })
      raiseVersion(tx, objective_id)
      if (before && before.objective_id !== objective_id) raiseVersion(tx, before.objective_id)
      return { result, reason: `A condition of "${objective.name}" is now ${inWords(condition)}` }
    }),

  deleteCondition: ({ ctx, event, viewer, params }) =>
    editDefinition(ctx, event.id, viewer.user_id, async (tx) => {
      const condition = await findCondition(tx, params.id)
      if (condition?.event_id !== event.id) throw new Refusal('condition_not_found')
      await removeConditions(tx, [params.id])
      raiseVersion(tx, condition.objective_id)
      const reason = `The condition ${inWords(condition)} of "${condition.objective_name}" was removed`
      return { result: undefined, reason }
    }),

  /** The stored conditions; windows are ignored, because the item may be from a later time. */
  testConditions: async ({ ctx, event, query, body }) => {
    const { objectives } = await loadDefinition(ctx.db, event.id)
    const options = await loadMatcherOptions(ctx, event.game_version)
    const tried = await tryItem({ objectives, options, item: body, explain: query.explain })
    if ('explanation' in tried) {
      if (!tried.explanation) throw new Refusal('objective_not_found')
      return [presentExplanation(tried.explanation)]
    }
    return [...tried.numbers].map(([id, number]) => ({ ObjectiveId: id as CheckResult['ObjectiveId'], Number: number }))
  },

  getValidMappings: async () => ({
    field_to_type: { ...validMappings.field_to_type },
    valid_operators: mapValues(validMappings.valid_operators),
    objective_type_to_number_fields: mapValues(validMappings.objective_type_to_number_fields),
  }),
} satisfies Partial<Handlers>

const mapValues = <K extends string, V>(lists: Readonly<Record<K, readonly V[]>>) =>
  Object.fromEntries(Object.entries<readonly V[]>(lists).map(([key, list]) => [key, [...list]])) as Record<K, V[]>
