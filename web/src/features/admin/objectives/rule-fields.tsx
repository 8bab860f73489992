import '../../../messages/admin-objectives.ts'
import { type FinishRule, finishRules, maxRules, type ObjectiveType } from '@muster/contract/objectives'
import type { ScoringPreset } from '@muster/contract/scoring-presets'
import { isCategory } from '@muster/domain/objectives/kinds'
import { findMethodTexts } from '@muster/domain/scoring/methods/texts'
import { useContext } from 'react'
import { t } from '../../../lib/text/messages.ts'
import { Button, IconButton } from '../../../ui/forms/button.tsx'
import { Field } from '../../../ui/forms/fields.tsx'
import { AttemptContext } from '../../../ui/forms/form-context.ts'
import { SelectControl } from '../../../ui/forms/select.tsx'
import type { ObjectiveForm } from './use-objective-form.ts'

interface RuleFieldsProps {
  form: ObjectiveForm
  presets: readonly ScoringPreset[]
  objective_type: ObjectiveType
}

/** The scoring rules of an objective in their order, and with several of them, which one finishes it. */
export function RuleFields({ form, presets, objective_type }: RuleFieldsProps) {
  const usable = presets.filter(({ type }) => (type === 'CATEGORY') === isCategory({ objective_type }))
  const choices = usable.map(({ id, name, scoring_method }) => ({
    value: String(id),
    label: `${name} (${findMethodTexts(scoring_method)?.label ?? scoring_method})`,
  }))
  const none = { value: '', label: t('objectives.noPreset') }
  return (
    <form.Subscribe selector={({ values }) => [values.scoring_preset_id, values.further_preset_ids] as const}>
      {([first, further]) => (
        <>
          <form.AppField name="scoring_preset_id">
            {(field) => (
              <field.SelectField
                label={t('objectives.label.scoring_preset_id')}
                help={describePreset(presets.find(({ id }) => String(id) === first))}
                // Further rules need a first one.
                choices={further.length > 0 ? choices.filter(({ value }) => !further.includes(value)) : [none, ...choices]}
              />
            )}
          </form.AppField>
          <FurtherRules form={form} presets={usable} choices={choices} first={first} />
        </>
      )}
    </form.Subscribe>
  )
}

interface FurtherProps extends Pick<RuleFieldsProps, 'form' | 'presets'> {
  choices: readonly { value: string; label: string }[]
  /** The first rule; empty for none. */
  first: string
}

function FurtherRules({ form, presets, choices, first }: FurtherProps) {
  const { problemOf } = useContext(AttemptContext)
  return (
    <form.AppField name="further_preset_ids">
      {({ state: { value: further }, handleChange: change }) => {
        const isUsed = (id: string) => id === first || further.includes(id)
        const spare = choices.find(({ value }) => !isUsed(value))
        const swapFirst = (at: number) => {
          form.setFieldValue('scoring_preset_id', further[at] ?? '')
          change(further.with(at, first))
        }
        const moveUp = (at: number) => {
          const above = further[at - 1]
          if (above === undefined) swapFirst(at)
          else change(further.with(at - 1, further[at] ?? '').with(at, above))
        }
        return (
          <>
            {further.map((id, at) => (
              // By place: a choice changes the rule and keeps the focus.
              <div key={at} className="obj-rule">
                <Field
                  label={t('objectives.rule', { number: at + 2 })}
                  hint={describePreset(presets.find((preset) => String(preset.id) === id))}
                  error={problemOf('further_preset_ids', further, String(at))}
                >
                  <SelectControl
                    value={id}
                    choices={choices.filter(({ value }) => value === id || !isUsed(value))}
                    onChange={(next) => change(further.with(at, next))}
                  />
                </Field>
                <IconButton icon="up" label={t('objectives.ruleUp', { number: at + 2 })} onClick={() => moveUp(at)} />
                <IconButton
                  icon="close"
                  label={t('objectives.ruleRemove', { number: at + 2 })}
                  onClick={() => change(further.toSpliced(at, 1))}
                />
              </div>
            ))}
            {further.length > 0 && (
              <form.AppField name="finished_by">
                {(field) => (
                  <field.SelectField<FinishRule> label={t('objectives.label.finished_by')} choices={listFinishChoices()} />
                )}
              </form.AppField>
            )}
            {first !== '' && spare && further.length < maxRules - 1 && (
              <p>
                <Button kind="quiet" icon="plus" onClick={() => change([...further, spare.value])}>
                  {t('objectives.ruleAdd')}
                </Button>
              </p>
            )}
          </>
        )
      }}
    </form.AppField>
  )
}

const listFinishChoices = () => finishRules.map((value) => ({ value, label: t(`objectives.finishedBy.${value}`) }))

function describePreset(preset: ScoringPreset | undefined): string {
  if (!preset) return t('objectives.presetNone')
  return preset.description || (findMethodTexts(preset.scoring_method)?.help ?? '')
}
