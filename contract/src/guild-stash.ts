import { z } from 'zod'
import { DateTime } from './date-time.ts'
import { ObjectiveId, TeamId, UserId } from './ids.ts'

/** Placeholder for tabs that were never fetched: older clients require a time in this field. */
export const neverFetched = '0001-01-01T00:00:00.000Z'

/**
 * Upper bound of priority tabs for each team: all tabs share the limits of the members who can see them. The limits of guild tabs are
 * not documented; if they equal the limits of personal tabs (30 in five minutes for each account), four priority tabs need three members.
 */
export const maxPriorityTabs = 4

export const StashPriority = z.object({ is_priority: z.boolean() }).meta({ id: 'StashPriority' })

/** A guild tab as participants see it in a list. */
export const GuildStashTab = z
  .object({
    /** The game's id of the tab. */
    id: z.string(),
    name: z.string(),
    type: z.string(),
    /** Position in the guild's stash; null for the parts of a collection. */
    index: z.int().nullable(),
    /** Six hexadecimal digits. */
    color: z.string().nullable(),
    /** The collection that contains this tab. */
    parent_id: z.string().nullable(),
    folder_name: z.string().nullable(),
    fetch_enabled: z.boolean(),
    /** Fetched at a shorter interval. */
    is_priority: z.boolean(),
    last_fetch: DateTime,
    /** Users who can see the tab in the game. */
    user_ids: z.array(UserId),
    team_id: TeamId,
    item_count: z.int(),
    /** Why the last attempt to fetch it failed; null if it succeeded. */
    last_error: z.string().nullable(),
  })
  .meta({ id: 'GuildStashTab' })
export type GuildStashTab = z.output<typeof GuildStashTab>

/**
 * An item as the game sends it, with modifiers as texts; `objectives` if it completes any now, the first of which is
 * `objectiveId`. The other fields are the game's own, so unknown ones are allowed.
 */
export const DisplayItem = z
  .looseObject({
    w: z.int(),
    h: z.int(),
    objectiveId: ObjectiveId.optional(),
    /** All completed objectives, in the order of the definition. */
    objectives: z.array(ObjectiveId).optional(),
  })
  .meta({ id: 'DisplayItem' })
export type DisplayItem = z.output<typeof DisplayItem>

/** A tab with its contents, in the game's own form. */
export const GuildStashTabContent = z
  .looseObject({
    id: z.string(),
    name: z.string(),
    type: z.string(),
    index: z.int().optional(),
    parent: z.string().optional(),
    metadata: z.looseObject({}),
    items: z.array(DisplayItem).optional(),
    /** Parts of a collection; always a list. */
    get children() {
      return z.array(GuildStashTabContent)
    },
  })
  .meta({ id: 'GuildStashTabGGG' })
export type GuildStashTabContent = z.output<typeof GuildStashTabContent>
