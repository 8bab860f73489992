import '../../../messages/admin-presets.ts'
import './presets.css'
import { nameLength, textLength } from '@muster/contract/body'
import { type ParameterKind, type ParameterName, presetParameters } from '@muster/contract/preset-parameters'
import { type ScoringPreset, scoringMethods } from '@muster/contract/scoring-presets'
import { readPays } from '@muster/domain/scoring/methods/index'
import { findMethodTexts } from '@muster/domain/scoring/methods/texts'
import { useStore } from '@tanstack/react-form'
import { useState } from 'react'
import { call } from '../../../api/calls/client.ts'
import { callWrite } from '../../../api/calls/writes.ts'
import { eventInput } from '../../../api/calls/queries.ts'
import { useWriteForm } from '../../../api/calls/write-form.tsx'
import { useDraft } from '../../../api/drafts/use-draft.ts'
import { type MessageKey, t } from '../../../lib/text/messages.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Form, SubmitButton } from '../../../ui/forms/form.tsx'
import { required } from '../../../ui/forms/required.ts'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { ConflictNotice } from '../kit/conflict-notice.tsx'
import { useConflict } from '../kit/use-conflict.ts'
import { FormSheet } from '../kit/form-sheet.tsx'
import { WhatIfPanel } from '../what-if/what-if-panel.tsx'
import { PointsCurve } from './points-curve.tsx'
import { maxPoints, readPoints } from './points-text.ts'
import {
  checkParameter,
  listTaken,
  parameterWireNames,
  type PresetValues,
  readCap,
  readParameters,
  readPreset,
  toPresetBody,
  usesCap,
} from './preset-values.ts'

const fresh: PresetValues = {
  name: '',
  description: '',
  scoring_method: scoringMethods[0],
  points: '',
  point_cap: '',
  ...readParameters(),
}

const choices = scoringMethods.map((value) => ({ value, label: findMethodTexts(value)?.label ?? value }))

function checkPoints(text: string): string | undefined {
  const { points, problems } = readPoints(text)
  if (problems.length > 0) return t('adminPresets.pointsWrong', { text: problems.slice(0, 3).join(', ') })
  if (points.length > maxPoints) return t('adminPresets.pointsTooMany', { most: maxPoints })
  return points.length === 0 ? t('adminPresets.pointsMissing') : undefined
}

const checkCap = (text: string) => (/^\d{0,10}$/.test(text.trim()) ? undefined : t('adminPresets.capWrong'))

/** How a kind of parameter is typed. */
const controls: Readonly<Record<ParameterKind, 'number' | 'text' | 'rows'>> = {
  count: 'number',
  percent: 'number',
  steps: 'text',
  lines: 'rows',
}
const isParameter = (field: string): field is ParameterName => Object.hasOwn(presetParameters, field)

interface PresetFormProps {
  event_id: number
  /** null for a new preset */
  preset: ScoringPreset | null
  /** Number of objectives that use it. */
  uses: number
  onClose: () => void
}

/** Creates or edits a preset: the method in its own words, and the points drawn while typing. */
export function PresetForm({ event_id, preset, uses, onClose }: PresetFormProps) {
  const title = preset ? t('adminPresets.editTitle', { name: preset.name, id: preset.id }) : t('adminPresets.createTitle')
  return (
    <FormSheet title={title} onClose={onClose}>
      <PresetFields event_id={event_id} preset={preset} uses={uses} onClose={onClose} />
    </FormSheet>
  )
}

