import type { EventId, ObjectiveId, ScoringPresetId } from '@muster/contract/ids'
import type { ScoringPreset } from '@muster/contract/scoring-presets'
import { PlacedObjectives } from '@muster/domain/objectives/placement'
import type { Tx } from '../db/connect.ts'
import { listObjectives, type StoredObjective } from '../features/objectives/store.ts'
import { listPresets } from '../features/scoring-presets/store.ts'
import { type FieldProblem, Refusal } from '../refusal.ts'

/**
 * The definition of an event within the transaction of an edit: loaded once and updated by every edit, so that two thousand edits
 * do not read it two thousand times. The ledger is locked, so there are no concurrent edits.
 */
export interface Draft {
  readonly tx: Tx
  readonly event_id: EventId
  readonly objectives: PlacedObjectives<ObjectiveId, StoredObjective>
  readonly presets: Map<ScoringPresetId, ScoringPreset>
  /** Versions before the first edit: several edits of one call may start from the same one. */
  readonly versions: { readonly objectives: ReadonlyMap<number, number>; readonly presets: ReadonlyMap<number, number> }
}

export async function loadDraft(tx: Tx, event_id: EventId): Promise<Draft> {
  const objectives = await listObjectives(tx, event_id)
  const presets = await listPresets(tx, event_id)
  return {
    tx,
    event_id,
    objectives: new PlacedObjectives(objectives),
    presets: new Map(presets.map((preset) => [preset.id, preset])),
    versions: {
      objectives: new Map(objectives.map(({ id, version }) => [id, version])),
      presets: new Map(presets.map(({ id, version }) => [id, version])),
    },
  }
}

/**
 * An edit based on another version than the stored one would overwrite another person's change.
 * @throws Refusal changed_meanwhile
 */
export function checkBase(version: number | undefined, base: number | null | undefined): void {
  if (version === undefined || base === null || base === undefined || base === version) return
  throw new Refusal('changed_meanwhile', undefined, [{ field: 'base_version', problem: `is ${version} by now` }])
}

/** Position of the last child; 0 if there is none. */
export function lastPosition({ objectives }: Draft, parent_id: ObjectiveId): number {
  let last = 0
  for (const id of objectives.listChildren(parent_id)) last = Math.max(last, objectives.get(id)?.position ?? 0)
  return last
}

/** Result of one edit. */
export interface Done<Id> {
  readonly id: Id
  /** Description for the list of changes; null if nothing changed. */
  readonly reason: string | null
}

/** @throws Refusal invalid_request */
export function refuseProblems(problems: readonly FieldProblem[]): void {
  if (problems.length > 0) throw new Refusal('invalid_request', undefined, problems)
}
