import type { DefinitionEditInput } from '@muster/contract/definition'
import { eventFields } from '@muster/contract/events'
import { readCounts } from '../../conditions/accept.ts'
import { noLayout, readExtra } from '../../objectives/layout.ts'
import { listPresetIds } from '../../objectives/preset-ids.ts'
import type { ConditionEntry } from '../document.ts'
import { readTime } from '../moment.ts'
import type { StoredDefinition, StoredObjective } from '../from-event.ts'

// A second implementation of the server's edits, limited to those that files use. It rejects the same edits as the server, so
// that an impossible order of edits is found here.

const rootId = 1
const emptyValues = {
  name: 'Empty',
  choice: 'poe1',
  text: null,
  hosts: null,
  moment: 0,
  number: 1,
  limit: null,
  personal: null,
  zone: 'UTC',
} as const
export const emptyEvent: StoredDefinition = {
  event: Object.fromEntries(
    eventFields.map((field) => [field.name, emptyValues[field.kind]]),
  ) as unknown as StoredDefinition['event'],
  presets: [],
  objectives: [
    {
      id: rootId,
      parent_id: null,
      file_key: 'default',
      name: 'default',
      ...noLayout,
      objective_type: 'CATEGORY',
      aggregation: 'NONE',
      number_field: 'FINISHED_OBJECTIVES',
      required_number: 1,
      hide_progress: false,
      reports: null,
      report_proof: null,
      players_from: null,
      pieces_from: null,
      valid_from: null,
      valid_to: null,
      scoring_preset_id: null,
      conditions: [],
    },
  ],
  rules: '',
}

type Edit<K extends DefinitionEditInput['kind']> = Extract<DefinitionEditInput, { kind: K }>

class Tables {
  event: StoredDefinition['event']
  presets: StoredDefinition['presets'][number][]
  /** Siblings in their order, as in the list. */
  objectives: StoredObjective[]
  rules: string
  private nextId: number
  private readonly objectiveIds = new Map<string, number>()
  private readonly presetIds = new Map<string, number>()

  constructor({ event, presets, objectives, rules }: StoredDefinition) {
    this.event = event
    this.presets = [...presets]
    this.objectives = [...objectives]
    this.rules = rules
    const used = [...presets, ...objectives, ...objectives.flatMap(({ conditions }) => conditions)]
    this.nextId = Math.max(1000, ...used.map(({ id }) => id + 1))
  }

  make(edit: DefinitionEditInput): void {
    if (edit.kind === 'save_event') this.saveEvent(edit)
    else if (edit.kind === 'write_rules') this.rules = edit.text ?? ''
    else if (edit.kind === 'save_preset') this.savePreset(edit)
    else if (edit.kind === 'delete_preset') this.deletePreset(edit)
    else if (edit.kind === 'save_objective') this.saveObjective(edit)
    else if (edit.kind === 'place_objective') this.place(edit)
    else if (edit.kind === 'delete_objective') this.deleteObjective(edit.id)
    else throw new Error(`files do not create edits of the kind ${edit.kind}`)
    for (const list of [this.presets, this.objectives]) {
      if (new Set(list.map(({ file_key }) => file_key)).size !== list.length) throw new Error('a key occurs twice')
    }
  }

  private saveEvent({ event }: Edit<'save_event'>): void {
    const times = Object.entries(event).map(([name, value]) => [
      name,
      typeof value === 'string' && name.endsWith('_time') ? readTime(value) : value,
    ])
    this.event = { ...this.event, ...(Object.fromEntries(times) as Partial<StoredDefinition['event']>) }
  }

  private savePreset({ preset, key }: Edit<'save_preset'>): void {
    const id = preset.id ?? this.nextId++
    const { file_key = '', description, point_cap, points, parameters, ...rest } = preset
    const row = {
      ...rest,
      id,
      file_key,
      description: description ?? '',
      point_cap: point_cap ?? 0,
      points,
      parameters: parameters ?? {},
    }
    const at = this.presets.findIndex((one) => one.id === id)
    if (at === -1) this.presets.push(row)
    else this.presets[at] = row
    if (key !== undefined && key !== null) this.presetIds.set(key, id)
  }

  private deletePreset({ id }: Edit<'delete_preset'>): void {
    if (this.objectives.some((objective) => listPresetIds(objective).includes(id))) throw new Error('the preset is in use')
    this.presets = this.presets.filter((one) => one.id !== id)
  }

