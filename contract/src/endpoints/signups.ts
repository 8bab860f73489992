import { z } from 'zod'
import { EmptyObject } from '../empty-object.ts'
import { callsOf } from './calls-of.ts'
import { QueuePlaceEdit, ReportPlaytimeRequest, Signup, SignupCreate, SignupPage } from '../signups.ts'

const { GET, PUT, POST, DELETE } = callsOf('signups')

export const signupsEndpoints = {
  getEventSignups: GET('/events/{event_id}/signups', {
    keys: null,
    access: ['admin', 'manager', 'bot'],
    query: SignupPage,
    reply: z.array(Signup),
    summary: 'All signups in queue order, including the waitlist; page on with after = the last user id received',
  }),
  getPersonalSignup: GET('/events/{event_id}/signups/self', {
    keys: 'own',
    access: ['user'],
    reply: Signup,
    refusals: ['signup_not_found'],
    summary: "The caller's signup",
  }),
  createSignup: PUT('/events/{event_id}/signups/self', {
    access: ['user'],
    status: 201,
    body: SignupCreate,
    reply: Signup,
    refusals: ['applications_not_open', 'already_in_team', 'event_full', 'partner_not_found'],
    needs_raw_data: true,
    summary: 'Signs the caller up, or edits the signup, which keeps its position in the queue',
  }),
  reportPlaytime: PUT('/events/{event_id}/signups/self/actual-playtime', {
    access: ['user'],
    body: ReportPlaytimeRequest,
    reply: Signup,
    refusals: ['signup_not_found'],
    needs_raw_data: true,
    summary: 'Reports how many hours the caller played',
  }),
  placeSignup: PUT('/events/{event_id}/signups/{user_id}/queue-place', {
    access: ['admin', 'manager'],
    body: QueuePlaceEdit,
    reply: Signup,
    refusals: ['signup_not_found'],
    needs_raw_data: true,
    summary: 'Moves a signup to the front or back of the queue, or back to its original position',
  }),
  restoreSignup: POST('/events/{event_id}/signups/{user_id}/restore', {
    access: ['admin', 'manager'],
    reply: Signup,
    refusals: ['signup_not_found', 'changed_meanwhile'],
    needs_raw_data: true,
    summary: 'Restores a signup that an organiser removed, with its old position in the queue and its team',
  }),
  deleteSignup: DELETE('/events/{event_id}/signups/{user_id}', {
    access: ['admin', 'manager', 'self'],
    without_login: 'not_allowed',
    reply: EmptyObject,
    refusals: ['event_over'],
    summary: 'Withdraws a signup and leaves the team; players can do this themselves until the event ends',
  }),
} as const
