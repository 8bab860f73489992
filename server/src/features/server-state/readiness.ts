import type { EventId } from '@muster/contract/ids'
import type { Lag, Readiness } from '@muster/contract/health'
import type { JobType, RecurringJob } from '@muster/contract/jobs'
import type { Clock } from '../../clock.ts'
import type { BuildBacklog } from '../../ingestion/characters/build-queue.ts'
import type { Mark, TaskRun } from './store.ts'

// Longest normal delays, in milliseconds of the wall clock; beyond them the responsible role is behind.

/** A takeover from a dead process takes seconds. */
const takeover_ms = 15_000
const failing_ms = 30_000
/** Polls queue for the game's limits, so a few minutes are normal. */
const poll_ms = 15 * 60_000
const jobLimits_ms: Partial<Record<JobType, number>> = { FetchStashChanges: 2 * 60_000, EvaluateStashChanges: 60_000 }
/** The game's stream never pauses for this long. */
const stream_ms = 10 * 60_000
const scores_ms = 30_000
const task_ms = 10 * 60_000
/** Builds of hundreds of characters may change together. */
const builds_ms = 15 * 60_000

/** The input of readiness. Times are milliseconds of the event clock, except for `feeds_behind_since`. */
export interface Observed {
  readonly jobs: readonly RecurringJob[]
  readonly tasks: readonly TaskRun[]
  /** The last moves of stream positions, for events whose stream is fetched. */
  readonly streams: readonly Mark[]
  /** The oldest ledger entries without scores. */
  readonly unscored: readonly Mark[]
  /** Null if no process calculates builds. */
  readonly builds: BuildBacklog | null
  readonly feeds_behind_since: number | null
  readonly hidden_events: ReadonlySet<EventId>
}

const roleOf = (behind: Lag[]) => ({ status: behind.length > 0 ? ('behind' as const) : ('ready' as const), behind })

/** Judges the observation. @param wall_now the moment of the wall clock that is `clock.now()` on the event clock */
export function judgeReadiness(observed: Observed, clock: Pick<Clock, 'now' | 'speed'>, wall_now: number): Readiness {
  const now = clock.now()
  const toAge = (at: number | null) => (at === null ? Number.POSITIVE_INFINITY : (now - at) / clock.speed)
  const lag = (part: string, event_id: EventId | null, reason: Lag['reason'], at: number | null): Lag => ({
    part,
    event_id: event_id !== null && observed.hidden_events.has(event_id) ? null : event_id,
    reason,
    since: at === null ? null : new Date(wall_now - toAge(at)).toISOString(),
  })

  function judgeJob(job: RecurringJob): Lag[] {
    if (Date.parse(job.end_date) <= now) return []
    const success_at = job.last_success_at === null ? null : Date.parse(job.last_success_at)
    const started_at = job.last_started_at === null ? null : Date.parse(job.last_started_at)
    if (!job.is_running)
      return toAge(started_at) > takeover_ms ? [lag(job.job_type, job.event_id, 'not_running', success_at ?? started_at)] : []
    if (job.away_since !== null) {
      const away_at = Date.parse(job.away_since)
      return toAge(away_at) > failing_ms ? [lag(job.job_type, job.event_id, 'away', away_at)] : []
    }
    if (job.failures_in_a_row > 0 && toAge(success_at) > failing_ms)
      return [lag(job.job_type, job.event_id, 'failing', success_at)]
    // A round that waits on the game's request shows when it continues.
    const delay_ms = job.next_run_at !== null && Date.parse(job.next_run_at) > now ? 0 : (job.delay_seconds ?? 0) * 1000
    const limit_ms = jobLimits_ms[job.job_type] ?? poll_ms
    return delay_ms / clock.speed > limit_ms ? [lag(job.job_type, job.event_id, 'late', now - delay_ms)] : []
  }

  function judgeTask({ name, last_success_at, last_error_at }: TaskRun): Lag[] {
    const isFailing = last_error_at !== null && last_error_at > (last_success_at ?? 0)
    return isFailing && toAge(last_success_at) > task_ms ? [lag(name, null, 'failing', last_success_at)] : []
  }

  const late = (part: string, marks: readonly Mark[], limit_ms: number): Lag[] =>
    marks.filter(({ at }) => toAge(at) > limit_ms).map(({ event_id, at }) => lag(part, event_id, 'late', at))

  const { feeds_behind_since } = observed
  const builds_waiting_since = observed.builds?.oldest_at?.getTime() ?? null
  const builds: Lag[] =
    toAge(builds_waiting_since ?? now) > builds_ms ? [lag('CalculateBuilds', null, 'late', builds_waiting_since)] : []
  const feeds: Lag[] =
    feeds_behind_since === null
      ? []
      : [{ part: 'feeds', event_id: null, reason: 'late', since: new Date(feeds_behind_since).toISOString() }]
  const roles = {
    http: roleOf(feeds),
    jobs: roleOf([
      ...observed.jobs.flatMap(judgeJob),
      ...late('stream', observed.streams, stream_ms),
      ...observed.tasks.flatMap(judgeTask),
      ...builds,
    ]),
    scoring: roleOf(late('scores', observed.unscored, scores_ms)),
  }
  return { status: Object.values(roles).some(({ status }) => status === 'behind') ? 'behind' : 'ready', roles }
}
