import './jobs.css'
import '../../../messages/admin-jobs.ts'
import type { Event } from '@muster/contract/events'
import { type JobType, jobTypes, type RecurringJob } from '@muster/contract/jobs'
import { findJobProblem } from '@muster/domain/events/job-problems'
import { useState } from 'react'
import { useServerNow } from '../../../api/live/clock.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatSpan } from '../../../lib/time/span.ts'
import { formatFull } from '../../../lib/time/time.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Badge } from '../../../ui/marks/badge.tsx'
import { describeJob, findJobState, stateMarks } from './job-state.ts'
import { JobDialog } from './job-dialog.tsx'
import { StopDialog } from './stop-dialog.tsx'

const shortColumns = ['job', 'state', 'behind', 'words'] as const
const allColumns = [...shortColumns, 'next', 'until', 'interval'] as const

interface Asked {
  readonly job_type: JobType
  readonly to: 'start' | 'change' | 'stop'
}

interface JobsTableProps {
  event: Event
  jobs: readonly RecurringJob[]
  /** Without the columns that only settings need. */
  isShort?: boolean
}

/** Every job that an event can have, whether somebody started it or not, with what can be done about it. */
export function JobsTable({ event, jobs, isShort = false }: JobsTableProps) {
  const now = useServerNow()
  const [asked, setAsked] = useState<Asked | null>(null)
  const own = jobs.filter(({ event_id }) => event_id === event.id)
  const find = (job_type: JobType) => own.find((job) => job.job_type === job_type)
  // An overview need not list what there cannot be.
  const shown = jobTypes.filter((job_type) => !isShort || find(job_type) || findJobProblem(job_type, event.game_version) === null)
  const close = () => setAsked(null)
  return (
    <>
      <table className="table jobs-table">
        <thead>
          <tr>
            {(isShort ? shortColumns : allColumns).map((column) => (
              <th key={column} scope="col">
                {t(`jobs.column.${column}`)}
              </th>
            ))}
            <th scope="col">
              <span className="vh">{t('jobs.column.act')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((job_type) => (
            <Row
              key={job_type}
              job_type={job_type}
              job={find(job_type)}
              event={event}
              now={now}
              isShort={isShort}
              onAsk={(to) => setAsked({ job_type, to })}
            />
          ))}
        </tbody>
      </table>
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

interface RowProps {
  job_type: JobType
  job: RecurringJob | undefined
  event: Event
  now: number
  isShort: boolean
  onAsk: (to: Asked['to']) => void
}

function Row({ job_type, job, event, now, isShort, onAsk }: RowProps) {
  const isOffered = findJobProblem(job_type, event.game_version) === null
  const state = findJobState(job, now, isOffered)
  const { kind, icon } = stateMarks[state]
  const isWanted = state !== 'stopped' && state !== 'not_offered'
  const name = t(`jobs.name.${job_type}`)
  return (
    <tr>
      <th scope="row">
        {name}
        <small className="jobs-does">{t(`jobs.does.${job_type}`)}</small>
      </th>
      <td>
        <Badge kind={kind} icon={icon}>
          {t(`jobs.state.${state}`)}
        </Badge>
      </td>
      <td className="num" data-label={t('jobs.column.behind')}>
        {isWanted ? tellDelay(job?.delay_seconds ?? null) : null}
      </td>
      <td className="jobs-words">{describeJob(job_type, job, state)}</td>
      {!isShort && (
        <>
          <td className="num" data-label={t('jobs.column.next')}>
            {isWanted && tellNext(job?.next_run_at ?? null, now)}
          </td>
          <td className="num" data-label={t('jobs.column.until')}>
            {isWanted && job && formatFull(Date.parse(job.end_date))}
          </td>
          <td className="num" data-label={t('jobs.column.interval')}>
            {isWanted && job && tellPause(job.sleep_after_each_run_seconds)}
          </td>
        </>
      )}
      <td className="jobs-acts">
        {isWanted ? (
          <>
            {!isShort && (
              <Button size="small" aria-label={t('jobs.changeTitle', { job: name })} onClick={() => onAsk('change')}>
                {t('jobs.change')}
              </Button>
            )}
            <Button size="small" aria-label={t('jobs.stopTitle', { job: name })} onClick={() => onAsk('stop')}>
              {t('jobs.stop')}
            </Button>
          </>
        ) : (
          isOffered &&
          event.final_since === null && (
            <Button size="small" aria-label={t('jobs.startTitle', { job: name })} onClick={() => onAsk('start')}>
              {t('jobs.start')}
            </Button>
          )
        )}
      </td>
    </tr>
  )
}

function tellDelay(delay_seconds: number | null): string {
  if (delay_seconds === null) return t('jobs.unknown')
  return delay_seconds === 0 ? t('jobs.nothing') : formatSpan(delay_seconds * 1000)
}

function tellNext(next_run_at: string | null, now: number): string {
  if (next_run_at === null) return t('jobs.now')
  const ahead = Date.parse(next_run_at) - now
  return ahead < 1000 ? t('jobs.now') : t('jobs.inSpan', { span: formatSpan(ahead) })
}

const tellPause = (seconds: number) => (seconds === 0 ? t('jobs.ownPause') : t('jobs.seconds', { count: seconds }))
