import '../../../messages/admin.ts'
import '../../../messages/admin-jobs.ts'
import type { Event } from '@muster/contract/events'
import type { JobType, RecurringJob } from '@muster/contract/jobs'
import { useServerNow } from '../../../api/live/clock.ts'
import { t } from '../../../lib/text/messages.ts'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { ConfirmWrite, showUndo } from '../kit/confirm-write.tsx'
import { setJob } from './use-jobs.ts'

interface StopDialogProps {
  event: Event
  job_type: JobType
  job: RecurringJob | undefined
  onClose: () => void
}

/** Data that the game shows meanwhile is lost, as the question says. Undo starts the job with its previous settings. */
export function StopDialog({ event, job_type, job, onClose }: StopDialogProps) {
  const now = useServerNow()
  const name = t(`jobs.name.${job_type}`)
  const sleep_after_each_run_seconds = job?.sleep_after_each_run_seconds ?? 0
  return (
    <ConfirmWrite
      title={t('jobs.stopTitle', { job: name })}
      actLabel={t('jobs.stopNow')}
      send={() =>
        setJob(event, job_type, { end_date: new Date(now).toISOString(), sleep_after_each_run_seconds }, job?.version ?? 0)
      }
      done={(stopped) => {
        const title = t('jobs.stopped', { job: name })
        if (!job) return showToast(title)
        showUndo(
          title,
          () => setJob(event, job_type, job, stopped.version),
          (failure) => failure.message,
        )
      }}
      onClose={onClose}
    >
      <p>{t(`jobs.consequence.${job_type}`)}</p>
    </ConfirmWrite>
  )
}
