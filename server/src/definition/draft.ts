import type { EventId, ObjectiveId, ScoringPresetId } from '@muster/contract/ids'
import type { ScoringPreset } from '@muster/contract/scoring-presets'
import { PlacedObjectives } from '@muster/domain/objectives/placement'
import type { Tx } from '../db/connect.ts'
import { listObjectives, type StoredObjective } from '../features/objectives/store.ts'
import { listPresets } from '../features/scoring-presets/store.ts'
import { type FieldProblem, Refusal } from '../refusal.ts'

/**
 * What decides the scores of an event, as the tables say within the transaction of an edit: loaded once, and kept up to
 * date by everything that edits, so that two thousand edits do not read it two thousand times. The ledger is locked, so
 * nobody else edits meanwhile.
 */
export interface Draft {
  readonly tx: Tx
  readonly event_id: EventId
  readonly objectives: PlacedObjectives<ObjectiveId, StoredObjective>
  readonly presets: Map<ScoringPresetId, ScoringPreset>
  /** As they were before the first edit: several edits of one call may begin with the same. */
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
 * An edit that began with another version than the stored one would overwrite what somebody else has changed.
 * @throws Refusal changed_meanwhile
 */
export function checkBase(version: number | undefined, base: number | null | undefined): void {
  if (version === undefined || base === null || base === undefined || base === version) return
  throw new Refusal('changed_meanwhile', undefined, [{ field: 'base_version', problem: `is ${version} by now` }])
}

/** Of the last child; 0 when there is none. */
export function lastPosition({ objectives }: Draft, parent_id: ObjectiveId): number {
  let last = 0
  for (const id of objectives.listChildren(parent_id)) last = Math.max(last, objectives.get(id)?.position ?? 0)
  return last
}

/** What one edit did. */
export interface Done<Id> {
  readonly id: Id
  /** In words, for the list of changes; null when nothing changed. */
  readonly reason: string | null
}

/** @throws Refusal invalid_request */
export function refuseProblems(problems: readonly FieldProblem[]): void {
  if (problems.length > 0) throw new Refusal('invalid_request', undefined, problems)
}
