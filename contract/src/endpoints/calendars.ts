import { CalendarAddress, CalendarKey, OwnCalendar } from '../calendars.ts'
import { callsOf } from './calls-of.ts'

const { GET, PUT, DELETE } = callsOf('calendars')

export const calendarsEndpoints = {
  getEventCalendar: GET('/events/{event_id}/calendar.ics', {
    keys: 'public',
    access: 'public',
    answer_type: 'text/calendar',
    summary: 'The dates of an event as an iCalendar file, for subscriptions',
  }),
  getUserCalendar: GET('/users/{user_id}/calendar.ics', {
    keys: null,
    access: 'public',
    query: CalendarKey,
    required_query: ['key'],
    answer_type: 'text/calendar',
    refusals: ['calendar_not_found'],
    summary: 'The dates of the events in which a person takes part; calendar programs have no login, so the key grants access',
  }),
  getOwnCalendar: GET('/users/self/calendar', {
    keys: null,
    access: ['user'],
    reply: OwnCalendar,
    summary: 'Whether the caller has a calendar of their own',
  }),
  makeOwnCalendar: PUT('/users/self/calendar', {
    access: ['user'],
    reply: CalendarAddress,
    summary: "Makes a new address for the caller's calendar; the earlier one stops working",
  }),
  endOwnCalendar: DELETE('/users/self/calendar', {
    access: ['user'],
    summary: "Removes the address of the caller's calendar",
  }),
} as const
