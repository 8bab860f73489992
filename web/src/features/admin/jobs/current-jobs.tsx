import type { Event } from '@muster/contract/events'
import { JobsTable } from './jobs-table.tsx'
import { useJobs } from './use-jobs.ts'

/** The jobs of an event, as part of another page. */
export function CurrentJobs({ event }: { event: Event }) {
  return <JobsTable event={event} jobs={useJobs()} isShort />
}
