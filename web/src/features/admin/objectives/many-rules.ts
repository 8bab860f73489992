import { maxRules, type Objective } from '@muster/contract/objectives'
import { listPresetIds } from '@muster/domain/objectives/preset-ids'

/** The effect of a chosen preset on the rules of an objective. */
export const ruleModes = ['replace', 'add', 'remove'] as const
export type RuleMode = (typeof ruleModes)[number]

export type Rules = Pick<Objective, 'scoring_preset_id' | 'further_preset_ids'>
type PresetId = NonNullable<Rules['scoring_preset_id']>

export const isRuleField = (field: string): field is keyof Rules =>
  field === 'scoring_preset_id' || field === 'further_preset_ids'

const toRules = ([first, ...further_preset_ids]: readonly PresetId[]): Rules => ({
  scoring_preset_id: first ?? null,
  further_preset_ids,
})

/**
 * The rules of an objective after a change. A preset that is added comes last; when the first one is removed, the next one is the
 * first.
 * @param preset_id null: replaces all rules by none
 */
export function changeRules(item: Rules, preset_id: PresetId | null, mode: RuleMode): Rules {
  if (preset_id === null) return toRules([])
  const before = listPresetIds(item)
  if (mode === 'replace') return toRules([preset_id])
  const others = before.filter((id) => id !== preset_id)
  if (mode === 'remove') return toRules(others)
  return toRules(others.length < before.length ? before : [...before, preset_id])
}

/** Why the server would refuse the rules; null if it would not. */
export const findRuleRefusal = (rules: Rules): string | null =>
  listPresetIds(rules).length > maxRules ? `has more than ${maxRules} presets` : null
