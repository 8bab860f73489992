import type { ScoringPresetId } from '@muster/contract/ids'
import type { ScoringPresetCreate } from '@muster/contract/scoring-presets'
import { chooseKey } from '@muster/domain/definition-file/keys'
import { listPresetProblems } from '@muster/domain/objectives/preset-parameters'
import { listPresetIds } from '@muster/domain/objectives/preset-ids'
import { findPreset, insertPreset, listPresetKeys, removePreset, updatePreset } from '../features/scoring-presets/store.ts'
import { Refusal } from '../refusal.ts'
import { checkBase, type Done, type Draft, refuseProblems } from './draft.ts'

/**
 * Creates or edits a scoring preset.
 * @throws Refusal scoring_preset_not_found, changed_meanwhile, invalid_request
 */
export async function savePreset(
  draft: Draft,
  { id, base_version, ...columns }: ScoringPresetCreate,
): Promise<Done<ScoringPresetId>> {
  const { tx, event_id, presets } = draft
  const stored = id === null ? null : presets.get(id)
  if (stored === undefined) throw new Refusal('scoring_preset_not_found')
  if (stored) checkBase(draft.versions.presets.get(stored.id), base_version)
  refuseProblems([...listPresetProblems(columns)])
  const keys = await listPresetKeys(tx, event_id)
  if (keys.some((one) => one.file_key === columns.file_key && one.id !== id)) {
    refuseProblems([{ field: 'file_key', problem: 'is the key of another preset' }])
  }
  const made = () => chooseKey(columns.name, 'preset', null, new Set(keys.map(({ file_key }) => file_key)))
  const preset =
    id === null
      ? await insertPreset(tx, event_id, { ...columns, file_key: columns.file_key ?? made() })
      : await updatePreset(tx, id, columns)
  presets.set(preset.id, preset)
  return { id: preset.id, reason: `The preset "${preset.name}" was ${id === null ? 'added' : 'edited'}` }
}

/**
 * Deletes a scoring preset; from then on it gives no points. Deleting a deleted one succeeds (D-38); one of another event is
 * refused (D-11).
 * @throws Refusal scoring_preset_not_found, changed_meanwhile
 */
export async function deletePreset(
  draft: Draft,
  id: ScoringPresetId,
  base_version?: number | null,
): Promise<Done<ScoringPresetId>> {
  const { tx, objectives, presets } = draft
  const preset = presets.get(id)
  if (!preset) {
    if (await findPreset(tx, id)) throw new Refusal('scoring_preset_not_found')
    return { id, reason: null }
  }
  checkBase(draft.versions.presets.get(id), base_version)
  await removePreset(tx, id)
  presets.delete(id)
  const users = [...objectives.values()].filter((objective) => listPresetIds(objective).includes(id))
  for (const objective of users) {
    const [scoring_preset_id = null, ...further_preset_ids] = listPresetIds(objective).filter((one) => one !== id)
    objectives.set(objective.id, { ...objective, scoring_preset_id, further_preset_ids })
  }
  return { id, reason: `The preset "${preset.name}" was deleted (objectives that used it: ${users.length})` }
}
