import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ScheduledTaskState, JobCreate, RecurringJob } from '../jobs.ts'
import { StreamMove, StreamMoved, StreamPosition } from '../stream-position.ts'
import { byEvent } from './params.ts'

export const jobsEndpoints = {
  getJobs: endpoint({
    method: 'GET',
    path: '/jobs',
    tag: 'jobs',
    access: ['admin'],
    event: 'none',
    status: 200,
    reply: z.array(RecurringJob),
    summary: 'The background jobs of all events with their state, including finished ones',
  }),
  startJob: endpoint({
    method: 'POST',
    path: '/jobs',
    tag: 'jobs',
    access: ['admin'],
    event: 'none',
    status: 201,
    body: JobCreate,
    reply: RecurringJob,
    refusals: ['event_final', 'event_not_found', 'changed_meanwhile'],
    summary: 'Starts a job until the given time; a time that is not in the future stops it',
  }),
  getScheduledTasks: endpoint({
    method: 'GET',
    path: '/jobs/scheduled-tasks',
    tag: 'jobs',
    access: ['admin'],
    event: 'none',
    status: 200,
    reply: z.array(ScheduledTaskState),
    summary: 'The scheduled tasks that belong to no event, with their state',
  }),
  getStreamPosition: endpoint({
    method: 'GET',
    path: '/events/{event_id}/stream-position',
    tag: 'jobs',
    access: ['admin'],
    event: 'visible',
    status: 200,
    params: byEvent,
    reply: StreamPosition,
    summary: 'The position in the public stash stream, and the earlier positions it can be reset to',
  }),
  moveStream: endpoint({
    method: 'PUT',
    path: '/events/{event_id}/stream-position',
    tag: 'jobs',
    access: ['admin'],
    event: 'visible',
    status: 200,
    params: byEvent,
    body: StreamMove,
    reply: StreamMoved,
    refusals: ['provider_unavailable'],
    needs_raw_data: true,
    summary: 'Continues the stream from its end, or from its position at a given time; skipped data is recorded as a gap',
  }),
} as const
