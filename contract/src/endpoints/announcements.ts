import { z } from 'zod'
import { Announcement, AnnouncementWrite, KeptAnnouncement } from '../announcements.ts'
import { AdminChange } from '../admin-changes.ts'
import { callsOf } from './calls-of.ts'
import { largestSequence, numberParam } from '../query.ts'

const { GET, PUT, DELETE } = callsOf('events')

export const announcementsEndpoints = {
  getAnnouncements: GET('/events/{event_id}/announcements', {
    keys: 'public',
    access: 'public',
    reply: z.array(Announcement),
    summary: 'The announcements shown to the caller now, newest first',
  }),
  getKeptAnnouncements: GET('/events/{event_id}/announcements/kept', {
    keys: null,
    access: ['admin', 'manager'],
    reply: z.array(KeptAnnouncement),
    summary: 'The newest 100 announcements, including scheduled, expired and removed ones',
  }),
  saveAnnouncement: PUT('/events/{event_id}/announcements', {
    access: ['admin', 'manager'],
    body: AnnouncementWrite,
    reply: KeptAnnouncement,
    refusals: ['announcement_not_found', 'changed_meanwhile'],
    summary: 'Creates an announcement, or edits the one with this id; a removed one is restored',
  }),
  removeAnnouncement: DELETE('/events/{event_id}/announcements/{announcement_id}', {
    access: ['admin', 'manager'],
    refusals: ['announcement_not_found'],
    summary: 'Removes an announcement from the pages; it is kept and can be saved again',
  }),
  getAdminChanges: GET('/events/{event_id}/admin-changes', {
    keys: null,
    access: ['admin', 'manager', 'objective_designer', 'submission_judge'],
    query: z.object({
      before: numberParam(largestSequence).optional(),
      limit: numberParam(200).default(50),
    }),
    reply: z.array(AdminChange),
    summary:
      "The organisers' changes to the event besides its definition, and deleted events, newest first; page on with before = the last id received",
  }),
} as const
