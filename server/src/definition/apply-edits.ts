import type { DefinitionEdit } from '@muster/contract/definition'
import type { ObjectiveId, ScoringPresetId } from '@muster/contract/ids'
import { Refusal, refuseField } from '../refusal.ts'
import { deleteObjective } from './delete-objective.ts'
import type { Draft } from './draft.ts'
import { duplicateObjective } from './duplicate-objective.ts'
import { placeObjective } from './place-objective.ts'
import { deletePreset, savePreset } from './presets.ts'
import { saveEvent } from './save-event.ts'
import { saveObjective } from './save-objective.ts'
import { setDates } from './set-dates.ts'
import { type Author, writeRules } from './write-rules.ts'

/** Author of edits that are rolled back. */
const nobody: Author = { author_id: null, now: 0 }

/** Result of edits. */
export interface Applied {
  readonly objective_ids: Map<string, ObjectiveId>
  readonly scoring_preset_ids: Map<string, ScoringPresetId>
  /** One sentence for each edit that changed something. */
  readonly reasons: readonly string[]
}

/** Ids created by the edits of one call, by the caller's keys. */
class Keys<Id extends number> {
  readonly ids = new Map<string, Id>()

  /** @throws Refusal invalid_request if no earlier edit has created the key. */
  resolve(field: string, id: Id | null, key: string | null): Id | null {
    return key === null ? id : this.resolveEither(field, key)
  }

  /** @throws Refusal as above */
  resolveEither(field: string, one: Id | string): Id {
    if (typeof one !== 'string') return one
    const known = this.ids.get(one)
    if (known === undefined) throw refuseField(field, `no earlier edit has created "${one}"`)
    return known
  }

  /** @throws Refusal invalid_request if the key is already in use. */
  keep(key: string | null, id: Id): void {
    if (key === null) return
    if (this.ids.has(key)) throw refuseField('key', `an earlier edit has already created "${key}"`)
    this.ids.set(key, id)
  }
}

/**
 * Makes edits in order, all or none, within the transaction of the draft.
 * @throws Refusal whose problems name the edit: `edits.3.objective.name`
 */
export async function applyEdits(draft: Draft, edits: readonly DefinitionEdit[], author: Author = nobody): Promise<Applied> {
  const objectives = new Keys<ObjectiveId>()
  const presets = new Keys<ScoringPresetId>()
  const reasons: string[] = []

  const required = (field: string, id: ObjectiveId | null, key: string | null) => {
    const found = objectives.resolve(key === null ? `${field}_id` : `${field}_key`, id, key)
    if (found === null) throw refuseField(`${field}_id`, 'is required')
    return found
  }

  async function make(edit: DefinitionEdit): Promise<string | null> {
    switch (edit.kind) {
      case 'save_objective': {
        const { parent_key, scoring_preset_key, further_preset_ids: further, ...body } = edit.objective
        const { id, reason } = await within('objective.', async () => {
          const parent_id = required('parent', body.parent_id, parent_key)
          const scoring_preset_id = presets.resolve('scoring_preset_key', body.scoring_preset_id, scoring_preset_key)
          const further_preset_ids = further?.map((one, at) => presets.resolveEither(`further_preset_ids.${at}`, one))
          const rules = { scoring_preset_id, further_preset_ids }
          return saveObjective(draft, { ...body, ...rules, parent_id }, edit.other_conditions === 'keep')
        })
        objectives.keep(edit.key, id)
        return reason
      }
      case 'delete_objective':
        return (await deleteObjective(draft, edit.id, edit.base_version)).reason
      case 'place_objective': {
        const id = objectives.resolve('key', edit.id, edit.key)
        if (id === null) throw refuseField('id', 'is required')
        const before_id = objectives.resolve('before_key', edit.before_id, edit.before_key)
        const parent_id = required('parent', edit.parent_id, edit.parent_key)
        return (await placeObjective(draft, { id, parent_id, before_id, base_version: edit.base_version })).reason
      }
      case 'set_dates':
        return setDates(draft, edit)
      case 'duplicate_objective': {
        const parent_id = required('parent', edit.parent_id, edit.parent_key)
        const { id, reason } = await duplicateObjective(draft, { id: edit.id, parent_id, name: edit.name })
        objectives.keep(edit.key, id)
        return reason
      }
      case 'save_preset': {
        const { id, reason } = await within('preset.', () => savePreset(draft, edit.preset))
        presets.keep(edit.key, id)
        return reason
      }
      case 'delete_preset':
        return (await deletePreset(draft, edit.id, edit.base_version)).reason
      case 'save_event':
        return saveEvent(draft, edit, author.now)
      case 'write_rules':
        return writeRules(draft, edit, author)
    }
  }

  for (const [index, edit] of edits.entries()) {
    const reason = await within(`edits.${index}.`, () => make(edit))
    if (reason !== null) reasons.push(reason)
  }
  return { objective_ids: objectives.ids, scoring_preset_ids: presets.ids, reasons }
}

/** Prefixes the fields of a refusal with their path in the body; a refusal without fields concerns the whole edit. */
async function within<T>(place: string, use: () => Promise<T>): Promise<T> {
  try {
    return await use()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const problems = error.problems.map(({ field, problem }) => ({ field: `${place}${field}`, problem }))
    const about = { field: place.slice(0, -1), problem: error.message }
    throw new Refusal(error.code, error.sentence, problems.length > 0 ? problems : [about])
  }
}
