import '../../../messages/admin-objectives.ts'
import '../../../messages/admin.ts'
import { maxEdits } from '@muster/contract/definition'
import { useState } from 'react'
import { useWriteForm } from '../../../api/calls/write-form.tsx'
import { useDraft } from '../../../api/drafts/use-draft.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Check } from '../../../ui/forms/fields.tsx'
import { Form, SubmitButton } from '../../../ui/forms/form.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { useEvent } from '../../../api/scores/event.ts'
import { useZone } from '../kit/use-zone.ts'
import { useCheck } from '../what-if/check-edits.tsx'
import { listBranch, type Node } from './definition.ts'

interface DatesProps {
  event_id: number
  node: Node
  /** Whether points may change. */
  isRunning: boolean
  /** @param nodes the changed nodes, in their state before */
  onSaved: (nodes: readonly Node[]) => void
  onClose: () => void
}

/** One window for everything below a category, or for its direct children. */
export function DatesDialog({ event_id, node, isRunning, onSaved, onClose }: DatesProps) {
  const { zone, describe } = useZone(useEvent()?.time_zone)
  const [isDeep, setDeep] = useState(false)
  const [isOwn, setOwn] = useState(false)
  const below = [...(isOwn ? [node] : []), ...(isDeep ? listBranch(node).slice(1) : node.children)]
  const ids = below.map(({ item }) => item.id as never)
  const isTooMany = ids.length > maxEdits
  const dated = below.filter(({ item }) => item.valid_from !== null || item.valid_to !== null).length
  const { ask, send, dialog } = useCheck(event_id)
  const { form, formProps } = useWriteForm({
    draft: useDraft('objective_dates', `${event_id}.${node.item.id}`, { valid_from: '', valid_to: '' }),
    wireNames: { valid_from: 'edits.0.valid_from', valid_to: 'edits.0.valid_to' },
    send: async ({ valid_from, valid_to }) => {
      const edits = [{ kind: 'set_dates' as const, ids, valid_from: valid_from || null, valid_to: valid_to || null }]
      const agreed = isRunning
        ? await ask({ title: t('objectives.datesTitle', { name: node.item.name }), edits })
        : { reason: '' }
      return agreed && send({ ...agreed, edits })
    },
    onSaved: () => onSaved(below),
    onDone: onClose,
  })
  const time = { zone, describe, clearLabel: t('time.clear'), hasSeconds: true }
  return (
    <Dialog title={t('objectives.datesTitle', { name: node.item.name })} onClose={onClose}>
      <Form
        {...formProps}
        buttons={
          <>
            <Button onClick={onClose}>{t('objectives.cancel')}</Button>
            <SubmitButton disabled={ids.length === 0 || isTooMany}>
              {t('objectives.datesSet', { count: ids.length })}
            </SubmitButton>
          </>
        }
      >
        <p>
          {t('objectives.datesText', { count: ids.length })}
          {dated > 0 && ` ${t('objectives.datesReplace', { count: dated })}`}
        </p>
        {isTooMany && <p className="field-error">{t('objectives.bulkTooMany', { most: formatCount(maxEdits) })}</p>}
        <Check label={t('objectives.datesDeep')} isOn={isDeep} onChange={setDeep} />
        {node.parent !== null && <Check label={t('objectives.datesOwn')} isOn={isOwn} onChange={setOwn} />}
        <form.AppField name="valid_from">
          {(field) => <field.TimeField label={t('objectives.label.valid_from')} {...time} />}
        </form.AppField>
        <form.AppField
          name="valid_to"
          validators={{
            onSubmit: ({ value, fieldApi }) => {
              const from = fieldApi.form.getFieldValue('valid_from')
              return value !== '' && from !== '' && Date.parse(value) < Date.parse(from) ? t('objectives.closesFirst') : undefined
            },
          }}
        >
          {(field) => <field.TimeField label={t('objectives.label.valid_to')} {...time} />}
        </form.AppField>
      </Form>
      {dialog}
    </Dialog>
  )
}
