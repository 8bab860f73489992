import type { ItemField, Operator } from '@muster/contract/conditions'
import { type Event, type EventField, eventColumns } from '@muster/contract/events'
import type { Aggregation, FinishRule, ObjectiveType } from '@muster/contract/objectives'
import type { PresetParameters } from '@muster/contract/preset-parameters'
import type { ScoringMethod, scoringPresetTypes } from '@muster/contract/scoring-presets'
import type { ObjectiveDefinition } from '../objectives/definition.ts'
import { isCategory } from '../objectives/kinds.ts'
import type { Layout } from '../objectives/layout.ts'
import { listPresetIds } from '../objectives/preset-ids.ts'
import { defaultAggregation } from '../scoring/aggregations/index.ts'

/** The whole definition of an event in the form of a file. A section that is null is not in the file and changes nothing. */
export interface DefinitionDocument {
  readonly event: EventEntry | null
  readonly scoring_presets: readonly PresetEntry[] | null
  /** Without the root, which files do not name. */
  readonly objectives: readonly ObjectiveEntry[] | null
  /** Text of the rules. */
  readonly rules: string | null
}

/** Times in milliseconds: the start since 1970, the others after the start. An undefined field is not in the file. */
export type EventEntry = {
  readonly [N in EventField]?: (typeof eventColumns)[N]['kind'] extends 'moment' ? number : Event[N]
}

/** Whether a field is a time that the file stores as an offset from the start of the event. */
export const isOffset = (field: EventField): boolean => eventColumns[field].kind === 'moment' && field !== 'event_start_time'

export interface PresetEntry {
  /** Identifies the preset in the file; unique, and unchanged when the name changes. */
  readonly key: string
  readonly name: string
  readonly description: string
  readonly type: (typeof scoringPresetTypes)[number]
  readonly scoring_method: ScoringMethod
  readonly points: readonly number[]
  readonly point_cap: number
  /** In the order of their table; empty without any. */
  readonly parameters: PresetParameters
}

export interface ConditionEntry {
  readonly field: ItemField
  readonly operator: Operator
  readonly value: string
  /** Conditions of one objective with the same number form a group; null: the condition must hold. */
  readonly any_of: number | null
  /** The number of conditions of the group that must hold, equal in all of them; absent: 1. */
  readonly at_least?: number
  /** The amount that one piece adds; absent: 1. */
  readonly counts_as?: number
}

export interface ObjectiveEntry
  extends Pick<
    ObjectiveDefinition,
    keyof Layout | 'name' | 'objective_type' | 'aggregation' | 'number_field' | 'required_number' | 'hide_progress'
  > {
  /** Unique among all objectives of the file. */
  readonly key: string
  /** How reports count here and below, and the proof they need; null: as in the category, up to the event. */
  readonly reports: Event['reports'] | null
  readonly report_proof: Event['report_proof'] | null
  /** See `CountedNumber`. */
  readonly players_from: number | null
  readonly pieces_from: number | null
  /** Milliseconds after the event's start. */
  readonly valid_from: number | null
  readonly valid_to: number | null
  /** Key of a preset. */
  readonly scoring_preset: string | null
  /** Keys of further presets, whose points are added. */
  readonly further_presets: readonly string[]
  readonly finished_by: FinishRule
  readonly conditions: readonly ConditionEntry[]
  readonly children: readonly ObjectiveEntry[]
}

/** The fields of an objective about scoring rules. */
export type EntryRules = Pick<ObjectiveEntry, 'scoring_preset' | 'further_presets' | 'finished_by'>
export const noRules: EntryRules = { scoring_preset: null, further_presets: [], finished_by: 'all' }

/** Keys of the presets of an objective, the first rule first. */
export const listPresetKeys = ({ scoring_preset, further_presets }: Omit<EntryRules, 'finished_by'>): readonly string[] =>
  listPresetIds({ scoring_preset_id: scoring_preset, further_preset_ids: further_presets })

/** The same presets under other keys. */
export const renamePresets = (
  { scoring_preset, further_presets }: Omit<EntryRules, 'finished_by'>,
  rename: (key: string) => string,
): Omit<EntryRules, 'finished_by'> => ({
  scoring_preset: scoring_preset === null ? null : rename(scoring_preset),
  further_presets: further_presets.map(rename),
})

/** An objective with its position in the tree. */
export interface PlacedEntry {
  readonly entry: ObjectiveEntry
  /** null: the root. */
  readonly parent: ObjectiveEntry | null
  /** 1 directly below the root. */
  readonly depth: number
}

/** All objectives, parents before children, siblings in their order. */
export function listEntries(objectives: readonly ObjectiveEntry[]): PlacedEntry[] {
  const listed: PlacedEntry[] = []
  const open = objectives.map((entry): PlacedEntry => ({ entry, parent: null, depth: 1 })).toReversed()
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    listed.push(next)
    const { entry: parent, depth } = next
    for (const entry of parent.children.toReversed()) open.push({ entry, parent, depth: depth + 1 })
  }
  return listed
}

/** The type of an objective without parts, unless the file says otherwise. */
export const defaultType: ObjectiveType = 'ITEM'
export const usualAggregation = (objective_type: ObjectiveType): Aggregation =>
  isCategory({ objective_type }) ? 'NONE' : defaultAggregation
