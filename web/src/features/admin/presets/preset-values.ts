import '../../../messages/admin-presets.ts'
import type { CallInput } from '@muster/contract/endpoint'
import type { Endpoints } from '@muster/contract/endpoints'
import type { Objective } from '@muster/contract/objectives'
import type { ScoringMethod, ScoringPreset } from '@muster/contract/scoring-presets'
import {
  parameterBounds,
  type ParameterName,
  parameterNames,
  parametersField,
  presetParameters,
  type PresetParameters,
} from '@muster/contract/preset-parameters'
import { listPresetProblems, readParameter, writeParameter } from '@muster/domain/objectives/preset-parameters'
import { methods, readPays } from '@muster/domain/scoring/methods/index'
import { listPresetIds } from '@muster/domain/objectives/preset-ids'
import { t } from '../../../lib/text/messages.ts'
import { readPoints, writePoints } from './points-text.ts'

export type PresetBody = CallInput<Endpoints['createScoringPreset']>['body']

/** Values of the preset form, with the API's field names; points, cap and parameters as typed. */
export interface PresetValues extends Record<ParameterName, string> {
  name: string
  description: string
  scoring_method: ScoringMethod
  points: string
  point_cap: string
}

/** All parameters as typed; empty texts without values. */
export const readParameters = (parameters?: PresetParameters) =>
  Object.fromEntries(parameterNames.map((name) => [name, writeParameter(name, parameters)])) as Record<ParameterName, string>

/** The names on the wire, by which a refusal finds its field. */
export const parameterWireNames = Object.fromEntries(parameterNames.map((name) => [name, `parameters.${name}`]))

/** The parameters that the method takes, in the order of the form. */
export const listTaken = ({ scoring_method }: Pick<PresetValues, 'scoring_method'>) =>
  parameterNames.filter((name) => methods[scoring_method].takes[name])

/** Parameters of other methods and unreadable ones are left out. */
function toParameters(values: PresetValues): PresetParameters {
  const read = listTaken(values).map((name) => [name, readParameter(name, values[name])] as const)
  return Object.fromEntries(read.filter(([, value]) => value !== null))
}

/** The error of a parameter as typed. */
export function checkParameter(name: ParameterName, values: PresetValues): string | undefined {
  if (values[name].trim() === '')
    return methods[values.scoring_method].takes[name] === 'required' ? t('adminPresets.parameterMissing') : undefined
  const { kind } = presetParameters[name]
  if (readParameter(name, values[name]) === null) return t(`adminPresets.parameterWrong.${kind}`, { ...parameterBounds[kind] })
  const { points } = readPoints(values.points)
  const preset = { scoring_method: values.scoring_method, points, parameters: toParameters(values) }
  const hasProblem = [...listPresetProblems(preset)].some(({ field }) => field === parameterWireNames[name])
  return hasProblem ? t('adminPresets.parameterCount', { count: points.length }) : undefined
}

export const readPreset = (preset: ScoringPreset): PresetValues => ({
  name: preset.name,
  description: preset.description,
  scoring_method: preset.scoring_method,
  points: writePoints(preset.points),
  point_cap: preset.point_cap === 0 ? '' : String(preset.point_cap),
  ...readParameters(preset.parameters),
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
  ...parametersField(toParameters(values)),
  // Decides for which objectives it can be chosen.
  type: methods[values.scoring_method].reads === 'children' ? 'CATEGORY' : 'OBJECTIVE',
})

/** Objectives by their preset, in the order of the tree. */
export function listUses(root: Objective | null): ReadonlyMap<number, readonly Objective[]> {
  const uses = new Map<number, Objective[]>()
  const visit = (objective: Objective) => {
    for (const id of listPresetIds(objective)) uses.set(id, [...(uses.get(id) ?? []), objective])
    for (const child of objective.children) visit(child)
  }
  if (root) visit(root)
  return uses
}
