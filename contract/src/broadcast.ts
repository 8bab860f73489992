import { z } from 'zod'
import { baseVersion, countFrom } from './body.ts'
import { DateTime } from './date-time.ts'
import { EventId, ObjectiveId, TeamId, UserId } from './ids.ts'

/** Overlays that streaming software shows on top of the game. */
export const overlayKinds = ['strip', 'ticker', 'h2h', 'alert', 'countdown', 'objective', 'player'] as const
export const OverlayKind = z.enum(overlayKinds).meta({ id: 'OverlayKind' })
export type OverlayKind = z.output<typeof OverlayKind>

/** Longest delay of an overlay behind the event, in seconds. */
export const maxDelay_seconds = 1800
/** Length of the key in the address of an overlay, in characters. */
export const overlayKeyLength = 22
/** Upper bound for the hidden objectives, and for the hidden teams, of a broadcast. */
export const maxHidden = 200

/** A team of the event; without points and rank while the producer hides it. */
export const OverlayTeam = z
  .object({
    id: TeamId,
    name: z.string(),
    abbreviation: z.string(),
    color: z.string(),
    points: z.int().nullable(),
    rank: z.int().nullable(),
  })
  .meta({ id: 'OverlayTeam' })
export type OverlayTeam = z.output<typeof OverlayTeam>

/** Points that a team gained. */
export const OverlayGain = z
  .object({
    /** Without the number of the change, because gaps in these numbers would reveal hidden changes. */
    scored_at: DateTime,
    team_id: TeamId,
    objective_id: ObjectiveId,
    objective: z.string(),
    /** The name of the objective above it; empty below the root. */
    category: z.string(),
    points: z.int(),
    /** The credited player; null if none. */
    player: z.string().nullable(),
  })
  .meta({ id: 'OverlayGain' })
export type OverlayGain = z.output<typeof OverlayGain>

/** The objective on the card, with the progress of each team, furthest first. */
export const OverlayCard = z
  .object({
    objective_id: ObjectiveId,
    name: z.string(),
    category: z.string(),
    closes_at: DateTime.nullable(),
    /** The number that finishes it; null for a category. */
    required_number: z.int().nullable(),
    /** False: the card follows the latest points. */
    is_pinned: z.boolean(),
    teams: z.array(
      z.object({
        team_id: TeamId,
        number: z.int(),
        points: z.int(),
        is_finished: z.boolean(),
        /** Among the teams that finished it; null: not finished, or the order does not count. */
        rank: z.int().nullable(),
      }),
    ),
  })
  .meta({ id: 'OverlayCard' })
export type OverlayCard = z.output<typeof OverlayCard>

/** A character with its newest reading and build at that time; unknown figures are null, unknown texts empty. */
export const OverlayCharacter = z
  .object({
    name: z.string(),
    ascendancy: z.string(),
    level: z.int(),
    main_skill: z.string(),
    /** Damage per second. */
    dps: z.int().nullable(),
    ehp: z.int().nullable(),
    delve_depth: z.int().nullable(),
  })
  .meta({ id: 'OverlayCharacter' })

/** The player on the card. Players who hide their record have no card. */
export const OverlayPlayer = z
  .object({
    user_id: UserId,
    name: z.string(),
    team_id: TeamId,
    /** False: the card follows the latest points. */
    is_pinned: z.boolean(),
    /** The points of their team that they are credited with. */
    points: z.int(),
    /** Among all who earned points for the team; null without points. */
    rank: z.int().nullable(),
    /** The one with the most experience; null: none was read yet. */
    character: OverlayCharacter.nullable(),
  })
  .meta({ id: 'OverlayPlayer' })
export type OverlayPlayer = z.output<typeof OverlayPlayer>

/** Everything an overlay shows: the event as every visitor could see it some seconds ago, without data hidden by the producer. */
export const OverlayState = z
  .object({
    /** The requested delay, or the event's minimum delay if that is longer. */
    delay_seconds: z.int(),
    event: z.object({ id: EventId, name: z.string(), starts_at: DateTime, ends_at: DateTime }),
    /** Best first; hidden teams last. */
    teams: z.array(OverlayTeam),
    /** Newest first. */
    gains: z.array(OverlayGain),
    /** Null before the first points. */
    card: OverlayCard.nullable(),
    /** Null before the first points of a player, and in standings for other sites. */
    player: OverlayPlayer.nullable(),
    /** The branches below the root with the most points. */
    categories: z.array(z.object({ name: z.string(), teams: z.array(z.object({ team_id: TeamId, points: z.int() })) })),
    /** When the next objectives open; null: none are left before the end of the event. */
    next_opening: DateTime.nullable(),
  })
  .meta({ id: 'OverlayState' })
export type OverlayState = z.output<typeof OverlayState>

const hiddenOf = <S extends z.ZodType>(id: S) => z.array(id).max(maxHidden, `must not be more than ${maxHidden}`)

/** The broadcast of an event as its producer sees it. */
export const Broadcast = z
  .object({
    /** The key in the addresses of overlays; null: no address has been created. */
    key: z.string().nullable(),
    least_delay_seconds: z.int(),
    pinned_objective_id: ObjectiveId.nullable(),
    pinned_at: DateTime.nullable(),
    pinned_user_id: UserId.nullable(),
    hidden_objective_ids: z.array(ObjectiveId),
    hidden_team_ids: z.array(TeamId),
    /** 0 before the first address. */
    version: z.int(),
    /** When a program last showed an overlay of each kind. */
    loads: z.array(z.object({ kind: OverlayKind, delay_seconds: z.int(), loaded_at: DateTime })),
  })
  .meta({ id: 'Broadcast' })
export type Broadcast = z.output<typeof Broadcast>

export const BroadcastWrite = z
  .object({
    least_delay_seconds: countFrom(0, maxDelay_seconds),
    pinned_objective_id: ObjectiveId.nullable(),
    pinned_user_id: UserId.nullable(),
    hidden_objective_ids: hiddenOf(ObjectiveId),
    hidden_team_ids: hiddenOf(TeamId),
    base_version: baseVersion,
  })
  .meta({ id: 'BroadcastWrite' })
export type BroadcastWrite = z.output<typeof BroadcastWrite>
