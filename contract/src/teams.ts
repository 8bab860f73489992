import { z } from 'zod'
import { flag, nullableId, optionalText, requiredText } from './body.ts'
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
  })
  .meta({ id: 'Team' })
export type Team = z.output<typeof Team>

/** A new team, or with `id` the new state of one. */
export const TeamCreate = z
  .object({
    id: nullableId(TeamId),
    name: requiredText(),
    abbreviation: optionalText(20),
    color: optionalText().refine((text) => /^(#[0-9a-f]{6})?$/i.test(text), 'must be a colour like #3366cc, or empty'),
    /** Any names: each league brings new ones. Said twice counts once. */
    allowed_classes: z
      .array(requiredText(60), { error: 'is required' })
      .max(200)
      .transform((names) => [...new Set(names)]),
  })
  .meta({ id: 'TeamCreate' })
export type TeamCreate = z.output<typeof TeamCreate>

/** Where somebody belongs; without a team nowhere. */
export const TeamUserCreate = z
  .object({ user_id: UserId, team_id: nullableId(TeamId), is_team_lead: flag })
  .meta({ id: 'TeamUserCreate' })
export type TeamUserCreate = z.output<typeof TeamUserCreate>

/** Clients send everybody of an event in one call. */
export const mostAssignments = 5000
export const TeamUserCreates = z.array(TeamUserCreate).max(mostAssignments)
