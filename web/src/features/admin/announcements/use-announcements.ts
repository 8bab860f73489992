import type { KeptAnnouncement } from '@muster/contract/announcements'
import type { CallInput } from '@muster/contract/endpoint'
import type { Endpoints } from '@muster/contract/endpoints'
import type { Event } from '@muster/contract/events'
import { useSuspenseQuery } from '@tanstack/react-query'
import { callWrite } from '../../../api/calls/writes.ts'
import { eventInput, read } from '../../../api/calls/queries.ts'

const refreshEvery_ms = 30_000

export const readKept = (event: Event) => read('getKeptAnnouncements', eventInput(event.id))

/** All announcements of an event, including those not visible now. */
export const useKept = (event: Event): readonly KeptAnnouncement[] =>
  useSuspenseQuery({ ...readKept(event), refetchInterval: refreshEvery_ms }).data

export const saveAnnouncement = (event: Event, body: CallInput<Endpoints['saveAnnouncement']>['body']) =>
  callWrite('saveAnnouncement', { ...eventInput(event.id), body })

export const removeAnnouncement = (event: Event, { id }: KeptAnnouncement) =>
  callWrite('removeAnnouncement', { ...eventInput(event.id), announcement_id: id })

/** Restores a removed announcement unchanged. */
export const restoreAnnouncement = (event: Event, { id, title, text, audience, starts_at, ends_at }: KeptAnnouncement) =>
  saveAnnouncement(event, { id, title, text, audience, starts_at, ends_at })

export type AnnouncementState = 'shown' | 'later' | 'over' | 'removed'

export function findAnnouncementState(
  { starts_at, ends_at, removed_at }: Pick<KeptAnnouncement, 'starts_at' | 'ends_at' | 'removed_at'>,
  now: number,
): AnnouncementState {
  if (removed_at !== null) return 'removed'
  if (Date.parse(starts_at) > now) return 'later'
  return ends_at !== null && Date.parse(ends_at) <= now ? 'over' : 'shown'
}
