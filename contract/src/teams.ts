import { z } from 'zod'
import { baseVersion, flag, nullableId, optionalName, optionalText, requiredName } from './body.ts'
import { EventId, TeamId, UserId } from './ids.ts'

export const Team = z
  .object({
    id: TeamId,
    event_id: EventId,
    name: z.string(),
    /** Empty when unset. */
    abbreviation: z.string(),
    /** `#rrggbb` as chosen by the organiser, empty when unset; pages adjust it for contrast. */
    color: z.string(),
    /** Ascendancy names. */
    allowed_classes: z.array(z.string()),
    /** Raised by one with every edit. */
    version: z.int(),
    /** Address of the team's picture on this server; another picture has another address. Null without one. */
    logo: z.string().nullable(),
  })
  .meta({ id: 'Team' })
export type Team = z.output<typeof Team>

/** A new team, or with `id` the new state of one. */
export const TeamCreate = z
  .object({
    id: nullableId(TeamId),
    base_version: baseVersion,
    name: requiredName(),
    abbreviation: optionalName(20),
    color: optionalText().refine((text) => /^(#[0-9a-f]{6})?$/i.test(text), 'must be a colour like #3366cc, or empty'),
    /** Any names: each league brings new ones. Said twice counts once. */
    allowed_classes: z
      .array(requiredName(60), { error: 'is required' })
      .max(200)
      .transform((names) => [...new Set(names)]),
  })
  .meta({ id: 'TeamCreate' })
export type TeamCreate = z.output<typeof TeamCreate>

/** Largest picture that is taken, in bytes, and its longest side, in pixels. */
export const largestLogo_bytes = 2 * 1024 * 1024
export const longestLogoSide = 4096

/** A picture for a team: the bytes of a PNG, JPEG or WebP file as base64. It is drawn anew before it is stored. */
export const TeamLogoUpload = z
  .object({
    picture: z
      .string({ error: 'is required' })
      .min(1, 'is required')
      .max(Math.ceil(largestLogo_bytes / 3) * 4, `must not be larger than ${largestLogo_bytes / 1024 / 1024} MiB`),
  })
  .meta({ id: 'TeamLogoUpload' })
export type TeamLogoUpload = z.output<typeof TeamLogoUpload>

/** The hash in the address of a picture: whoever was told it may see the picture. */
export const LogoQuery = z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/, 'must be the hash that the address of a logo has') })

/** Where somebody belongs; without a team nowhere. */
export const TeamUserCreate = z
  .object({ user_id: UserId, team_id: nullableId(TeamId), is_team_lead: flag })
  .meta({ id: 'TeamUserCreate' })
export type TeamUserCreate = z.output<typeof TeamUserCreate>

/** Clients send everybody of an event in one call. */
export const mostAssignments = 5000
export const TeamUserCreates = z.array(TeamUserCreate).max(mostAssignments)