  private find(id: number | null | undefined, key: string | null | undefined): StoredObjective {
    const wanted = key === null || key === undefined ? id : this.objectiveIds.get(key)
    const found = this.objectives.find((one) => one.id === wanted)
    if (!found) throw new Error(`there is no objective ${id ?? key}`)
    return found
  }

  private findParent(id: number | null | undefined, key: string | null | undefined): StoredObjective {
    const parent = this.find(id, key)
    if (parent.objective_type !== 'CATEGORY') throw new Error('the parent is not a category')
    return parent
  }

  private saveObjective({ objective, key, other_conditions }: Edit<'save_objective'>): void {
    const {
      parent_id,
      parent_key,
      scoring_preset_id,
      scoring_preset_key,
      further_preset_ids = [],
      finished_by = 'all',
      conditions,
      id: given,
      file_key = '',
      extra,
      ...body
    } = objective
    const parent = this.findParent(parent_id, parent_key)
    const stored = given === null || given === undefined ? null : this.find(given, null)
    if (stored && stored.parent_id !== parent.id) throw new Error('the save moved the objective')
    const id = stored?.id ?? this.nextId++
    const preset_id = scoring_preset_key ? this.presetIds.get(scoring_preset_key) : (scoring_preset_id ?? null)
    if (preset_id === undefined) throw new Error('the preset does not exist yet')
    if (body.objective_type !== 'CATEGORY' && this.objectives.some((one) => one.parent_id === id)) throw new Error('has children')
    if (stored && other_conditions !== 'remove') throw new Error('keeps conditions that are not in the file')
    const known = new Set(stored?.conditions.map((condition) => condition.id))
    const kept = conditions.map((condition) => {
      const { field, operator, value, any_of, at_least, counts_as } = condition as ConditionEntry & { id?: number | null }
      const own = condition.id ?? this.nextId++
      if (condition.id && !known.delete(own)) throw new Error('is not a condition of this objective')
      if (at_least === undefined || counts_as === undefined) throw new Error('keeps the counts of a stored condition')
      return { id: own, field, operator, value, any_of, ...readCounts({ at_least, counts_as, any_of }) }
    })
    const row: StoredObjective = {
      ...body,
      id,
      file_key,
      parent_id: parent.id,
      ...readExtra(extra ?? ''),
      hide_progress: body.hide_progress ?? false,
      reports: body.reports ?? null,
      report_proof: body.report_proof ?? null,
      players_from: body.players_from ?? null,
      pieces_from: body.pieces_from ?? null,
      valid_from: body.valid_from ? readTime(body.valid_from) : null,
      valid_to: body.valid_to ? readTime(body.valid_to) : null,
      scoring_preset_id: preset_id,
      further_preset_ids: (further_preset_ids ?? []).map((one) => {
        const further_id = typeof one === 'string' ? this.presetIds.get(one) : one
        if (further_id === undefined) throw new Error('the preset does not exist yet')
        return further_id
      }),
      finished_by: finished_by ?? 'all',
      conditions: kept.toSorted((one, other) => one.id - other.id),
    }
    if (stored) this.objectives[this.objectives.indexOf(stored)] = row
    else this.objectives.push(row)
    if (key !== undefined && key !== null) this.objectiveIds.set(key, id)
  }

  private place(edit: Edit<'place_objective'>): void {
    const moved = this.find(edit.id, edit.key)
    const parent = this.findParent(edit.parent_id, edit.parent_key)
    for (let at: StoredObjective | undefined = parent; at; at = this.objectives.find((one) => one.id === at?.parent_id)) {
      if (at.id === moved.id) throw new Error('below itself')
    }
    this.objectives = this.objectives.filter((one) => one !== moved)
    const row = { ...moved, parent_id: parent.id }
    if (!edit.before_id && !edit.before_key) return void this.objectives.push(row)
    const before = this.find(edit.before_id, edit.before_key)
    if (before.parent_id !== parent.id) throw new Error('the next sibling has another parent')
    this.objectives.splice(this.objectives.indexOf(before), 0, row)
  }

  private deleteObjective(id: number): void {
    this.find(id, null)
    for (const child of this.objectives.filter((one) => one.parent_id === id)) this.deleteObjective(child.id)
    this.objectives = this.objectives.filter((one) => one.id !== id)
  }
}

/**
 * The tables after the edits.
 * @throws if an edit is not possible
 */
export function applyEdits(stored: StoredDefinition, edits: readonly DefinitionEditInput[]): StoredDefinition {
  const tables = new Tables(stored)
  for (const edit of edits) tables.make(edit)
  const { event, presets, objectives, rules } = tables
  return { event, presets, objectives, rules }
}
