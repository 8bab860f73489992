import '../../../messages/admin-objective-changes.ts'
import '../../../messages/admin-objectives.ts'
import '../../../messages/admin.ts'
import { isCategory } from '@muster/domain/objectives/kinds'
import { useEvent } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import type { useAppForm } from '../../../ui/forms/form.tsx'
import { useZone } from '../kit/use-zone.ts'
import { type Definition, listBranch, listPath } from './definition.ts'
import { type ManyInput, readCount, readShift, shiftUnits } from './many-changes.ts'
import { ruleModes } from './many-rules.ts'

/** The type that `useWriteForm` returns; written out, because the library's type cannot be passed on. */
type ManyForm = ReturnType<
  typeof useAppForm<ManyInput, never, never, never, never, never, never, never, never, never, never, never>
>

interface ManyFieldsProps {
  form: ManyForm
  definition: Definition
  times: ManyInput['times']
  /** Whether a preset is chosen. */
  hasPreset: boolean
}

/** The fields that can be set for many objectives at once; each initially keeps the values as they are. */
export function ManyFields({ form, definition, times, hasPreset }: ManyFieldsProps) {
  const { zone, describe } = useZone(useEvent()?.time_zone)
  const categories = listBranch(definition.root).filter(({ item }) => isCategory(item))
  const time = { zone, describe, clearLabel: t('time.clear'), hasSeconds: true, help: ` ${t('many.timesHelp')}` }
  const keep = { value: 'keep', label: t('many.keep') } as const
  return (
    <>
      <form.AppField name="scoring_preset_id">
        {(field) => (
          <field.SelectField
            label={t('objectives.label.scoring_preset_id')}
            choices={[
              keep,
              { value: '', label: t('objectives.noPreset') },
              ...definition.presets
                .filter(({ type }) => type === 'OBJECTIVE')
                .map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
          />
        )}
      </form.AppField>
      {hasPreset && (
        <form.AppField name="rule_mode">
          {(field) => (
            <field.SelectField
              label={t('many.ruleMode')}
              choices={ruleModes.map((value) => ({ value, label: t(`many.ruleMode.${value}`) }))}
            />
          )}
        </form.AppField>
      )}
      <form.AppField name="parent_id">
        {(field) => (
          <field.SelectField
            label={t('many.into')}
            choices={[
              keep,
              ...categories.map((one) => ({
                value: String(one.item.id),
                label: [...listPath(one), one].map(({ item }) => item.name).join(' / '),
              })),
            ]}
          />
        )}
      </form.AppField>
      <div className="obj-pair">
        <form.AppField
          name="required_number"
          validators={{
            onChange: ({ value }) => (value.trim() === '' || readCount(value) !== null ? undefined : t('objectives.needsCount')),
          }}
        >
          {(field) => <field.NumberField label={t('objectives.label.required_number')} help={t('many.requiredHelp')} />}
        </form.AppField>
        <form.AppField name="hide_progress">
          {(field) => (
            <field.SelectField
              label={t('many.progress')}
              choices={[keep, { value: 'hide', label: t('many.progressHide') }, { value: 'show', label: t('many.progressShow') }]}
            />
          )}
        </form.AppField>
      </div>
      <form.AppField name="times">
        {(field) => (
          <field.SelectField
            label={t('many.times')}
            choices={[
              { value: 'keep', label: t('many.keepThem') },
              { value: 'set', label: t('many.timesSet') },
              { value: 'shift', label: t('many.timesShift') },
              { value: 'remove', label: t('many.timesRemove') },
            ]}
          />
        )}
      </form.AppField>
      {times === 'set' && (
        <>
          <form.AppField name="valid_from">
            {(field) => <field.TimeField label={t('objectives.label.valid_from')} {...time} />}
          </form.AppField>
          <form.AppField name="valid_to">
            {(field) => <field.TimeField label={t('objectives.label.valid_to')} {...time} />}
          </form.AppField>
        </>
      )}
      {times === 'shift' && (
        <div className="obj-pair">
          <form.AppField
            name="shift"
            validators={{ onChange: ({ value }) => (readShift(value) === null ? t('many.needsShift') : undefined) }}
          >
            {(field) => <field.NumberField label={t('many.shift')} />}
          </form.AppField>
          <form.AppField name="shift_unit">
            {(field) => (
              <field.SelectField
                label={t('many.shiftUnit')}
                choices={shiftUnits.map((value) => ({ value, label: t(`many.unit.${value}`) }))}
              />
            )}
          </form.AppField>
        </div>
      )}
    </>
  )
}
