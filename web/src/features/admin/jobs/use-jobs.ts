import type { JobType, RecurringJob } from '@muster/contract/jobs'
import { useSuspenseQuery } from '@tanstack/react-query'
import { call } from '../../../api/calls/client.ts'
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

/** Lets a job run until a time, or stops it with one that is not ahead. */
export function setJob(
  event: Event,
  job_type: JobType,
  { end_date, sleep_after_each_run_seconds }: { end_date: string; sleep_after_each_run_seconds: number },
): Promise<RecurringJob> {
  const body = { event_id: event.id, job_type, end_date, duration_in_seconds: null, sleep_after_each_run_seconds }
  return call('startJob', { body })
}
