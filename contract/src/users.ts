import { z } from 'zod'
import { flag, nameLength, personName } from './body.ts'
import { UserId } from './ids.ts'

export const roles = ['admin', 'manager', 'objective_designer', 'submission_judge'] as const
export const Role = z.enum(roles).meta({ id: 'Permission' })
export type Role = z.output<typeof Role>

export const MinimalUser = z.object({ id: UserId, display_name: z.string() }).meta({ id: 'MinimalUser' })
export type MinimalUser = z.output<typeof MinimalUser>

/** A name and its number, in the stored form or with spaces around the hash. */
export const isGameAccountName = (text: string): boolean => /^[^#]+[#＃] ?\d{4}$/.test(text.trim())

/**
 * The name of an account at the game as people type it, in its stored form: `Name#1234`. The number has been part of the name
 * since patch 3.25.2 (`account.name` of a ladder entry, in the API document).
 */
export const gameAccountName = personName(nameLength)
  .overwrite((text) => text.replaceAll(/ ?# ?/g, '#'))
  .refine((text) => isGameAccountName(text), 'must be the whole name with its number, such as Name#1234')

/** A game account that a player has stated, without a login at the game. */
export const StatedAccount = z
  .object({
    name: z.string(),
    /** A lead or an organiser has confirmed that the account is theirs. */
    is_confirmed: z.boolean(),
  })
  .meta({ id: 'StatedAccount' })
export type StatedAccount = z.output<typeof StatedAccount>

export const User = z
  .object({
    id: UserId,
    display_name: z.string(),
    permissions: z.array(Role),
    /** Game account name with its discriminator, `Name#1234`; null without a connected game account. */
    account_name: z.string().nullable(),
    /** Null with a connected game account, and for players who have stated none. */
    stated_account: StatedAccount.nullable(),
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
  stated_account: true,
  discord_id: true,
  discord_name: true,
  twitch_id: true,
  twitch_name: true,
}).meta({ id: 'NonSensitiveUser' })
export type NonSensitiveUser = z.output<typeof NonSensitiveUser>

/** The name of the game account, connected or stated; null: unknown. */
export const readAccountName = (user: Pick<User, 'account_name' | 'stated_account'>): string | null =>
  user.account_name ?? user.stated_account?.name ?? null

/** Longest display name, in characters of its stored form, which can be longer than the typed one. */
export const displayNameLength = 50

export const UserUpdate = z
  .object({
    display_name: personName(displayNameLength),
  })
  .meta({ id: 'UserUpdate' })
export type UserUpdate = z.output<typeof UserUpdate>

export const GameAccountUpdate = z
  .object({
    /** Null or absent: none. */
    name: gameAccountName.nullish(),
  })
  .meta({ id: 'GameAccountUpdate' })
export type GameAccountUpdate = z.output<typeof GameAccountUpdate>

export const GameAccountReview = z
  .object({
    /** The name that the lead or organiser saw; if it has changed since, nothing is confirmed. */
    name: gameAccountName,
    /** False withdraws a confirmation. */
    is_confirmed: flag,
  })
  .meta({ id: 'GameAccountReview' })

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
