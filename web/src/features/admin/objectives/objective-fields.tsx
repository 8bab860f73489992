import '../../../messages/admin-objectives.ts'
import '../../../messages/admin.ts'
import { type Aggregation, aggregations, type ObjectiveType } from '@muster/contract/objectives'
import type { GameVersion } from '@muster/contract/events'
import type { ScoringPreset } from '@muster/contract/scoring-presets'
import { numbersOf } from '@muster/domain/characters/number-rows'
import { kindAggregations } from '@muster/domain/objectives/kind-aggregations'
import { isCategory, listTypes, objectiveKinds } from '@muster/domain/objectives/kinds'
import { aggregations as aggregationRows } from '@muster/domain/scoring/aggregations/index'
import { t } from '../../../lib/text/messages.ts'
import { required } from '../../../ui/forms/required.ts'
import { useEvent } from '../../../api/scores/event.ts'
import { useZone } from '../kit/use-zone.ts'
import type { Node } from './definition.ts'
import { ExtraField } from './extra-field.tsx'
import { NumberFields } from './number-fields.tsx'
import { ReportRuleFields } from './report-rule-fields.tsx'
import { RuleFields } from './rule-fields.tsx'
import type { ObjectiveForm } from './use-objective-form.ts'

interface FieldsProps {
  form: ObjectiveForm
  presets: readonly ScoringPreset[]
  game_version: GameVersion
  hasChildren: boolean
  /** The category. */
  parent: Node
}

const isCount = ({ value }: { value: string }) => (/^[1-9]\d{0,14}$/.test(value.trim()) ? undefined : t('objectives.needsCount'))

const kindChoices = listTypes((objective) => !isCategory(objective)).map((value) => ({
  value,
  label: objectiveKinds[value].label,
}))

/** Name, scoring, points and dates of an objective. */
export function ObjectiveFields({ form, presets, game_version, hasChildren, parent }: FieldsProps) {
  const { zone, describe } = useZone(useEvent()?.time_zone)
  const time = { zone, describe, clearLabel: t('time.clear'), hasSeconds: true }
  return (
    <>
      <form.AppField name="name" validators={required(t('objectives.required'))}>
        {(field) => <field.TextField label={t('objectives.label.name')} maxLength={200} autoComplete="off" />}
      </form.AppField>
      <form.Subscribe selector={({ values }) => [values.name, isCategory(values)] as const}>
        {([name, hasParts]) => (
          <form.AppField name="extra">
            {() => <ExtraField name={name} isCategory={hasParts} game_version={game_version} parent={parent} />}
          </form.AppField>
        )}
      </form.Subscribe>
      <form.Subscribe selector={({ values }) => values.objective_type}>
        {(type) => (
          <>
            {!isCategory({ objective_type: type }) && !hasChildren && (
              <div className="obj-pair">
                <form.AppField name="objective_type" listeners={{ onChange: ({ value }) => fitTo(form, value) }}>
                  {(field) => <field.SelectField label={t('objectives.label.objective_type')} choices={kindChoices} />}
                </form.AppField>
                <NumberFields form={form} objective_type={type} game_version={game_version} />
              </div>
            )}
            {!isCategory({ objective_type: type }) && (
              <div className="obj-pair">
                <form.Subscribe selector={({ values }) => values.aggregation}>
                  {(aggregation) => (
                    <form.AppField name="aggregation">
                      {(field) => (
                        <field.SelectField
                          label={t('objectives.label.aggregation')}
                          help={aggregationRows[aggregation].help}
                          choices={aggregations
                            .filter((value) => kindAggregations[type].includes(value))
                            .map((value) => ({ value, label: aggregationRows[value].label }))}
                        />
                      )}
                    </form.AppField>
                  )}
                </form.Subscribe>
                <form.AppField name="required_number" validators={{ onSubmit: isCount }}>
                  {(field) => <field.NumberField label={t('objectives.label.required_number')} />}
                </form.AppField>
              </div>
            )}
            <RuleFields form={form} presets={presets} objective_type={type} />
          </>
        )}
      </form.Subscribe>
      <div className="obj-pair">
        <form.AppField name="valid_from">
          {(field) => <field.TimeField label={t('objectives.label.valid_from')} {...time} />}
        </form.AppField>
        <form.AppField
          name="valid_to"
          validators={{
            onSubmit: ({ value, fieldApi }) => {
              const from = fieldApi.form.getFieldValue('valid_from') as string
              return value !== '' && from !== '' && Date.parse(value) < Date.parse(from) ? t('objectives.closesFirst') : undefined
            },
          }}
        >
          {(field) => <field.TimeField label={t('objectives.label.valid_to')} {...time} />}
        </form.AppField>
      </div>
      <form.AppField name="hide_progress">
        {(field) => <field.CheckField label={t('objectives.label.hide_progress')} />}
      </form.AppField>
      <form.Subscribe selector={({ values }) => values.objective_type}>
        {(type) => <ReportRuleFields form={form} objective_type={type} parent={parent} />}
      </form.Subscribe>
    </>
  )
}

/** Resets number and scoring method to the first ones that fit the new kind. */
function fitTo(form: ObjectiveForm, type: ObjectiveType): void {
  const numbers = numbersOf[type]
  const { number_field, aggregation } = form.state.values
  if (!numbers.includes(number_field)) form.setFieldValue('number_field', numbers[0])
  if (!kindAggregations[type].includes(aggregation)) form.setFieldValue('aggregation', kindAggregations[type][0] as Aggregation)
}
