import { eventFields } from '@muster/contract/events'
import type { FinishRule } from '@muster/contract/objectives'
import { orderParameters } from '@muster/contract/preset-parameters'
import type { ConditionDefinition } from '../objectives/definition.ts'
import type { Paid } from '../objectives/preset-ids.ts'
import { buildTree, type TreeNode } from '../objectives/tree.ts'
import { orderConditions } from './conditions.ts'
import {
  type DefinitionDocument,
  type EntryRules,
  type EventEntry,
  isOffset,
  type ObjectiveEntry,
  type PresetEntry,
} from './document.ts'

/** A stored objective; times in milliseconds since 1970. */
export interface StoredObjective
  extends Omit<ObjectiveEntry, 'key' | 'children' | keyof EntryRules | 'conditions' | 'valid_from' | 'valid_to'>,
    Paid {
  /** Absent: `all`. */
  readonly finished_by?: FinishRule
  readonly id: number
  readonly parent_id: number | null
  readonly file_key: string
  readonly valid_from: number | null
  readonly valid_to: number | null
  readonly conditions: readonly (ConditionDefinition & { readonly id: number; readonly any_of: number | null })[]
}

/** The data of an event that a file contains, as stored in the tables. */
export interface StoredDefinition {
  /** All times in milliseconds since 1970. */
  readonly event: Required<EventEntry>
  readonly presets: readonly (Omit<PresetEntry, 'key'> & { readonly id: number; readonly file_key: string })[]
  /** Siblings in their order. */
  readonly objectives: readonly StoredObjective[]
  readonly rules: string
}

/** The objects of one event that the keys of a file refer to. */
export interface DefinitionIds {
  readonly root_id: number | null
  readonly objectives: ReadonlyMap<string, number>
  readonly presets: ReadonlyMap<string, number>
  /** The conditions of each objective by its key, in the order of the file. */
  readonly conditions: ReadonlyMap<string, readonly number[]>
}

/** An event as a complete document. Objectives that are not connected to the root are left out. */
export function toDocument({ event, presets, objectives, rules }: StoredDefinition): {
  readonly document: DefinitionDocument
  readonly ids: DefinitionIds
} {
  const start = event.event_start_time
  const keyOfPreset = new Map(presets.map(({ id, file_key }) => [id, file_key]))
  const { root, nodes } = buildTree(objectives)
  const conditionIds = new Map<string, readonly number[]>()
  const offset = (time: number | null) => (time === null ? null : time - start)
  const toEntry = ({ item, children }: TreeNode<StoredObjective>): ObjectiveEntry => {
    const { id: _, parent_id: __, file_key: key, conditions, valid_from, valid_to, ...more } = item
    const { scoring_preset_id, further_preset_ids = [], finished_by = 'all', ...own } = more
    const ordered = orderConditions(conditions)
    conditionIds.set(
      key,
      ordered.map((condition) => condition.id),
    )
    return {
      key,
      ...own,
      valid_from: offset(valid_from),
      valid_to: offset(valid_to),
      scoring_preset: scoring_preset_id === null ? null : (keyOfPreset.get(scoring_preset_id) ?? null),
      further_presets: further_preset_ids.flatMap((id) => keyOfPreset.get(id) ?? []),
      finished_by,
      conditions: ordered.map(({ id: _own, ...condition }) => condition),
      children: children.map(toEntry),
    }
  }
  const document: DefinitionDocument = {
    event: Object.fromEntries(
      eventFields.map(({ name }) => [name, isOffset(name) ? Number(event[name]) - start : event[name]]),
    ) as unknown as EventEntry,
    scoring_presets: presets.map(({ id: _, file_key: key, parameters, ...preset }) => ({
      key,
      ...preset,
      parameters: orderParameters(parameters),
    })),
    objectives: root?.children.map(toEntry) ?? [],
    rules,
  }
  const ids: DefinitionIds = {
    root_id: root?.item.id ?? null,
    objectives: new Map(nodes.filter((node) => node !== root).map(({ item }) => [item.file_key, item.id])),
    presets: new Map(presets.map(({ id, file_key }) => [file_key, id])),
    conditions: conditionIds,
  }
  return { document, ids }
}
