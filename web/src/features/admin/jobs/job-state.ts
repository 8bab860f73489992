import '../../../messages/admin-jobs.ts'
import type { JobType, RecurringJob } from '@muster/contract/jobs'
import { findJobNeed } from '@muster/domain/events/job-problems'
import { t } from '../../../lib/text/messages.ts'
import { formatSpan } from '../../../lib/time/span.ts'
import { formatFull } from '../../../lib/time/time.ts'
import type { BadgeKind } from '../../../ui/marks/badge.tsx'
import type { IconName } from '../../../ui/marks/icon.tsx'

export type JobState = 'running' | 'away' | 'retries' | 'waits' | 'stopped' | 'not_offered' | 'no_client'

export const stateMarks = {
  running: { kind: 'good', icon: 'check' },
  away: { kind: 'plain', icon: 'clock' },
  retries: { kind: 'bad', icon: 'retry' },
  waits: { kind: 'bad', icon: 'warning' },
  stopped: { kind: 'plain', icon: 'close' },
  not_offered: { kind: 'plain', icon: 'minus' },
  no_client: { kind: 'plain', icon: 'clock' },
} as const satisfies Record<JobState, { kind: BadgeKind; icon: IconName }>

/**
 * State of a job; `waits` if it should run, but no process has it.
 * @param isOffered whether the event's game offers the job's data.
 * @param hasClient whether the server has the client that the job needs.
 */
export function findJobState(job: RecurringJob | undefined, now: number, isOffered: boolean, hasClient = true): JobState {
  if (job === undefined || Date.parse(job.end_date) <= now) return isOffered ? 'stopped' : 'not_offered'
  if (!hasClient) return 'no_client'
  if (!job.is_running) return 'waits'
  if (job.away_since !== null) return 'away'
  return job.failures_in_a_row > 0 ? 'retries' : 'running'
}

/** Describes a job in a sentence or two. */
export function describeJob(job_type: JobType, job: RecurringJob | undefined, state: JobState): string {
  const need = findJobNeed(job_type)
  if (state === 'not_offered' && need !== undefined) return t(`jobs.instead.${need}`)
  if (state === 'no_client') return t('jobs.words.no_client')
  if (job === undefined) return t('jobs.words.never')
  if (job.failures_in_a_row > 0 && job.last_error !== null && state !== 'stopped')
    return t('jobs.words.fails', { count: job.failures_in_a_row, error: job.last_error })
  if (state === 'away' && job.away_since !== null) return t('jobs.words.away', { time: formatFull(Date.parse(job.away_since)) })
  if (state === 'waits') return t('jobs.words.waits')
  const { last_success_at } = job
  if (last_success_at === null) return t(state === 'stopped' ? 'jobs.words.stoppedNever' : 'jobs.words.first')
  const time = formatFull(Date.parse(last_success_at))
  if (state === 'stopped') return t('jobs.words.stopped', { time })
  const took_ms = Date.parse(last_success_at) - Date.parse(job.last_started_at ?? last_success_at)
  // Less than a second is not worth mentioning; a round in progress started after the last success.
  return took_ms < 1000 ? t('jobs.words.fine', { time }) : t('jobs.words.fineTook', { time, span: formatSpan(took_ms) })
}
