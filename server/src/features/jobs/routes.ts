import type { JobCreate } from '@muster/contract/jobs'
import { findJobProblem } from '@muster/domain/events/job-problems'
import type { Handlers } from '../../call.ts'
import { Refusal } from '../../refusal.ts'
import { findEvent } from '../events/store.ts'
import { listJobs, upsertJob } from './store.ts'

function readEnd({ end_date, duration_in_seconds }: JobCreate, now: number): Date {
  if (end_date !== null && duration_in_seconds === null) return new Date(end_date)
  if (end_date === null && duration_in_seconds !== null) return new Date(now + duration_in_seconds * 1000)
  throw new Refusal('invalid_request', undefined, [{ field: 'end_date', problem: 'cannot be combined with duration_in_seconds' }])
}

export const jobRoutes = {
  getJobs: ({ ctx }) => listJobs(ctx.db, new Date(ctx.clock.now())),

  /** Everything that can be refused is refused before the job is written down (D-43). */
  startJob: async ({ ctx, body }) => {
    const now = ctx.clock.now()
    const end = readEnd(body, now)
    const event = await findEvent(ctx.db, body.event_id)
    if (!event) throw new Refusal('event_not_found')
    const problem = findJobProblem(body.job_type, event.game_version)
    // A job that cannot work can still be stopped.
    if (problem !== null && end.getTime() > now)
      throw new Refusal('invalid_request', problem, [{ field: 'job_type', problem: 'is not available for this game' }])
    await upsertJob(ctx.db, body, end)
    const jobs = await listJobs(ctx.db, new Date(now))
    const started = jobs.find((job) => job.event_id === event.id && job.job_type === body.job_type)
    if (!started) throw new Refusal('event_not_found')
    return started
  },
} satisfies Partial<Handlers>
