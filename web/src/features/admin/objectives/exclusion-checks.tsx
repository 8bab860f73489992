import '../../../messages/admin-objectives.ts'
import type { ItemField } from '@muster/contract/conditions'
import type { GameVersion } from '@muster/contract/events'
import { games } from '@muster/domain/events/games'
import { t } from '../../../lib/text/messages.ts'
import { Check } from '../../../ui/forms/fields.tsx'
import { type ConditionValue, nextKey } from './values.ts'

const excluded = ['IS_SPLIT', 'IS_MIRRORED'] as const

interface ExclusionProps {
  fields: readonly ItemField[]
  game_version: GameVersion
  conditions: readonly ConditionValue[]
  onChange: (conditions: readonly ConditionValue[]) => void
}

/** Copies of items that do not count: each choice is a condition. */
export function ExclusionChecks({ fields, game_version, conditions, onChange }: ExclusionProps) {
  const offered = excluded.filter((field) => fields.includes(field) && !games[game_version].absent_fields.has(field))
  return offered.map((field) => {
    const refuses = ({ any_of, operator, value, ...one }: ConditionValue) =>
      one.field === field && any_of === null && operator === 'EQ' && value === 'false'
    const refusal: ConditionValue = { key: nextKey(), id: null, field, operator: 'EQ', value: 'false', any_of: null }
    return (
      <Check
        key={field}
        label={t(`objectives.excludes.${field}`)}
        isOn={conditions.some(refuses)}
        onChange={(isOn) => onChange(isOn ? [...conditions, refusal] : conditions.filter((one) => !refuses(one)))}
      />
    )
  })
}
