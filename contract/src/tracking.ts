import { z } from 'zod'
import { DateTime } from './date-time.ts'
import { TeamId, UserId } from './ids.ts'

/** The sources of a player's points. */
export const trackingSources = ['connection', 'character', 'public_tabs', 'guild_tabs', 'ladder'] as const
export const TrackingSource = z.enum(trackingSources).meta({ id: 'TrackingSource' })
export type TrackingSource = z.output<typeof TrackingSource>

/** `fine`: nothing to do. `waiting`: resolves without action. `attention`: points may be missed. `broken`: points are missed. */
export const trackingStates = ['fine', 'waiting', 'attention', 'broken'] as const
export const TrackingState = z.enum(trackingStates).meta({ id: 'TrackingState' })
export type TrackingState = z.output<typeof TrackingState>

/** All findings; `fine` means that there is none. `not_set_up`: the server has no client of the game's API; the only finding then. */
export const trackingFindings = [
  'fine',
  'not_set_up',
  'not_connected',
  'consent_ended',
  'renewal_lost',
  'ends_soon',
  'characters_not_granted',
  'not_fetched',
  'game_away',
  'not_looked_yet',
  'no_answer',
  'character_gone',
  'no_character',
  'wrong_class',
  'tree_missing',
  'no_public_tab',
  'tabs_hidden',
  'guild_not_granted',
  'no_guild_tab',
  'not_on_ladder',
] as const
export const TrackingFinding = z.enum(trackingFindings).meta({ id: 'TrackingFinding' })
export type TrackingFinding = z.output<typeof TrackingFinding>

export const TrackingNote = z
  .object({
    source: TrackingSource,
    state: TrackingState,
    finding: TrackingFinding,
    /** The finding in one sentence. */
    message: z.string(),
    /** Advice in one sentence; empty if there is nothing to do. */
    advice: z.string(),
    /** When data was last received from this source. */
    seen_at: DateTime.nullable(),
  })
  .meta({ id: 'TrackingNote' })
export type TrackingNote = z.output<typeof TrackingNote>

/** Sources that are read repeatedly, and can have gaps. */
export const windowSources = ['public_tabs', 'character', 'ladder', 'guild_tabs', 'figures'] as const
export const WindowSource = z.enum(windowSources).meta({ id: 'WindowSource' })
export type WindowSource = z.output<typeof WindowSource>

/** Why a source was not read for a while. */
export const gapReasons = [
  'not_running',
  'limited',
  'unavailable',
  'unreadable',
  'connection',
  'not_granted',
  'gone',
  'refused',
  'skipped',
] as const
export const GapReason = z.enum(gapReasons).meta({ id: 'GapReason' })
export type GapReason = z.output<typeof GapReason>

/**
 * `open`: not read yet, or being caught up. `recovered`: read later. `lost`: items that appeared and disappeared in between were
 * not seen.
 */
export const gapStates = ['open', 'recovered', 'lost'] as const
export const GapState = z.enum(gapStates).meta({ id: 'GapState' })
export type GapState = z.output<typeof GapState>

export const FetchGap = z
  .object({
    from: DateTime,
    to: DateTime,
    reason: GapReason,
    state: GapState,
    /** The reason, and its effect on points, in one sentence. */
    message: z.string(),
    /** Advice; empty if there is nothing to do. */
    advice: z.string(),
  })
  .meta({ id: 'FetchGap' })
export type FetchGap = z.output<typeof FetchGap>

/** One source since its first fetch: read continuously between `from` and `to`, except for the gaps. */
export const FetchTimeline = z
  .object({
    source: WindowSource,
    /** The player, or the name of the tab; empty for sources of the whole event. */
    subject: z.string(),
    user_id: UserId.nullable(),
    team_id: TeamId.nullable(),
    from: DateTime,
    to: DateTime,
    /** The newest gaps, in order of time. */
    gaps: z.array(FetchGap),
    /** Number of further gaps before these. */
    older_gaps: z.int(),
  })
  .meta({ id: 'FetchTimeline' })
export type FetchTimeline = z.output<typeof FetchTimeline>

/** The tracking state of one player: a note for every source that the game has, in the order of the list. */
export const PlayerTracking = z
  .object({ user_id: UserId, team_id: TeamId, display_name: z.string(), notes: z.array(TrackingNote) })
  .meta({ id: 'PlayerTracking' })
export type PlayerTracking = z.output<typeof PlayerTracking>

/**
 * Event time between two readings of a player at their own request, in seconds. The game allows an account five lists of characters in
 * five minutes (policy `character-list-request-limit`, 5:300:300, in the answers that public clients recorded in 2026); one of them
 * stays free for other programs of the player.
 */
export const ownReadingEvery_seconds = 90

/** The readings of the caller's characters. */
export const OwnReading = z
  .object({
    /** When the caller requested a reading; null: no request is open. */
    wanted_at: DateTime.nullable(),
    /** The last attempt to read their characters; null: none yet. */
    asked_at: DateTime.nullable(),
    /** Whether the last attempt failed. */
    has_failed: z.boolean(),
    /** The earliest time of the next request; null: now. */
    possible_at: DateTime.nullable(),
    /** Whether the caller has connected a game account; nothing is read without one. */
    is_connected: z.boolean(),
    /** Whether characters are being read at all. */
    is_running: z.boolean(),
  })
  .meta({ id: 'OwnReading' })
export type OwnReading = z.output<typeof OwnReading>
