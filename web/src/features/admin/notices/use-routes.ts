import type { CallInput } from '@muster/contract/endpoint'
import type { Endpoints } from '@muster/contract/endpoints'
import type { Event } from '@muster/contract/events'
import type { NoticeRoute } from '@muster/contract/notices'
import { useSuspenseQuery } from '@tanstack/react-query'
import { eventInput, read } from '../../../api/calls/queries.ts'
import { callWrite } from '../../../api/calls/writes.ts'

/** The state of deliveries changes without any action by the viewer. */
const refreshEvery_ms = 5000

export const readRoutes = (event: Event) => read('getNoticeRoutes', eventInput(event.id))

export const useRoutes = (event: Event): readonly NoticeRoute[] =>
  useSuspenseQuery({ ...readRoutes(event), refetchInterval: refreshEvery_ms }).data

const routeInput = (event: Event, { id }: NoticeRoute) => ({ ...eventInput(event.id), route_id: id })

export const useDeliveries = (event: Event, route: NoticeRoute) =>
  useSuspenseQuery({ ...read('getNoticeDeliveries', routeInput(event, route)), refetchInterval: refreshEvery_ms }).data

export const saveRoute = (event: Event, body: CallInput<Endpoints['saveNoticeRoute']>['body']) =>
  callWrite('saveNoticeRoute', { ...eventInput(event.id), body })

export const pauseRoute = (event: Event, route: NoticeRoute, is_paused: boolean) =>
  callWrite('pauseNoticeRoute', { ...routeInput(event, route), body: { is_paused } })

export const testRoute = (event: Event, route: NoticeRoute) => callWrite('testNoticeRoute', routeInput(event, route))

export const removeRoute = (event: Event, route: NoticeRoute) => callWrite('removeNoticeRoute', routeInput(event, route))

export const sendAgain = (event: Event, route: NoticeRoute, number: number) =>
  callWrite('repeatNoticeDelivery', { ...routeInput(event, route), number })

export type RouteState = 'on' | 'paused' | 'retry' | 'stopped'

export function findRouteState({ paused_at, stopped, retry_at }: NoticeRoute): RouteState {
  if (stopped !== null) return 'stopped'
  if (paused_at !== null) return 'paused'
  return retry_at === null ? 'on' : 'retry'
}

/** Whether a route sends nothing until someone resumes it. */
export const isRouteOff = ({ paused_at, stopped }: NoticeRoute): boolean => paused_at !== null || stopped !== null
