import '../../../messages/admin-objectives.ts'
import '../../../messages/admin.ts'
import { kindAggregations } from '@muster/domain/objectives/kind-aggregations'
import { aggregations as aggregationRows, defaultAggregation } from '@muster/domain/scoring/aggregations/index'
import type { GameVersion } from '@muster/contract/events'
import type { ScoringPreset } from '@muster/contract/scoring-presets'
import type { Aggregation } from '@muster/contract/objectives'
import { useStore } from '@tanstack/react-form'
import { useMemo } from 'react'
import { useWriteForm } from '../../../api/calls/write-form.tsx'
import { useDraft } from '../../../api/drafts/use-draft.ts'
import { t } from '../../../lib/text/messages.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Field, TextArea } from '../../../ui/forms/fields.tsx'
import { SelectControl } from '../../../ui/forms/select.tsx'
import { Segments } from '../../../ui/forms/toggles.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { DataTable } from '../../../ui/layout/data-table.tsx'
import { useCheck } from '../what-if/check-edits.tsx'
import { maxBulk, readBulk, writeBulk } from './bulk.ts'
import type { Node } from './definition.ts'
import { ItemSourceNote } from './item-source-note.tsx'

interface BulkProps {
  event_id: number
  parent: Node
  game_version: GameVersion
  presets: readonly ScoringPreset[]
  /** Whether points may change: stored items count for new objectives, too. */
  isRunning: boolean
  onCreated: (ids: readonly number[]) => void
  onClose: () => void
}

const shownRows = 50

const fresh = {
  text: '',
  field: 'NAME' as 'NAME' | 'BASE_TYPE',
  aggregation: defaultAggregation as Aggregation,
  scoring_preset_id: '',
}

/** Many item objectives at once, from a list or a table: previewed first, then created all or none. */
export function BulkDialog({ event_id, parent, game_version, presets, isRunning, onCreated, onClose }: BulkProps) {
  const existing = useMemo(() => parent.children.map(({ item }) => item.name), [parent])
  const { ask, send, dialog } = useCheck(event_id)
  const { form, formProps } = useWriteForm({
    draft: useDraft('bulk_objectives', `${event_id}.${parent.item.id}`, fresh, {
      isValid: (values) => kindAggregations.ITEM.includes(values.aggregation),
    }),
    send: async ({ text: list, ...terms }) => {
      const listed = readBulk(list, existing).rows
      const edits = writeBulk(listed, { parent_id: parent.item.id, ...terms })
      const title = t('objectives.bulkQuestion', { count: listed.length, name: parent.item.name })
      const agreed = isRunning ? await ask({ title, edits }) : { reason: '' }
      return agreed && send({ ...agreed, edits })
    },
    // A list typed meanwhile is the next one.
    readSaved: () => ({ values: fresh, version: 0 }),
    onSaved: ({ objective_ids }) => onCreated(Object.values(objective_ids)),
    onDone: onClose,
  })
  const { text, field, aggregation, scoring_preset_id } = useStore(form.store, ({ values }) => values)
  const { rows, dropped } = useMemo(() => readBulk(text, existing), [text, existing])
  const { isBusy } = formProps.attempt
  const isTooMany = rows.length > maxBulk
  const choices = [
    { value: 'NAME', label: t('objectives.bulkByName') },
    { value: 'BASE_TYPE', label: t('objectives.bulkByBase') },
  ] as const
  return (
    <Dialog
      title={t('objectives.bulkTitle', { name: parent.item.name })}
      isBusy={isBusy}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            {t('confirm.keep')}
          </Button>
          <Button
            kind="primary"
            isBusy={isBusy}
            disabled={rows.length === 0 || isTooMany}
            onClick={() => void formProps.onSubmit()}
          >
            {t('objectives.bulkCreate', { count: rows.length })}
          </Button>
        </>
      }
    >
      <div className="form">
        {formProps.notice}
        <ItemSourceNote game_version={game_version} />
        <Field
          label={t('objectives.bulkList')}
          hint={t('objectives.bulkHelp')}
          error={isTooMany ? t('objectives.bulkTooMany', { most: maxBulk }) : undefined}
        >
          <TextArea
            rows={8}
            value={text}
            spellCheck={false}
            onChange={(event) => form.setFieldValue('text', event.target.value)}
          />
        </Field>
        <div className="obj-bulk-terms">
          <div>
            <span className="field-label">{t('objectives.bulkField')}</span>
            <Segments
              label={t('objectives.bulkField')}
              value={field}
              choices={choices}
              onChange={(next) => form.setFieldValue('field', next)}
            />
          </div>
          <Field label={t('objectives.label.aggregation')}>
            <SelectControl
              value={aggregation}
              choices={kindAggregations.ITEM.map((value) => ({ value, label: aggregationRows[value].label }))}
              onChange={(next) => form.setFieldValue('aggregation', next)}
            />
          </Field>
          <Field label={t('objectives.label.scoring_preset_id')}>
            <SelectControl
              value={scoring_preset_id}
              choices={[
                { value: '', label: t('objectives.noPreset') },
                ...presets.filter(({ type }) => type === 'OBJECTIVE').map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
              onChange={(next) => form.setFieldValue('scoring_preset_id', next)}
            />
          </Field>
        </div>
        <BulkPreview rows={rows} dropped={dropped} field={field} />
        {formProps.problem}
      </div>
      {dialog}
    </Dialog>
  )
}

type PreviewProps = ReturnType<typeof readBulk> & Pick<typeof fresh, 'field'>

/** The objectives to be created, and the lines that are not. */
function BulkPreview({ rows, dropped, field }: PreviewProps) {
  return (
    <>
      {rows.length > 0 && (
        <div className="obj-bulk-preview">
          <DataTable
            rows={rows.slice(0, shownRows)}
            keyOf={({ name }) => name}
            columns={[
              { head: t('objectives.bulkObjective'), show: ({ name }) => <bdi>{name}</bdi> },
              {
                head: t(field === 'NAME' ? 'objectives.bulkNameIs' : 'objectives.bulkBaseIs'),
                show: ({ value }) => <bdi>{value}</bdi>,
              },
              { head: t('objectives.label.required_number'), cellClass: 'num', show: ({ required }) => required },
            ]}
          />
          {rows.length > shownRows && <p className="quieter">{t('objectives.bulkMore', { count: rows.length - shownRows })}</p>}
        </div>
      )}
      {dropped.length > 0 && (
        <ul className="obj-dropped">
          {dropped.slice(0, shownRows).map(({ text: name, why }, index) => (
            <li key={index}>
              <bdi>{name}</bdi>: {t(`objectives.dropped.${why}`)}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
