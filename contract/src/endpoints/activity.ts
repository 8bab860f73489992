import { Activity, ActivityByUser, ActivityReport, ActivityThreshold } from '../activity.ts'
import { callsOf } from './calls-of.ts'

const { GET } = callsOf('activity')

export const activityEndpoints = {
  getEventActivities: GET('/events/{event_id}/activity', {
    keys: null,
    access: ['admin'],
    query: ActivityThreshold,
    reply: ActivityByUser,
    summary: "Every player's time played, in milliseconds: the sum of sessions without a break longer than the threshold",
  }),
  getActivityReport: GET('/events/{event_id}/activity/report', {
    keys: null,
    access: ['admin'],
    query: ActivityThreshold,
    reply: ActivityReport,
    summary: "Every team member's time played and when they were last seen, with sums by team; most active first",
  }),
  getEventActivitiesForUser: GET('/events/{event_id}/activity/{user_id}', {
    keys: 'own',
    access: ['self', 'admin'],
    query: ActivityThreshold,
    reply: Activity,
    refusals: ['user_not_found'],
    summary: "One user's time played, as a bare number of milliseconds",
  }),
} as const
