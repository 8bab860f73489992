import '../../../messages/admin.ts'
import '../../../messages/admin-jobs.ts'
import type { Event } from '@muster/contract/events'
import type { JobType, RecurringJob } from '@muster/contract/jobs'
import { useServerNow } from '../../../api/live/clock.ts'
import { useWriteForm } from '../../../api/calls/write-form.tsx'
import { t } from '../../../lib/text/messages.ts'
import { formatFull } from '../../../lib/time/time.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Form, SubmitButton } from '../../../ui/forms/form.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { useZone } from '../kit/use-zone.ts'
import { renewJobs, setJob } from './use-jobs.ts'

interface JobDialogProps {
  event: Event
  job_type: JobType
  job: RecurringJob | undefined
  isNew: boolean
  onClose: () => void
}

const mostSeconds = 2 ** 31 - 1

/** Until when a job runs, and how long it rests between its rounds. */
export function JobDialog({ event, job_type, job, isNew, onClose }: JobDialogProps) {
  const now = useServerNow()
  const zone = useZone()
  const name = t(`jobs.name.${job_type}`)
  const { form, formProps } = useWriteForm({
    values: {
      end_date: !isNew && job ? job.end_date : event.event_end_time,
      sleep_after_each_run_seconds: String(job?.sleep_after_each_run_seconds ?? 0),
    },
    send: ({ end_date, sleep_after_each_run_seconds }) =>
      setJob(event, job_type, { end_date, sleep_after_each_run_seconds: Number(sleep_after_each_run_seconds) }),
    onDone: () => {
      renewJobs()
      showToast(t('jobs.started', { job: name }))
      onClose()
    },
  })
  return (
    <Dialog
      title={t(isNew ? 'jobs.startTitle' : 'jobs.changeTitle', { job: name })}
      closeLabel={t('close')}
      isOpen
      onOpenChange={(isOpen) => !isOpen && !formProps.attempt.isBusy && onClose()}
    >
      <Form
        {...formProps}
        buttons={
          <>
            <SubmitButton>{t(isNew ? 'jobs.start' : 'jobs.save')}</SubmitButton>
            <Button onClick={onClose}>{t('confirm.keep')}</Button>
          </>
        }
      >
        <form.AppField
          name="end_date"
          validators={{
            onSubmit: ({ value }) => {
              if (value === '') return t('jobs.untilRequired')
              return Date.parse(value) <= now ? t('jobs.untilPast') : undefined
            },
          }}
        >
          {(field) => (
            <field.TimeField
              {...zone}
              label={t('jobs.until')}
              help={t('jobs.untilHelp', { time: formatFull(Date.parse(event.event_end_time)) })}
            />
          )}
        </form.AppField>
        <form.AppField
          name="sleep_after_each_run_seconds"
          validators={{
            onSubmit: ({ value }) => (/^\d+$/.test(value) && Number(value) <= mostSeconds ? undefined : t('jobs.intervalWrong')),
          }}
        >
          {(field) => <field.NumberField label={t('jobs.interval')} help={t('jobs.intervalHelp')} />}
        </form.AppField>
      </Form>
    </Dialog>
  )
}
