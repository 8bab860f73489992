import '../../../messages/admin-objectives.ts'
import type { ConditionMappings } from '@muster/contract/condition-mappings'
import type { ScoringPreset } from '@muster/contract/scoring-presets'
import { numberRows } from '@muster/domain/characters/number-rows'
import { listConditionFields } from '@muster/domain/objectives/condition-fields'
import { objectiveKinds } from '@muster/domain/objectives/kinds'
import { aggregations } from '@muster/domain/scoring/aggregations/index'
import { t } from '../../../lib/text/messages.ts'
import { formatExact } from '../../../lib/time/time.ts'
import { ConflictNotice } from '../kit/conflict-notice.tsx'
import { describeConditions } from './condition-list.tsx'
import type { Values } from './values.ts'

interface EditConflictProps {
  mappings: ConditionMappings
  presets: readonly ScoringPreset[]
  base: Values
  theirs: Values
  mine: Values
  /** The values to continue with; nothing is saved yet. */
  onResolve: (values: Values) => void
}

/** Another organiser has saved the objective being edited: shows both versions in words, field by field. */
export function EditConflict({ mappings, presets, base, theirs, mine, onResolve }: EditConflictProps) {
  const known = new Set(theirs.conditions.map(({ id }) => id))
  return (
    <ConflictNotice<Values>
      base={base}
      theirs={theirs}
      mine={mine}
      nameField={(field) => t(`objectives.label.${field}`)}
      showValue={(field, value) => <bdi>{showValue(field, { ...theirs, [field]: value }, mappings, presets)}</bdi>}
      onResolve={(values) =>
        onResolve({
          ...values,
          // A condition deleted by the other organiser becomes a new one.
          conditions: values.conditions.map((one) => (known.has(one.id) ? one : { ...one, id: null })),
        })
      }
    />
  )
}

const showTime = (text: string) => (text === '' ? t('objectives.none') : formatExact(Date.parse(text)))

/** A value in words. */
export function showValue(
  field: keyof Values,
  values: Values,
  mappings: ConditionMappings,
  presets: readonly ScoringPreset[],
): string {
  const nameOf = (preset_id: string) => presets.find(({ id }) => String(id) === preset_id)?.name ?? t('objectives.noPreset')
  switch (field) {
    case 'conditions':
      return describeConditions(values.conditions, listConditionFields(values), mappings)
    case 'scoring_preset_id':
      return nameOf(values[field])
    case 'further_preset_ids':
      return values[field].map(nameOf).join(', ') || t('objectives.none')
    case 'finished_by':
      return t(`objectives.finishedBy.${values[field]}`)
    case 'valid_from':
    case 'valid_to':
      return showTime(values[field])
    case 'objective_type':
      return objectiveKinds[values[field]].label
    case 'number_field':
      return numberRows[values[field]].label
    case 'aggregation':
      return aggregations[values[field]].label
    case 'hide_progress':
      return t(values[field] ? 'objectives.yes' : 'objectives.no')
    case 'reports':
    case 'report_proof': {
      const choice = values[field]
      return choice === '' ? t('objectives.inherited') : t(`objectives.rule.${choice}`)
    }
    case 'extra':
    case 'name':
    case 'required_number':
    case 'players_from':
    case 'pieces_from':
      return values[field] || t('objectives.none')
  }
}
