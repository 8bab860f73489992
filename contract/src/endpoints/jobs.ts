import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { JobCreate, RecurringJob } from '../jobs.ts'

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
    refusals: ['event_not_found'],
    summary: 'Starts a job until the given time; a time that is not in the future stops it',
  }),
} as const
