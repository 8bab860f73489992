import type { JobType, RecurringJob } from '@muster/contract/jobs'
import { useSuspenseQuery } from '@tanstack/react-query'
import { call } from '../../../api/calls/client.ts'
import { callWrite } from '../../../api/calls/writes.ts'
import { eventInput, read } from '../../../api/calls/queries.ts'
import type { Event } from '@muster/contract/events'

const refreshEvery_ms = 10_000

/** The jobs of all events, in their current state. */
export const useJobs = (): readonly RecurringJob[] =>
  useSuspenseQuery({ ...read('getJobs', {}), refetchInterval: refreshEvery_ms }).data

export const useScheduledTasks = () =>
  useSuspenseQuery({ ...read('getScheduledTasks', {}), refetchInterval: refreshEvery_ms }).data

export const useStreamPosition = (event: Event) =>
  useSuspenseQuery({ ...read('getStreamPosition', eventInput(event.id)), refetchInterval: refreshEvery_ms }).data

/** Settings of a job. */
export type JobSettings = Pick<RecurringJob, 'end_date' | 'sleep_after_each_run_seconds'>

/**
 * Lets a job run until a time, or stops it with a past one.
 * @param base_version version of the job shown, 0 if there was none; refused if another organiser has set it meanwhile.
 */
export function setJob(
  event: Event,
  job_type: JobType,
  { end_date, sleep_after_each_run_seconds }: JobSettings,
  base_version: number,
): Promise<RecurringJob> {
  const settings = { end_date, sleep_after_each_run_seconds, duration_in_seconds: null, base_version }
  return callWrite('startJob', { body: { event_id: event.id, job_type, ...settings } })
}

/** The job's current state on the server; null if it was never set. */
export async function findJob(event: Event, job_type: JobType): Promise<RecurringJob | null> {
  const jobs = await call('getJobs', {})
  return jobs.find((job) => job.event_id === event.id && job.job_type === job_type) ?? null
}
