import './jobs.css'
import '../../../messages/admin.ts'
import '../../../messages/admin-jobs.ts'
import type { Event } from '@muster/contract/events'
import { jobTypes } from '@muster/contract/jobs'
import { findJobProblem } from '@muster/domain/events/job-problems'
import { readEventTitle } from '@muster/domain/events/title'
import { DataBlock } from '../../../api/calls/data-block.tsx'
import { WriteProblem } from '../../../api/calls/write-problem.tsx'
import { useWrite } from '../../../api/calls/writes.ts'
import { useReadsGame, useServerNow } from '../../../api/live/clock.ts'
import { useEvent, useEvents } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Empty, SkeletonRows } from '../../../ui/layout/states.tsx'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { AdminPage } from '../kit/admin-page.tsx'
import { FinalNote } from '../kit/final-note.tsx'
import { ScheduledTasksTable } from './scheduled-tasks-table.tsx'
import { JobsTable } from './jobs-table.tsx'
import { proposeJobEnd } from './propose-end.ts'
import { StreamPosition } from './stream-position.tsx'
import { setJob, useJobs } from './use-jobs.ts'

/** Jobs that read the game for the selected event, and the server's scheduled tasks. */
export function JobsPage() {
  const event = useEvent()
  const readsGame = useReadsGame() ?? true
  const title = t('jobs.title')
  return (
    <AdminPage title={title} lead={event && t('jobs.lead', { event: readEventTitle(event.name) })}>
      {event === null ? (
        <Empty title={t('admin.noEventTitle')} text={t('admin.noEventText')} />
      ) : (
        <>
          <FinalNote event={event} />
          <DataBlock title={title} note={t('jobs.checked')} loading={<SkeletonRows rows={5} height={56} label={t('loading')} />}>
            <Jobs event={event} />
          </DataBlock>
          {readsGame && event.final_since === null && findJobProblem('FetchStashChanges', event.game_version) === null && (
            <DataBlock title={t('jobs.stream')} loading={<SkeletonRows rows={2} height={40} label={t('loading')} />}>
              <StreamPosition event={event} />
            </DataBlock>
          )}
        </>
      )}
      <DataBlock
        title={t('tasks.title')}
        note={t('tasks.note')}
        loading={<SkeletonRows rows={3} height={56} label={t('loading')} />}
      >
        <ScheduledTasksTable />
      </DataBlock>
    </AdminPage>
  )
}

function Jobs({ event }: { event: Event }) {
  const jobs = useJobs()
  return (
    <>
      {event.final_since === null && <StartAll event={event} jobs={jobs} />}
      <JobsTable event={event} jobs={jobs} />
      <Elsewhere event={event} jobs={jobs} />
    </>
  )
}

type Jobs = ReturnType<typeof useJobs>

/** One button for the evening before: starts all jobs that the game offers, until everything found in time has been read. */
function StartAll({ event, jobs }: { event: Event; jobs: Jobs }) {
  const now = useServerNow(10_000)
  const end_date = proposeJobEnd(event)
  const isWanted = (job_type: string) =>
    jobs.some((job) => job.event_id === event.id && job.job_type === job_type && Date.parse(job.end_date) > now)
  const missing = jobTypes.filter((job_type) => findJobProblem(job_type, event.game_version) === null && !isWanted(job_type))
  const write = useWrite(
    async () => {
      for (const job_type of missing) {
        const known = jobs.find((job) => job.event_id === event.id && job.job_type === job_type)
        const sleep_after_each_run_seconds = known?.sleep_after_each_run_seconds ?? 0
        await setJob(event, job_type, { end_date, sleep_after_each_run_seconds }, known?.version ?? 0)
      }
      return missing.length
    },
    {
      onDone: (count) => {
        showToast(t('jobs.startedAll', { count }))
      },
    },
  )
  if (missing.length < 2 || Date.parse(end_date) <= now) return null
  return (
    <div className="jobs-start-all">
      <Button kind="primary" isBusy={write.is_busy} onClick={() => write.run(undefined)}>
        {t('jobs.startAll')}
      </Button>
      <WriteProblem write={write} />
    </div>
  )
}

function Elsewhere({ event, jobs }: { event: Event; jobs: Jobs }) {
  const now = useServerNow(10_000)
  const events = useEvents()
  const others = jobs.filter((job) => job.event_id !== event.id && Date.parse(job.end_date) > now)
  if (others.length === 0) return null
  const names = [...new Set(others.map(({ event_id }) => event_id))].map((id) =>
    readEventTitle(events.find((one) => one.id === id)?.name ?? String(id)),
  )
  return <p className="jobs-elsewhere">{t('jobs.elsewhere', { count: others.length, events: names.join(', ') })}</p>
}
