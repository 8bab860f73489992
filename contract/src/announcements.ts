import { z } from 'zod'
import { baseVersion, nullableId, nullableTime, requiredName, requiredText } from './body.ts'
import { DateTime } from './date-time.ts'
import { AnnouncementId } from './ids.ts'
import { MinimalUser } from './users.ts'

/** Longest title and text of an announcement, in characters. */
export const announcementTitleLength = 120
export const announcementLength = 1500

/** `players`: users who signed up or are in a team of the event. `leads`: leads of its teams. */
export const announcementAudiences = ['everybody', 'players', 'leads'] as const
export const AnnouncementAudience = z.enum(announcementAudiences).meta({ id: 'AnnouncementAudience' })
export type AnnouncementAudience = z.output<typeof AnnouncementAudience>

/** An announcement above the pages, as its audience sees it. */
export const Announcement = z
  .object({
    id: AnnouncementId,
    title: z.string(),
    /** Plain text; line breaks are kept. */
    text: z.string(),
    audience: AnnouncementAudience,
    /** Times on the event clock. */
    starts_at: DateTime,
    /** Null: until it is removed. */
    ends_at: DateTime.nullable(),
    /** Incremented with every edit; a user who dismissed an older version is shown the new one. */
    version: z.int(),
  })
  .meta({ id: 'Announcement' })
export type Announcement = z.output<typeof Announcement>

/** An announcement as organisers see it, whether or not it is shown now. */
export const KeptAnnouncement = Announcement.extend({
  author: MinimalUser.nullable(),
  written_at: DateTime,
  /** If not null, the time of removal; saving it again restores the announcement. */
  removed_at: DateTime.nullable(),
}).meta({ id: 'KeptAnnouncement' })
export type KeptAnnouncement = z.output<typeof KeptAnnouncement>

/** A new announcement, or with `id` the new state of an existing one. */
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
