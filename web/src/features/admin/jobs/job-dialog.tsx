import '../../../messages/admin.ts'
import '../../../messages/admin-jobs.ts'
import type { Event } from '@muster/contract/events'
import type { JobType, RecurringJob } from '@muster/contract/jobs'
import { useStore } from '@tanstack/react-form'
import { useServerNow } from '../../../api/live/clock.ts'
import { useWriteForm } from '../../../api/calls/write-form.tsx'
import { useDraft } from '../../../api/drafts/use-draft.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatFull } from '../../../lib/time/time.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Form, SubmitButton } from '../../../ui/forms/form.tsx'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { ConflictNotice } from '../kit/conflict-notice.tsx'
import { FormDialog } from '../kit/form-sheet.tsx'
import { useConflict } from '../kit/use-conflict.ts'
import { useZone } from '../kit/use-zone.ts'
import { proposeJobEnd } from './propose-end.ts'
import { findJob, type JobSettings, setJob } from './use-jobs.ts'

interface JobDialogProps {
  event: Event
  job_type: JobType
  job: RecurringJob | undefined
  isNew: boolean
  onClose: () => void
}

const maxSeconds = 2 ** 31 - 1

interface Values {
  end_date: string
  sleep_after_each_run_seconds: string
}

const readJob = ({ end_date, sleep_after_each_run_seconds }: JobSettings): Values => ({
  end_date,
  sleep_after_each_run_seconds: String(sleep_after_each_run_seconds),
})

const labels = { end_date: 'jobs.until', sleep_after_each_run_seconds: 'jobs.interval' } as const

/** Sets a job's end and its pause between rounds. A change by another organiser is not overwritten. */
export function JobDialog(props: JobDialogProps) {
  const job = t(`jobs.name.${props.job_type}`)
  return (
    <FormDialog title={t(props.isNew ? 'jobs.startTitle' : 'jobs.changeTitle', { job })} onClose={props.onClose}>
      <JobForm {...props} />
    </FormDialog>
  )
}

function JobForm({ event, job_type, job, isNew, onClose }: JobDialogProps) {
  const now = useServerNow()
  const zone = useZone()
  const name = t(`jobs.name.${job_type}`)
  // For a stopped job, the proposed end is when everything found by the end of the event has been read.
  const proposed = { end_date: proposeJobEnd(event), sleep_after_each_run_seconds: job?.sleep_after_each_run_seconds ?? 0 }
  const draft = useDraft('job', `${event.id}.${job_type}`, readJob(!isNew && job ? job : proposed), {
    version: job?.version ?? 0,
  })
  const conflict = useConflict(draft, async () => {
    const found = await findJob(event, job_type)
    return found && { values: readJob(found), version: found.version }
  })
  const { form, formProps } = useWriteForm({
    draft,
    send: ({ end_date, sleep_after_each_run_seconds }: Values) =>
      conflict.guard((version) =>
        setJob(event, job_type, { end_date, sleep_after_each_run_seconds: Number(sleep_after_each_run_seconds) }, version),
      ),
    readSaved: (saved) => ({ values: readJob(saved), version: saved.version }),
    onSaved: () => showToast(t('jobs.started', { job: name })),
    onDone: onClose,
  })
  const values = useStore(form.store, (state) => state.values)
  return (
    <>
      {conflict.theirs && (
        <ConflictNotice<Values>
          base={conflict.base.values}
          theirs={conflict.theirs.values}
          mine={values}
          nameField={(field) => t(labels[field])}
          showValue={(field, value) => (field === 'end_date' ? formatFull(Date.parse(value)) : value)}
          onResolve={(merged) => {
            conflict.resolve(merged)
            for (const field of Object.keys(merged) as (keyof Values)[]) form.setFieldValue(field, merged[field])
          }}
        />
      )}
      <Form
        {...formProps}
        buttons={
          <>
            <Button onClick={onClose}>{t('confirm.keep')}</Button>
            <SubmitButton>{t(isNew ? 'jobs.start' : 'jobs.save')}</SubmitButton>
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
            onSubmit: ({ value }) => (/^\d+$/.test(value) && Number(value) <= maxSeconds ? undefined : t('jobs.intervalWrong')),
          }}
        >
          {(field) => <field.NumberField label={t('jobs.interval')} help={t('jobs.intervalHelp')} />}
        </form.AppField>
      </Form>
    </>
  )
}
