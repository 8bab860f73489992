import { z } from 'zod'
import { NoticeDelivery, NoticeRoute, NoticeRoutePause, NoticeRouteWrite, SavedNoticeRoute } from '../notices.ts'
import { callsOf } from './calls-of.ts'

const { GET, PUT, POST, DELETE } = callsOf('events')

/** Organisers manage the event's routes, leads their team's; everyone else gets 404. */
const access = ['admin', 'manager', 'team_lead'] as const
const ofRoute = { access, refusals: ['notice_route_not_found'] } as const

export const noticesEndpoints = {
  getNoticeRoutes: GET('/events/{event_id}/notice-routes', {
    keys: null,
    access,
    reply: z.array(NoticeRoute),
    summary: 'The routes that the caller manages: of the event for organisers, of their team for leads',
  }),
  saveNoticeRoute: PUT('/events/{event_id}/notice-routes', {
    access,
    body: NoticeRouteWrite,
    reply: SavedNoticeRoute,
    refusals: ['notice_route_not_found', 'changed_meanwhile', 'routes_full'],
    summary: 'Creates a route, or edits the one with this id; nothing from before is posted',
  }),
  pauseNoticeRoute: PUT('/events/{event_id}/notice-routes/{route_id}/pause', {
    ...ofRoute,
    body: NoticeRoutePause,
    reply: NoticeRoute,
    summary: 'Pauses a route, or resumes a paused or stopped one; notices from the meantime are not posted',
  }),
  testNoticeRoute: POST('/events/{event_id}/notice-routes/{route_id}/test', {
    ...ofRoute,
    reply: NoticeDelivery,
    summary: 'Queues a test message, which is sent within seconds, also in quiet hours',
  }),
  removeNoticeRoute: DELETE('/events/{event_id}/notice-routes/{route_id}', {
    ...ofRoute,
    summary: 'Removes a route with its address and its log',
  }),
  getNoticeDeliveries: GET('/events/{event_id}/notice-routes/{route_id}/deliveries', {
    keys: null,
    ...ofRoute,
    reply: z.array(NoticeDelivery),
    summary: 'The newest 200 messages of a route within 30 days, newest first',
  }),
  repeatNoticeDelivery: POST('/events/{event_id}/notice-routes/{route_id}/deliveries/{number}/again', {
    access,
    reply: NoticeDelivery,
    refusals: ['notice_route_not_found', 'delivery_not_repeatable'],
    summary: 'Queues a message that failed, or whose arrival is unknown, once more as the next one',
  }),
} as const
