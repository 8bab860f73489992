import { z } from 'zod'
import { callsOf } from './calls-of.ts'
import { ScheduledTaskState, JobCreate, RecurringJob } from '../jobs.ts'
import { StreamMove, StreamMoved, StreamPosition } from '../stream-position.ts'

const { GET, PUT, POST } = callsOf('jobs')

export const jobsEndpoints = {
  getJobs: GET('/jobs', {
    keys: null,
    access: ['admin'],
    reply: z.array(RecurringJob),
    summary: 'The background jobs of all events with their state, including finished ones',
  }),
  startJob: POST('/jobs', {
    access: ['admin'],
    status: 201,
    body: JobCreate,
    reply: RecurringJob,
    refusals: ['event_final', 'event_not_found', 'changed_meanwhile'],
    summary: 'Starts a job until the given time; a time that is not in the future stops it',
  }),
  getScheduledTasks: GET('/jobs/scheduled-tasks', {
    keys: null,
    access: ['admin'],
    reply: z.array(ScheduledTaskState),
    summary: 'The scheduled tasks that belong to no event, with their state',
  }),
  getStreamPosition: GET('/events/{event_id}/stream-position', {
    keys: null,
    access: ['admin'],
    reply: StreamPosition,
    summary: 'The position in the public stash stream, and the earlier positions it can be reset to',
  }),
  moveStream: PUT('/events/{event_id}/stream-position', {
    access: ['admin'],
    body: StreamMove,
    reply: StreamMoved,
    refusals: ['provider_unavailable'],
    needs_raw_data: true,
    summary: 'Continues the stream from its end, or from its position at a given time; skipped data is recorded as a gap',
  }),
} as const
