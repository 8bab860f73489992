import { z } from 'zod'
import { Announcement, AnnouncementWrite, KeptAnnouncement } from '../announcements.ts'
import { AdminChange } from '../admin-changes.ts'
import { endpoint } from '../endpoint.ts'
import { largestSequence, numberParam } from '../query.ts'
import { announcement_id, byEvent, event_id } from './params.ts'

export const announcementsEndpoints = {
  getAnnouncements: endpoint({
    method: 'GET',
    path: '/events/{event_id}/announcements',
    tag: 'events',
    access: 'public',
    event: 'visible',
    status: 200,
    params: byEvent,
    reply: z.array(Announcement),
    summary: 'The announcements shown to the caller now, newest first',
  }),
  getKeptAnnouncements: endpoint({
    method: 'GET',
    path: '/events/{event_id}/announcements/kept',
    tag: 'events',
    access: ['admin', 'manager'],
    event: 'visible',
    status: 200,
    params: byEvent,
    reply: z.array(KeptAnnouncement),
    summary: 'The newest 100 announcements, including scheduled, expired and removed ones',
  }),
  saveAnnouncement: endpoint({
    method: 'PUT',
    path: '/events/{event_id}/announcements',
    tag: 'events',
    access: ['admin', 'manager'],
    event: 'visible',
    status: 200,
    params: byEvent,
    body: AnnouncementWrite,
    reply: KeptAnnouncement,
    refusals: ['announcement_not_found', 'changed_meanwhile'],
    summary: 'Creates an announcement, or edits the one with this id; a removed one is restored',
  }),
  removeAnnouncement: endpoint({
    method: 'DELETE',
    path: '/events/{event_id}/announcements/{announcement_id}',
    tag: 'events',
    access: ['admin', 'manager'],
    event: 'visible',
    status: 204,
    params: z.object({ event_id, announcement_id }),
    refusals: ['announcement_not_found'],
    summary: 'Removes an announcement from the pages; it is kept and can be saved again',
  }),
  getAdminChanges: endpoint({
    method: 'GET',
    path: '/events/{event_id}/admin-changes',
    tag: 'events',
    access: ['admin', 'manager', 'objective_designer', 'submission_judge'],
    event: 'visible',
    status: 200,
    params: byEvent,
    query: z.object({
      before: numberParam(largestSequence).optional(),
      limit: numberParam(200).default(50),
    }),
    reply: z.array(AdminChange),
    summary:
      "The organisers' changes to the event besides its definition, and deleted events, newest first; page on with before = the last id received",
  }),
} as const
