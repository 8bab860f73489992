import type { CallInput } from '@muster/contract/endpoint'
import type { Endpoints } from '@muster/contract/endpoints'
import type { Objective } from '@muster/contract/objectives'
import type { ScoringMethod, ScoringPreset } from '@muster/contract/scoring-presets'
import { readPays } from '@muster/domain/scoring/methods/index'
import { readPoints, writePoints } from './points-text.ts'

export type PresetBody = CallInput<Endpoints['createScoringPreset']>['body']

/** Values of the preset form, with the API's field names; points and cap as typed. */
export interface PresetValues {
  name: string
  description: string
  scoring_method: ScoringMethod
  points: string
  point_cap: string
}

export const readPreset = (preset: ScoringPreset): PresetValues => ({
  name: preset.name,
  description: preset.description,
  scoring_method: preset.scoring_method,
  points: writePoints(preset.points),
  point_cap: preset.point_cap === 0 ? '' : String(preset.point_cap),
})

/** Only methods that pay for the number itself have a cap. */
export const usesCap = (values: Pick<PresetValues, 'scoring_method'>) => ['by_value', 'by_unit'].includes(readPays(values) ?? '')

export const readCap = (text: string): number => (text.trim() === '' ? 0 : Number(text))

export const toPresetBody = (values: PresetValues, preset: ScoringPreset | null, base_version?: number): PresetBody => ({
  id: preset?.id ?? null,
  base_version,
  name: values.name.trim(),
  description: values.description.trim(),
  scoring_method: values.scoring_method,
  points: readPoints(values.points).points,
  point_cap: usesCap(values) ? readCap(values.point_cap) : 0,
  type: preset?.type ?? 'OBJECTIVE',
})

/** Objectives by their preset, in the order of the tree. */
export function listUses(root: Objective | null): ReadonlyMap<number, readonly Objective[]> {
  const uses = new Map<number, Objective[]>()
  const visit = (objective: Objective) => {
    const { scoring_preset_id } = objective
    if (scoring_preset_id !== null) uses.set(scoring_preset_id, [...(uses.get(scoring_preset_id) ?? []), objective])
    for (const child of objective.children) visit(child)
  }
  if (root) visit(root)
  return uses
}
