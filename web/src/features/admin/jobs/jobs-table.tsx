import './jobs.css'
import '../../../messages/admin-jobs.ts'
import type { Event } from '@muster/contract/events'
import { asksGame, type JobType, jobTypes, type RecurringJob } from '@muster/contract/jobs'
import { findJobProblem } from '@muster/domain/events/job-problems'
import { useState } from 'react'
import { useReadsGame, useServerNow } from '../../../api/live/clock.ts'
import { openOnly, useReopening } from '../../../api/drafts/use-draft.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatSpan } from '../../../lib/time/span.ts'
import { formatFull } from '../../../lib/time/time.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { type DataColumn, DataTable } from '../../../ui/layout/data-table.tsx'
import { Badge } from '../../../ui/marks/badge.tsx'
import { describeJob, findJobState, type JobState, stateMarks } from './job-state.ts'
import { JobDialog } from './job-dialog.tsx'
import { StopDialog } from './stop-dialog.tsx'

interface Asked {
  readonly job_type: JobType
  readonly to: 'start' | 'change' | 'stop'
}

interface JobsTableProps {
  event: Event
  jobs: readonly RecurringJob[]
  /** Without the columns for settings. */
  isShort?: boolean
}

/** Every job that an event can have, started or not, with its actions. */
export function JobsTable({ event, jobs, isShort = false }: JobsTableProps) {
  const now = useServerNow()
  const readsGame = useReadsGame() ?? true
  const [asked, setAsked] = useState<Asked | null>(null)
  useReopening({
    job: (id) => jobTypes.some((job_type) => openOnly(`${event.id}.${job_type}`, () => setAsked({ job_type, to: 'change' }))(id)),
  })
  const own = jobs.filter(({ event_id }) => event_id === event.id)
  const find = (job_type: JobType) => own.find((job) => job.job_type === job_type)
  // An overview leaves out jobs that the game does not offer.
  const shown = jobTypes.filter((job_type) => !isShort || find(job_type) || findJobProblem(job_type, event.game_version) === null)
  const rows = shown.map((job_type) => describeRow(job_type, find(job_type), event, now, readsGame))
  const act: DataColumn<JobRow> = {
    head: t('jobs.column.act'),
    isHeadHidden: true,
    cellClass: 'jobs-acts',
    show: (row) => {
      const { job_type, isWanted, isOffered } = row
      const ask = (to: Asked['to']) => (
        <Button
          size="small"
          aria-label={t(`jobs.${to}Title`, { job: t(`jobs.name.${job_type}`) })}
          onClick={() => setAsked({ job_type, to })}
        >
          {t(`jobs.${to}`)}
        </Button>
      )
      if (!isWanted) return isOffered && event.final_since === null && ask('start')
      return (
        <>
          {!isShort && ask('change')}
          {ask('stop')}
        </>
      )
    },
  }
  const close = () => setAsked(null)
  return (
    <>
      <DataTable
        className="jobs-table"
        columns={isShort ? [...about, act] : [...about, ...settings, act]}
        rows={rows}
        keyOf={(row) => row.job_type}
      />
      {asked?.to === 'stop' && <StopDialog event={event} job_type={asked.job_type} job={find(asked.job_type)} onClose={close} />}
      {(asked?.to === 'start' || asked?.to === 'change') && (
        <JobDialog
          event={event}
          job_type={asked.job_type}
          job={find(asked.job_type)}
          isNew={asked.to === 'start'}
          onClose={close}
        />
      )}
    </>
  )
}

/** A job with its current state. */
interface JobRow {
  readonly job_type: JobType
  readonly job: RecurringJob | undefined
  readonly state: JobState
  readonly isOffered: boolean
  readonly isWanted: boolean
  readonly now: number
}

function describeRow(job_type: JobType, job: RecurringJob | undefined, event: Event, now: number, readsGame: boolean): JobRow {
  const isOffered = findJobProblem(job_type, event.game_version) === null
  const state = findJobState(job, now, isOffered, readsGame || !asksGame(job_type))
  return { job_type, job, state, isOffered, isWanted: state !== 'stopped' && state !== 'not_offered', now }
}

/** A column filled only for jobs that should run, and can on this server. */
const whileWanted = (head: string, show: (row: JobRow) => string | undefined): DataColumn<JobRow> => ({
  head,
  isLabelled: true,
  cellClass: 'num',
  show: (row) => (row.isWanted && row.state !== 'no_client' ? show(row) : null),
})

const about: readonly DataColumn<JobRow>[] = [
  {
    head: t('jobs.column.job'),
    isName: true,
    show: ({ job_type }) => (
      <>
        {t(`jobs.name.${job_type}`)}
        <small className="jobs-does">{t(`jobs.does.${job_type}`)}</small>
      </>
    ),
  },
  { head: t('jobs.column.state'), show: ({ state }) => <Badge {...stateMarks[state]}>{t(`jobs.state.${state}`)}</Badge> },
  whileWanted(t('jobs.column.behind'), ({ job }) => describeDelay(job?.delay_seconds ?? null)),
  {
    head: t('jobs.column.words'),
    cellClass: 'jobs-words',
    show: ({ job_type, job, state }) => describeJob(job_type, job, state),
  },
]

const settings: readonly DataColumn<JobRow>[] = [
  whileWanted(t('jobs.column.next'), ({ job, now }) => describeNext(job?.next_run_at ?? null, now)),
  whileWanted(t('jobs.column.until'), ({ job }) => job && formatFull(Date.parse(job.end_date))),
  whileWanted(t('jobs.column.interval'), ({ job }) => job && describePause(job.sleep_after_each_run_seconds)),
]

function describeDelay(delay_seconds: number | null): string {
  if (delay_seconds === null) return t('jobs.unknown')
  return delay_seconds === 0 ? t('jobs.nothing') : formatSpan(delay_seconds * 1000)
}

function describeNext(next_run_at: string | null, now: number): string {
  if (next_run_at === null) return t('jobs.now')
  const ahead = Date.parse(next_run_at) - now
  return ahead < 1000 ? t('jobs.now') : t('jobs.inSpan', { span: formatSpan(ahead) })
}

const describePause = (seconds: number) => (seconds === 0 ? t('jobs.ownPause') : t('jobs.seconds', { count: seconds }))
