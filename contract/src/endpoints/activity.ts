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
    summary: "Every player's time played, in milliseconds: the sum of sessions without a break longer than the threshold",
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
    summary: "Every team member's time played and when they were last seen, with sums by team; most active first",
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
    summary: "One user's time played, as a bare number of milliseconds",
  }),
} as const
