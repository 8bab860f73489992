import { z } from 'zod'
import { Activity, ActivityByUser, ActivityReport, ActivityThreshold } from '../activity.ts'
import { endpoint } from '../endpoint.ts'
import { byEvent, event_id, user_id } from './params.ts'

export const activityEndpoints = {
  getEventActivities: endpoint({
    method: 'GET',
    path: '/events/{event_id}/activity',
    tag: 'activity',
    access: ['admin'],
    event: 'visible',
    status: 200,
    params: byEvent,
    query: ActivityThreshold,
    reply: ActivityByUser,
    summary: 'How long everyone played, in milliseconds: sessions without a break longer than the threshold, added up',
  }),
  getActivityReport: endpoint({
    method: 'GET',
    path: '/events/{event_id}/activity/report',
    tag: 'activity',
    access: ['admin'],
    event: 'visible',
    status: 200,
    params: byEvent,
    query: ActivityThreshold,
    reply: ActivityReport,
    summary: 'How long every member of a team played and when they were last seen, with sums by team; most active first',
  }),
  getEventActivitiesForUser: endpoint({
    method: 'GET',
    path: '/events/{event_id}/activity/{user_id}',
    tag: 'activity',
    access: ['self', 'admin'],
    event: 'visible',
    status: 200,
    params: z.object({ event_id, user_id }),
    query: ActivityThreshold,
    reply: Activity,
    refusals: ['user_not_found'],
    summary: 'How long one user played, as a bare number of milliseconds',
  }),
} as const
