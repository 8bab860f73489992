import { z } from 'zod'
import { baseVersion, flag } from './body.ts'
import { TeamId } from './ids.ts'
import { MinimalUser } from './users.ts'

/** An id on Discord: a number too large for JavaScript, as text. */
export const Snowflake = z
  .string()
  .regex(/^\d{15,20}$/, 'must be an id of Discord: 15 to 20 digits')
  .meta({ id: 'Snowflake' })

/**
 * A role of a person. `to_give`, `to_take`: changes with the next run. `given`: by Muster, which also removes it. `had`: the
 * person had it before, and keeps it. `not_a_member`: the person is not on the server. `missing_permission`: the bot may not give
 * this role. `unknown_role`: deleted on Discord. `unfit_role`: the role has powers over the server.
 */
export const roleStates = [
  'to_give',
  'to_take',
  'given',
  'had',
  'not_a_member',
  'missing_permission',
  'unknown_role',
  'unfit_role',
] as const
export const RoleState = z.enum(roleStates).meta({ id: 'DiscordRoleState' })
export type RoleState = z.output<typeof RoleState>

/** Why roles cannot be changed or listed at the moment. `not_set_up`: the server of Muster has no token of a bot. */
export const discordProblems = ['not_set_up', 'token_refused', 'unknown_server', 'unavailable'] as const
export const DiscordProblem = z.enum(discordProblems).meta({ id: 'DiscordProblem' })
export type DiscordProblem = z.output<typeof DiscordProblem>

const TeamRole = z.object({ team_id: TeamId, role_id: Snowflake }).meta({ id: 'DiscordTeamRole' })

/** The roles of an event on Discord, its people, and the changes that the next run will make. */
export const DiscordRoles = z
  .object({
    server_id: Snowflake.nullable(),
    team_roles: z.array(TeamRole),
    lead_role_id: Snowflake.nullable(),
    /** Off: nothing changes on Discord. */
    is_on: z.boolean(),
    problem: DiscordProblem.nullable(),
    /** Sorted by name. */
    people: z.array(z.object({ user: MinimalUser, role_id: Snowflake, state: RoleState })),
    /** Members of teams who have not connected Discord. */
    without_account: z.int(),
    version: z.int().nullable(),
  })
  .meta({ id: 'DiscordRoles' })
export type DiscordRoles = z.output<typeof DiscordRoles>

export const DiscordRolesWrite = z
  .object({
    server_id: Snowflake,
    team_roles: z.array(TeamRole).max(200),
    lead_role_id: Snowflake.nullable(),
    is_on: flag,
    base_version: baseVersion,
  })
  .meta({ id: 'DiscordRolesWrite' })
export type DiscordRolesWrite = z.output<typeof DiscordRolesWrite>

/** The roles of a server on Discord, for choosing. */
export const DiscordChoices = z
  .object({
    problem: DiscordProblem.nullable(),
    /** `is_fit`: grants no powers over the server, and does not belong to a program. */
    roles: z.array(z.object({ id: Snowflake, name: z.string(), is_fit: z.boolean() })),
  })
  .meta({ id: 'DiscordChoices' })
export type DiscordChoices = z.output<typeof DiscordChoices>
