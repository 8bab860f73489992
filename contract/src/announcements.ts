import { z } from 'zod'
import { baseVersion, nullableId, nullableTime, requiredName, requiredText } from './body.ts'
import { DateTime } from './events.ts'
import { AnnouncementId } from './ids.ts'
import { MinimalUser } from './users.ts'

/** Longest title and text of an announcement, in characters. */
export const announcementTitleLength = 120
export const announcementLength = 1500

/** `players`: who signed up or is in a team of the event. `leads`: leads of its teams. */
export const announcementAudiences = ['everybody', 'players', 'leads'] as const
export const AnnouncementAudience = z.enum(announcementAudiences).meta({ id: 'AnnouncementAudience' })
export type AnnouncementAudience = z.output<typeof AnnouncementAudience>

/** What organisers say above the pages, as those it is for see it. */
export const Announcement = z
  .object({
    id: AnnouncementId,
    title: z.string(),
    /** Plain text; line breaks count. */
    text: z.string(),
    audience: AnnouncementAudience,
    /** Times of the event clock. */
    starts_at: DateTime,
    /** Null: until it is taken away. */
    ends_at: DateTime.nullable(),
    /** Raised by 1 with every edit; whoever dismissed an older one is shown the new one. */
    version: z.int(),
  })
  .meta({ id: 'Announcement' })
export type Announcement = z.output<typeof Announcement>

/** An announcement as organisers see it, also before and after it is shown. */
export const KeptAnnouncement = Announcement.extend({
  author: MinimalUser.nullable(),
  written_at: DateTime,
  /** Not null: it was removed then, and saving it again brings it back. */
  removed_at: DateTime.nullable(),
}).meta({ id: 'KeptAnnouncement' })
export type KeptAnnouncement = z.output<typeof KeptAnnouncement>

/** A new announcement, or with `id` the new state of one. */
export const AnnouncementWrite = z
  .object({
    id: nullableId(AnnouncementId),
    title: requiredName(announcementTitleLength),
    text: requiredText(announcementLength),
    audience: AnnouncementAudience,
    /** Default: now. */
    starts_at: nullableTime,
    ends_at: nullableTime,
    base_version: baseVersion,
  })
  .meta({ id: 'AnnouncementWrite' })
