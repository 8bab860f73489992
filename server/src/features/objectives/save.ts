import { setImmediate } from 'node:timers/promises'
import type { ConditionId, EventId, ObjectiveId } from '@muster/contract/ids'
import { mostConditions, type Objective, type ObjectiveCreate } from '@muster/contract/objectives'
import type { ConditionDefinition } from '@muster/domain/objectives/definition'
import { validateObjective } from '@muster/domain/objectives/validate'
import { takeCondition } from '../../condition-refusal.ts'
import type { Tx } from '../../db/connect.ts'
import type { Edited } from '../../definition-edit.ts'
import { type FieldProblem, Refusal } from '../../refusal.ts'
import { insertCondition, removeConditions, updateCondition } from '../conditions/store.ts'
import { listPresets } from '../scoring-presets/store.ts'
import { presentBranch } from './present-tree.ts'
import {
  hasSubmissions,
  insertObjective,
  listObjectives,
  type ObjectiveColumns,
  type StoredObjective,
  updateObjective,
} from './store.ts'

const toDate = (text: string | null) => (text === null ? null : new Date(text))
const toTime = (date: Date | null | undefined) => date?.getTime() ?? null

function toColumns(body: ObjectiveCreate): ObjectiveColumns {
  const { id: _, conditions: __, valid_from, valid_to, ...columns } = body
  return { ...columns, valid_from: toDate(valid_from), valid_to: toDate(valid_to) }
}

/** Names of the columns in which two states differ. */
function listChanges(before: StoredObjective, after: ObjectiveColumns): string[] {
  const keys = Object.keys(after) as (keyof ObjectiveColumns)[]
  return keys.filter((key) => {
    const [old, now] = [before[key], after[key]]
    return old instanceof Date || now instanceof Date ? toTime(old as Date | null) !== toTime(now as Date | null) : old !== now
  })
}

/** One condition of the body: which stored one it overwrites, and what it says. */
interface TakenCondition {
  readonly id: ConditionId | null
  readonly condition: ConditionDefinition
}

/** Conditions that are compiled before others of this process have their turn: a pattern may take milliseconds. */
const compiledInATurn = 5

async function takeConditions(
  body: ObjectiveCreate,
  stored: StoredObjective | null,
  keepsOthers: boolean,
): Promise<TakenCondition[]> {
  const known = new Set(stored?.conditions.map((condition) => condition.id))
  const problems: FieldProblem[] = []
  const taken: TakenCondition[] = []
  for (const [index, { id, ...given }] of body.conditions.entries()) {
    if (index > 0 && index % compiledInATurn === 0) await setImmediate()
    if (id !== null && !known.delete(id)) {
      problems.push({ field: `conditions.${index}.id`, problem: 'is not a condition of this objective' })
    }
    taken.push({ id, condition: takeCondition(given, `conditions.${index}.`) })
  }
  if (taken.length + (keepsOthers ? known.size : 0) > mostConditions) {
    problems.push({ field: 'conditions', problem: `an objective has at most ${mostConditions}` })
  }
  if (problems.length > 0) throw new Refusal('invalid_request', undefined, problems)
  return taken
}

/** @returns whether anything changed. */
async function writeConditions(
  tx: Tx,
  objective_id: ObjectiveId,
  taken: readonly TakenCondition[],
  stored: StoredObjective | null,
  keepsOthers: boolean,
): Promise<boolean> {
  let changed = false
  const left = new Map(stored?.conditions.map((condition) => [condition.id, condition]))
  for (const { id, condition } of taken) {
    const before = id === null ? undefined : left.get(id)
    if (id === null) await insertCondition(tx, objective_id, condition)
    else if (before?.field !== condition.field || before.operator !== condition.operator || before.value !== condition.value)
      await updateCondition(tx, id, { ...condition, objective_id })
    else {
      left.delete(id)
      continue
    }
    if (id !== null) left.delete(id)
    changed = true
  }
  if (keepsOthers || left.size === 0) return changed
  await removeConditions(tx, [...left.keys()])
  return true
}

/**
 * Creates or edits an objective with its conditions.
 * @param keepsOthers stored conditions that the body does not name stay.
 * @throws Refusal objective_not_found, invalid_request
 */
export async function saveObjective(
  tx: Tx,
  event_id: EventId,
  body: ObjectiveCreate,
  keepsOthers: boolean,
): Promise<Edited<Objective>> {
  const objectives = await listObjectives(tx, event_id)
  const stored = objectives.find((objective) => objective.id === body.id) ?? null
  if (body.id !== null && stored === null) throw new Refusal('objective_not_found')
  const columns = toColumns(body)
  const preset_ids = new Set<number>((await listPresets(tx, event_id)).map((preset) => preset.id))
  const window = { valid_from: toTime(toDate(body.valid_from)), valid_to: toTime(toDate(body.valid_to)) }
  const problems = validateObjective({ ...body, ...window }, objectives, preset_ids)
  const leavesSubmissions = stored?.objective_type === 'SUBMISSION' && body.objective_type !== 'SUBMISSION'
  if (leavesSubmissions && (await hasSubmissions(tx, stored.id))) {
    problems.push({ field: 'objective_type', problem: 'cannot change, because players have submitted for it' })
  }
  if (problems.length > 0) throw new Refusal('invalid_request', undefined, problems)

  const taken = await takeConditions(body, stored, keepsOthers)
  const changes = stored ? listChanges(stored, columns) : []
  const id = stored?.id ?? (await insertObjective(tx, event_id, columns))
  if (stored && changes.length > 0) await updateObjective(tx, id, columns)
  if (await writeConditions(tx, id, taken, stored, keepsOthers)) changes.push('conditions')
  const result = presentBranch(await listObjectives(tx, event_id), id)
  if (!result) throw new Error('an objective that was just written is not there')
  if (!stored) return { result, reason: `"${body.name}" was added` }
  return { result, reason: changes.length > 0 ? `"${body.name}" was edited: ${changes.join(', ')}` : null }
}
