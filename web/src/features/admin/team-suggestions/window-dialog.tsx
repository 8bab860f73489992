import '../../../messages/admin.ts'
import '../../../messages/admin-plan.ts'
import { type TimeWindow, timeWindowNameLength } from '@muster/contract/suggestions'
import { useWriteForm } from '../../../api/calls/write-form.tsx'
import { useDraft } from '../../../api/drafts/use-draft.ts'
import { useEvent } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Form, SubmitButton } from '../../../ui/forms/form.tsx'
import { required } from '../../../ui/forms/required.ts'
import { FormDialog } from '../kit/form-sheet.tsx'
import { useZone } from '../kit/use-zone.ts'

interface WindowDialogProps {
  /** The window to change; null for a new one. */
  window: TimeWindow | null
  onSave: (window: TimeWindow) => Promise<void>
  onClose: () => void
}

/** The id of its draft; windows have no other name. */
export const idOfWindow = (event_id: number | undefined, window: TimeWindow | null) => `${event_id}.${window?.name ?? ' new'}`

/** Name and times of a time window. */
export function WindowDialog({ window, onSave, onClose }: WindowDialogProps) {
  return (
    <FormDialog title={t(window ? 'leadPlan.windowChange' : 'leadPlan.windowNew')} onClose={onClose}>
      <Fields window={window} onSave={onSave} onClose={onClose} />
    </FormDialog>
  )
}

const orNull = (text: string) => (text === '' ? null : text)

function Fields({ window, onSave, onClose }: WindowDialogProps) {
  const zone = useZone()
  const { form, formProps } = useWriteForm({
    draft: useDraft('time_window', idOfWindow(useEvent()?.id, window), {
      name: window?.name ?? '',
      starts_at: window?.starts_at ?? '',
      ends_at: window?.ends_at ?? '',
    }),
    send: async ({ name, starts_at, ends_at }) => {
      await onSave({ name: name.trim(), starts_at: orNull(starts_at), ends_at: orNull(ends_at) })
      return true
    },
    onDone: onClose,
  })
  return (
    <Form
      {...formProps}
      buttons={
        <>
          <Button onClick={onClose}>{t('confirm.keep')}</Button>
          <SubmitButton>{t('leadPlan.save')}</SubmitButton>
        </>
      }
    >
      <form.AppField name="name" validators={required(t('leadPlan.windowNameRequired'))}>
        {(field) => (
          <field.TextField
            label={t('leadPlan.windowName')}
            help={t('leadPlan.windowNameHelp')}
            maxLength={timeWindowNameLength}
          />
        )}
      </form.AppField>
      <form.AppField name="starts_at">
        {(field) => (
          <field.TimeField
            {...zone}
            label={t('leadPlan.windowFrom')}
            help={t('leadPlan.windowFromHelp')}
            clearLabel={t('time.clear')}
          />
        )}
      </form.AppField>
      <form.AppField
        name="ends_at"
        validators={{
          onSubmit: ({ value, fieldApi }) => {
            const starts_at = fieldApi.form.getFieldValue('starts_at')
            const isWrong = value !== '' && starts_at !== '' && Date.parse(value) <= Date.parse(starts_at)
            return isWrong ? t('leadPlan.windowToWrong') : undefined
          },
        }}
      >
        {(field) => (
          <field.TimeField
            {...zone}
            label={t('leadPlan.windowTo')}
            help={t('leadPlan.windowToHelp')}
            clearLabel={t('time.clear')}
          />
        )}
      </form.AppField>
    </Form>
  )
}
