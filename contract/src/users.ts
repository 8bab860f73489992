import { z } from 'zod'
import { personName } from './body.ts'
import { UserId } from './ids.ts'

export const roles = ['admin', 'manager', 'objective_designer', 'submission_judge'] as const
export const Role = z.enum(roles).meta({ id: 'Permission' })
export type Role = z.output<typeof Role>

export const MinimalUser = z.object({ id: UserId, display_name: z.string() }).meta({ id: 'MinimalUser' })
export type MinimalUser = z.output<typeof MinimalUser>

export const User = z
  .object({
    id: UserId,
    display_name: z.string(),
    permissions: z.array(Role),
    /** Game account name with its discriminator, `Name#1234`; null without a connected game account. */
    account_name: z.string().nullable(),
    discord_id: z.string().nullable(),
    discord_name: z.string().nullable(),
    twitch_id: z.string().nullable(),
    twitch_name: z.string().nullable(),
    /** Expiry of the game provider's token, not of our own login token. */
    token_expiry_timestamp: z.iso.datetime({ offset: true }).nullable(),
  })
  .meta({ id: 'User' })
export type User = z.output<typeof User>

/** A user with the names of the connected accounts, for organisers. */
export const NonSensitiveUser = User.pick({
  id: true,
  display_name: true,
  account_name: true,
  discord_id: true,
  discord_name: true,
  twitch_id: true,
  twitch_name: true,
}).meta({ id: 'NonSensitiveUser' })
export type NonSensitiveUser = z.output<typeof NonSensitiveUser>

/** Longest display name, in characters of its stored form, which can be longer than the typed one. */
export const displayNameLength = 50

export const UserUpdate = z
  .object({
    display_name: personName(displayNameLength),
  })
  .meta({ id: 'UserUpdate' })
export type UserUpdate = z.output<typeof UserUpdate>

/** The complete list of a user's roles, without a wrapper; duplicates are removed. */
export const Permissions = z
  .array(Role)
  .max(100)
  .transform((wanted) => roles.filter((role) => wanted.includes(role)))
  .meta({ id: 'Permissions' })

/** A change of a user's roles. */
export const PermissionChange = z
  .object({
    id: z.int(),
    changed_at: z.iso.datetime({ offset: true }),
    user: MinimalUser,
    /** Null if it was made on the server's command line, or by a deleted user. */
    author: MinimalUser.nullable(),
    permissions_before: z.array(Role),
    permissions_after: z.array(Role),
  })
  .meta({ id: 'PermissionChange' })
export type PermissionChange = z.output<typeof PermissionChange>

/** Team id (decimal text) to the team's users; every team of the event has a key. */
export const UsersByTeam = z.record(z.string(), z.array(MinimalUser)).meta({ id: 'UsersByTeam' })
export type UsersByTeam = z.output<typeof UsersByTeam>

/** Payload of our login token; `exp` in unix seconds. Clients decode it to learn rights and expiry. */
export const TokenClaims = z.object({ user_id: z.int(), permissions: z.array(z.string()), exp: z.int() })
export type TokenClaims = z.output<typeof TokenClaims>