function PresetFields({ event_id, preset: opened, uses, onClose }: PresetFormProps) {
  /** A new preset becomes the edited one as soon as it is saved. */
  const [preset, setPreset] = useState(opened)
  const draft = useDraft('preset', `${event_id}.${opened?.id ?? 'new'}`, opened ? readPreset(opened) : fresh, {
    version: opened?.version ?? 0,
  })
  const conflict = useConflict(draft, async () => {
    const presets = await call('getScoringPresetsForEvent', eventInput(event_id))
    const found = presets.find(({ id }) => id === preset?.id)
    return found ? { values: readPreset(found), version: found.version } : null
  })
  const { form, formProps } = useWriteForm({
    draft,
    send: (values: PresetValues) =>
      preset
        ? conflict.guard((version) =>
            callWrite('createScoringPreset', { ...eventInput(event_id), body: toPresetBody(values, preset, version) }),
          )
        : callWrite('createScoringPreset', { ...eventInput(event_id), body: toPresetBody(values, null) }),
    readSaved: (saved) => ({ id: `${event_id}.${saved.id}`, values: readPreset(saved), version: saved.version }),
    onSaved: (saved) => {
      showToast(t(preset ? 'adminPresets.saved' : 'adminPresets.created', { name: saved.name }))
      setPreset(saved)
    },
    onDone: onClose,
    wireNames: parameterWireNames,
  })
  const values = useStore(form.store, (state) => state.values)
  const method = findMethodTexts(values.scoring_method)
  const pays = readPays(values)
  const { points } = readPoints(values.points)
  const isWrong =
    checkPoints(values.points) !== undefined ||
    checkCap(values.point_cap) !== undefined ||
    listTaken(values).some((name) => checkParameter(name, values) !== undefined)
  const body = toPresetBody(values, preset)
  const isChanged = preset !== null && JSON.stringify(body) !== JSON.stringify(toPresetBody(readPreset(preset), preset))
  const edits = isChanged && !isWrong && body.name !== '' ? [{ kind: 'save_preset' as const, preset: body }] : []
  return (
    <>
      {conflict.theirs && (
        <ConflictNotice
          base={conflict.base.values}
          theirs={conflict.theirs.values}
          mine={values}
          nameField={(field) => (isParameter(field) ? presetParameters[field].label : t(`adminPresets.${field}` as MessageKey))}
          showValue={(field, value) =>
            (field === 'scoring_method' ? findMethodTexts(value)?.label : value) || t('adminPresets.nothing')
          }
          onResolve={(merged) => {
            conflict.resolve(merged)
            for (const [field, value] of Object.entries(merged)) form.setFieldValue(field as keyof PresetValues, value as never)
          }}
        />
      )}
      <Form
        {...formProps}
        buttons={
          <>
            <Button onClick={onClose}>{t('confirm.keep')}</Button>
            <SubmitButton>{t(preset ? 'adminPresets.save' : 'adminPresets.create')}</SubmitButton>
          </>
        }
      >
        <form.AppField name="name" validators={required(t('adminPresets.nameMissing'))}>
          {(field) => <field.TextField label={t('adminPresets.name')} maxLength={nameLength} dir="auto" autoComplete="off" />}
        </form.AppField>
        <form.AppField name="scoring_method">
          {(field) => <field.SelectField label={t('adminPresets.scoring_method')} choices={choices} help={method?.help} />}
        </form.AppField>
        <form.AppField name="points" validators={{ onSubmit: ({ value }) => checkPoints(value) }}>
          {(field) => (
            <field.TextAreaField
              label={t('adminPresets.points')}
              help={pays && t(`adminPresets.pointsHelp.${pays}`)}
              rows={3}
              spellCheck={false}
              autoComplete="off"
            />
          )}
        </form.AppField>
        {usesCap(values) && (
          <form.AppField name="point_cap" validators={{ onSubmit: ({ value }) => checkCap(value) }}>
            {(field) => <field.NumberField label={t('adminPresets.point_cap')} help={t('adminPresets.capHelp')} />}
          </form.AppField>
        )}
        {listTaken(values).map((name) => {
          const { kind, label, help } = presetParameters[name]
          return (
            <form.AppField
              key={name}
              name={name}
              validators={{ onSubmit: ({ fieldApi }) => checkParameter(name, fieldApi.form.state.values) }}
            >
              {(field) =>
                controls[kind] === 'number' ? (
                  <field.NumberField label={label} help={help} />
                ) : controls[kind] === 'text' ? (
                  <field.TextField label={label} help={help} autoComplete="off" />
                ) : (
                  <field.TextAreaField label={label} help={help} rows={4} spellCheck={false} autoComplete="off" />
                )
              }
            </form.AppField>
          )
        })}
        {pays && !isWrong && <PointsCurve points={points} pays={pays} cap={readCap(values.point_cap)} />}
        <form.AppField name="description">
          {(field) => <field.TextAreaField label={t('adminPresets.description')} maxLength={textLength} rows={2} />}
        </form.AppField>
        {preset && uses === 0 && <p className="quieter">{t('adminPresets.unused')}</p>}
        {preset && uses > 0 && <WhatIfPanel eventId={event_id} edits={edits} />}
      </Form>
    </>
  )
}
