import { z } from 'zod'
import { baseVersion, flag, nullableId, optionalName, optionalText, requiredName } from './body.ts'
import { EventId, TeamId, UserId } from './ids.ts'

export const Team = z
  .object({
    id: TeamId,
    event_id: EventId,
    name: z.string(),
    /** Empty if not set. */
    abbreviation: z.string(),
    /** `#rrggbb` as chosen by the organiser, empty if not set; pages adjust it for contrast. */
    color: z.string(),
    /** Ascendancy names. */
    allowed_classes: z.array(z.string()),
    /** Incremented with every edit. */
    version: z.int(),
    /** Address of the team's picture on this server; every picture has its own address. Null without one. */
    logo: z.string().nullable(),
  })
  .meta({ id: 'Team' })
export type Team = z.output<typeof Team>

/** A new team, or with `id` the new state of an existing one. */
export const TeamCreate = z
  .object({
    id: nullableId(TeamId),
    base_version: baseVersion,
    name: requiredName(),
    abbreviation: optionalName(20),
    color: optionalText().refine((text) => /^(#[0-9a-f]{6})?$/i.test(text), 'must be a colour like #3366cc, or empty'),
    /** Any names: each league adds new ones. Duplicates are removed. */
    allowed_classes: z
      .array(requiredName(60), { error: 'is required' })
      .max(200)
      .transform((names) => [...new Set(names)]),
  })
  .meta({ id: 'TeamCreate' })
export type TeamCreate = z.output<typeof TeamCreate>

/** The hash in the address of a picture; anyone with the address may see the picture. */
export const LogoQuery = z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/, 'must be the hash from the address of a logo') })

/** A user's team; without a team, none. */
export const TeamUserCreate = z
  .object({ user_id: UserId, team_id: nullableId(TeamId), is_team_lead: flag })
  .meta({ id: 'TeamUserCreate' })
export type TeamUserCreate = z.output<typeof TeamUserCreate>

/** Clients send all participants of an event in one call. */
export const maxAssignments = 5000
export const TeamUserCreates = z.array(TeamUserCreate).max(maxAssignments)
