import type { JobType, RecurringJob } from '@muster/contract/jobs'
import { useSuspenseQuery } from '@tanstack/react-query'
import { call } from '../../../api/calls/client.ts'
import { Failure } from '../../../api/calls/failure.ts'
import { eventInput, queryClient, read } from '../../../api/calls/queries.ts'
import type { Event } from '@muster/contract/events'

const refreshEvery_ms = 10_000

/** The jobs of all events, as they are now. */
export const useJobs = (): readonly RecurringJob[] =>
  useSuspenseQuery({ ...read('getJobs', {}), refetchInterval: refreshEvery_ms }).data

export const useChores = () => useSuspenseQuery({ ...read('getChores', {}), refetchInterval: refreshEvery_ms }).data

export const useStreamPosition = (event: Event) =>
  useSuspenseQuery({ ...read('getStreamPosition', eventInput(event.id)), refetchInterval: refreshEvery_ms }).data

/** What a change of a job shows in: the jobs, what is ready, and the log. */
export function renewJobs(): void {
  for (const name of ['getJobs', 'getEventReadiness', 'getAdminChanges', 'getStreamPosition'] as const)
    void queryClient.invalidateQueries({ queryKey: [name] })
}

/** What is set of a job. */
export type JobSettings = Pick<RecurringJob, 'end_date' | 'sleep_after_each_run_seconds'>

/**
 * Lets a job run until a time, or stops it with one that is not ahead.
 * @param base_version of the job that was seen, 0 where there was none; refused when somebody has set it meanwhile, and then the
 * jobs on the page are asked for again.
 */
export async function setJob(
  event: Event,
  job_type: JobType,
  { end_date, sleep_after_each_run_seconds }: JobSettings,
  base_version: number,
): Promise<RecurringJob> {
  const settings = { end_date, sleep_after_each_run_seconds, duration_in_seconds: null, base_version }
  try {
    return await call('startJob', { body: { event_id: event.id, job_type, ...settings } })
  } catch (failure) {
    if (failure instanceof Failure && failure.code === 'changed_meanwhile') renewJobs()
    throw failure
  }
}

/** The job as the server has it now; null when nobody has set it. */
export async function findJob(event: Event, job_type: JobType): Promise<RecurringJob | null> {
  const jobs = await call('getJobs', {})
  return jobs.find((job) => job.event_id === event.id && job.job_type === job_type) ?? null
}
