import { z } from 'zod'
import { callsOf } from './calls-of.ts'
import { Event, EventContents, EventCreate, EventDuplicate, EventStatus } from '../events.ts'
import { CardQuery } from '../link-cards.ts'
import { EventRetention, RetentionChoice } from '../retention.ts'

const { GET, PUT, POST, DELETE } = callsOf('events')

export const eventsEndpoints = {
  getEvents: GET('/events', {
    keys: 'public',
    access: 'public',
    reply: z.array(Event),
    summary: 'All events the caller may see: every event for admins, public ones for others',
  }),
  createEvent: PUT('/events', {
    access: ['admin'],
    status: 201,
    body: EventCreate,
    reply: Event,
    refusals: ['event_not_found', 'event_final', 'changed_meanwhile', 'league_taken'],
    summary: 'Creates an event with its root objective, or edits the one with this id, locked or not',
  }),
  getEvent: GET('/events/{event_id}', {
    keys: 'public',
    access: 'public',
    reply: Event,
    summary: 'One event with its teams',
  }),
  deleteEvent: DELETE('/events/{event_id}', {
    access: ['admin'],
    takes_archived: true,
    refusals: ['event_locked'],
    summary: 'Deletes an event with everything that belongs to it',
  }),
  duplicateEvent: POST('/events/{event_id}/duplicate', {
    access: ['admin'],
    status: 201,
    body: EventDuplicate,
    takes_archived: true,
    reply: Event,
    refusals: ['objective_not_found', 'league_taken'],
    summary: 'Creates an event with copies of presets, objectives and conditions; windows are shifted with the start',
  }),
  getEventContents: GET('/events/{event_id}/contents', {
    keys: null,
    access: ['admin'],
    reply: EventContents,
    summary: 'Counts everything that belongs to an event and would be deleted with it',
  }),
  getEventArchive: GET('/events/{event_id}/archive', {
    keys: null,
    access: ['admin'],
    answer_type: 'application/gzip',
    costs_much: true,
    refusals: ['event_hidden', 'event_not_over', 'unavailable'],
    summary: 'The public data of an event that is over, as a file: JSON lines, compressed with gzip',
  }),
  getEventRetention: GET('/events/{event_id}/retention', {
    keys: null,
    access: ['admin'],
    costs_much: true,
    reply: EventRetention,
    summary: 'How long the raw data of an event is kept, its size, and the data already removed',
  }),
  chooseEventRetention: PUT('/events/{event_id}/retention', {
    access: ['admin'],
    body: RetentionChoice,
    needs_raw_data: true,
    reply: Event,
    refusals: ['changed_meanwhile', 'event_archived'],
    summary: 'Sets until when the raw data of an event is kept, locked or not; can be changed until the removal begins',
  }),
  getEventStatus: GET('/events/{event_id}/status', {
    keys: 'public',
    access: 'public',
    reply: EventStatus,
    summary: "The caller's place in the event: team, lead, application",
  }),
  getEventCard: GET('/events/{event_id}/card.png', {
    keys: 'public',
    access: 'public',
    query: CardQuery,
    answer_type: 'image/png',
    summary: 'The standings of an event or of one objective as a picture, for links in chats',
  }),
} as const
