import '../../../messages/admin.ts'
import '../../../messages/admin-jobs.ts'
import type { Event } from '@muster/contract/events'
import type { JobType, RecurringJob } from '@muster/contract/jobs'
import { useServerNow } from '../../../api/live/clock.ts'
import { useWrite } from '../../../api/calls/writes.ts'
import { t } from '../../../lib/text/messages.ts'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { ConfirmChange } from '../kit/confirm-change.tsx'
import { setJob } from './use-jobs.ts'

interface StopDialogProps {
  event: Event
  job_type: JobType
  job: RecurringJob | undefined
  onClose: () => void
}

/** Stopping loses the game's data of the meantime, as the question says. Undo starts the job with its previous settings. */
export function StopDialog({ event, job_type, job, onClose }: StopDialogProps) {
  const now = useServerNow()
  const name = t(`jobs.name.${job_type}`)
  const sleep_after_each_run_seconds = job?.sleep_after_each_run_seconds ?? 0
  const write = useWrite(
    () => setJob(event, job_type, { end_date: new Date(now).toISOString(), sleep_after_each_run_seconds }, job?.version ?? 0),
    {
      onDone: (stopped) => {
        const undo = () => {
          if (!job) return
          setJob(event, job_type, job, stopped.version).then(
            () => {
              showToast(t('undo.done'))
            },
            (failure: unknown) => showToast(failure instanceof Error ? failure.message : t('failure.ours'), { kind: 'bad' }),
          )
        }
        showToast(t('jobs.stopped', { job: name }), { action: { label: t('undo.act'), run: undo } })
        onClose()
      },
    },
  )
  return (
    <ConfirmChange
      title={t('jobs.stopTitle', { job: name })}
      actLabel={t('jobs.stopNow')}
      write={write}
      onAct={() => write.run(undefined)}
      onClose={onClose}
    >
      <p>{t(`jobs.consequence.${job_type}`)}</p>
    </ConfirmChange>
  )
}
