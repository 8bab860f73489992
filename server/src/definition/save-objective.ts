import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Condition } from '@muster/contract/conditions'
import type { ConditionId, ObjectiveId, ScoringPresetId } from '@muster/contract/ids'
import { maxConditions, type ObjectiveCreate } from '@muster/contract/objectives'
import { chooseKey } from '@muster/domain/definition-file/keys'
import type { ConditionDefinition } from '@muster/domain/objectives/definition'
import { takesSubmissions } from '@muster/domain/objectives/kinds'
import { readExtra } from '@muster/domain/objectives/layout'
import { validateObjective } from '@muster/domain/objectives/validate'
import { takeCondition } from '../condition-refusal.ts'
import { insertCondition, removeConditions, updateCondition } from '../features/conditions/store.ts'
import {
  hasSubmissions,
  insertObjective,
  type ObjectiveColumns,
  type StoredObjective,
  updateObjective,
  writeFurtherPresets,
} from '../features/objectives/store.ts'
import { type FieldProblem, Refusal } from '../refusal.ts'
import { checkBase, type Done, type Draft, lastPosition, refuseProblems } from './draft.ts'

const toDate = (text: string | null) => (text === null ? null : new Date(text))
const toTime = (date: Date | null | undefined) => date?.getTime() ?? null

/** The rules after the first, and when the objective is finished; a field missing from the body keeps its stored value. */
function readRules(body: ObjectiveCreate, stored: StoredObjective | null) {
  const further: readonly ScoringPresetId[] = body.further_preset_ids ?? stored?.further_preset_ids ?? []
  return { further, finished_by: further.length === 0 ? 'all' : (body.finished_by ?? stored?.finished_by ?? 'all') }
}

function toColumns(body: ObjectiveCreate) {
  const { id: _, base_version: ___, conditions: __, further_preset_ids: ____, ...own } = body
  const { extra, valid_from, valid_to, file_key, ...columns } = own
  // A key missing from the body stays unchanged.
  const keyed = file_key === undefined ? columns : { ...columns, file_key }
  return { ...keyed, ...readExtra(extra), valid_from: toDate(valid_from), valid_to: toDate(valid_to) }
}

/** A key for a new objective, made from its name. */
function makeFileKey({ objectives }: Draft, { name, parent_id }: ObjectiveCreate): string {
  const taken = new Set([...objectives.values()].map(({ file_key }) => file_key))
  const parent = objectives.get(parent_id)
  return chooseKey(name, 'objective', parent && parent.parent_id !== null ? parent.file_key : null, taken)
}

/** Names of the changed columns. */
function listChanges(before: StoredObjective, after: ObjectiveColumns): string[] {
  const keys = Object.keys(after) as (keyof ObjectiveColumns)[]
  return keys.filter((key) => !isDeepStrictEqual(before[key], after[key]))
}

/** A condition of the body, and the stored condition to overwrite. */
interface TakenCondition {
  readonly id: ConditionId | null
  readonly condition: ConditionDefinition
}

/** Conditions compiled before other work of this process may run: a pattern may take milliseconds. */
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
    const before = stored?.conditions.find((one) => one.id === id)
    taken.push({ id, condition: takeCondition(given, before, `conditions.${index}.`) })
  }
  if (taken.length + (keepsOthers ? known.size : 0) > maxConditions) {
    problems.push({ field: 'conditions', problem: `an objective has at most ${maxConditions}` })
  }
  refuseProblems(problems)
  return taken
}

const isSame = (one: ConditionDefinition, other: ConditionDefinition) =>
  one.field === other.field &&
  one.operator === other.operator &&
  one.value === other.value &&
  (one.any_of ?? null) === (other.any_of ?? null) &&
  one.at_least === other.at_least &&
  one.counts_as === other.counts_as

/** @returns the current conditions by id, and whether anything changed. */
async function writeConditions(
  { tx }: Draft,
  objective_id: ObjectiveId,
  taken: readonly TakenCondition[],
  stored: StoredObjective | null,
  keepsOthers: boolean,
): Promise<{ conditions: Condition[]; changed: boolean }> {
  let changed = false
  const left = new Map(stored?.conditions.map((condition) => [condition.id, condition]))
  const conditions: Condition[] = []
  for (const { id, condition } of taken) {
    const before = id === null ? undefined : left.get(id)
    if (id !== null) left.delete(id)
    if (before && isSame(before, condition)) {
      conditions.push(before)
      continue
    }
    changed = true
    conditions.push(
      id === null
        ? await insertCondition(tx, objective_id, condition)
        : await updateCondition(tx, id, { ...condition, objective_id }),
    )
  }
  if (keepsOthers) conditions.push(...left.values())
  else if (left.size > 0) {
    await removeConditions(tx, [...left.keys()])
    changed = true
  }
  return { conditions: conditions.sort((a, b) => a.id - b.id), changed }
}

/**
 * Creates or edits an objective with its conditions.
 * @param keepsOthers keeps stored conditions that are missing in the body.
 * @throws Refusal objective_not_found, changed_meanwhile, invalid_request
 */
export async function saveObjective(draft: Draft, body: ObjectiveCreate, keepsOthers: boolean): Promise<Done<ObjectiveId>> {
  const { tx, event_id, objectives, presets } = draft
  const stored = body.id === null ? null : (objectives.get(body.id) ?? null)
  if (body.id !== null && stored === null) throw new Refusal('objective_not_found')
  if (stored) checkBase(draft.versions.objectives.get(stored.id), body.base_version)
  const { further, finished_by } = readRules(body, stored)
  const columns = { ...toColumns(body), finished_by }
  const window = { valid_from: toTime(columns.valid_from), valid_to: toTime(columns.valid_to) }
  const problems = validateObjective({ ...body, ...window, further_preset_ids: further }, objectives, new Set(presets.keys()))
  const leavesSubmissions = stored && takesSubmissions(stored) && !takesSubmissions(body)
  if (leavesSubmissions && (await hasSubmissions(tx, stored.id))) {
    problems.push({ field: 'objective_type', problem: 'cannot change, because it already has submissions' })
  }
  const namesake = [...objectives.values()].find((one) => one.file_key === body.file_key && one.id !== stored?.id)
  if (namesake) problems.push({ field: 'file_key', problem: `is already the key of "${namesake.name}"` })
  refuseProblems(problems)

  const taken = await takeConditions(body, stored, keepsOthers)
  const changes = stored ? listChanges(stored, columns) : []
  // New children come last.
  const place = stored?.parent_id === body.parent_id ? {} : { position: lastPosition(draft, body.parent_id) + 1 }
  const inserted = stored ?? (await insertObjective(tx, event_id, { file_key: makeFileKey(draft, body), ...columns, ...place }))
  const { conditions, changed } = await writeConditions(draft, inserted.id, taken, stored, keepsOthers)
  if (changed) changes.push('conditions')
  if (!isDeepStrictEqual(further, stored?.further_preset_ids ?? [])) {
    await writeFurtherPresets(tx, inserted.id, further)
    changes.push('further_preset_ids')
  }
  const row = stored && changes.length > 0 ? await updateObjective(tx, stored.id, { ...columns, ...place }) : inserted
  objectives.set(row.id, { ...row, conditions, further_preset_ids: further })
  if (!stored) return { id: row.id, reason: `"${body.name}" was added` }
  return { id: row.id, reason: changes.length > 0 ? `"${body.name}" was edited: ${changes.join(', ')}` : null }
}
