import { z } from 'zod'
import { callsOf } from './calls-of.ts'
import { UserId } from '../ids.ts'
import { largestSequence, numberParam } from '../query.ts'
import {
  GameAccountReview,
  GameAccountUpdate,
  MinimalUser,
  PermissionChange,
  Permissions,
  Role,
  StatedAccount,
  User,
  UserUpdate,
} from '../users.ts'

const limit = numberParam(1000)

const { GET, PUT, POST, PATCH } = callsOf('users')

export const usersEndpoints = {
  getAllUsers: GET('/users', {
    keys: null,
    access: ['admin'],
    query: z.object({
      /** Part of a display name or of a connected account's name, in any case; or the full id of a user or Discord account. */
      search: z.string().max(100).optional(),
      /** Only holders of this role. */
      role: Role.optional(),
      limit: limit.optional(),
      after: numberParam().pipe(UserId).optional(),
    }),
    reply: z.array(User),
    summary: 'All users by id, with their accounts; page on with limit and after = the last id received',
  }),
  getUser: GET('/users/self', {
    keys: 'own',
    access: ['user'],
    reply: User,
    summary: 'The caller',
  }),
  updateUser: PATCH('/users/self', {
    access: ['user'],
    body: UserUpdate,
    reply: User,
    summary: "Changes the caller's display name",
  }),
  stateGameAccount: PUT('/users/self/game-account', {
    access: ['user'],
    body: GameAccountUpdate,
    reply: User,
    refusals: ['account_connected'],
    summary: "States the caller's game account, for players who have not connected it; a lead or an organiser confirms it",
  }),
  reviewGameAccount: PUT('/events/{event_id}/users/{user_id}/game-account', {
    access: ['admin', 'manager', 'team_lead'],
    body: GameAccountReview,
    reply: StatedAccount,
    refusals: ['user_not_found', 'changed_meanwhile'],
    summary: 'Confirms the stated game account of another player of the event, for leads of a member of their team',
  }),
  logoutEverywhere: POST('/users/self/logout-everywhere', {
    access: ['user'],
    summary: 'Ends all logins of the caller, on all devices, immediately',
  }),
  getPermissionChanges: GET('/users/permission-changes', {
    keys: null,
    access: ['admin'],
    query: z.object({ before: numberParam(largestSequence).optional(), limit: limit.default(50) }),
    reply: z.array(PermissionChange),
    summary: 'The changes of roles, newest first; page on with before = the last id received',
  }),
  getUserById: GET('/users/{user_id}', {
    keys: 'public',
    access: 'public',
    reply: MinimalUser,
    refusals: ['user_not_found'],
    summary: "A user's public profile: the display name",
  }),
  changePermissions: PATCH('/users/{user_id}', {
    access: ['admin'],
    /** The roles before the change, separated by commas; if absent, the stored roles are overwritten unchecked. */
    query: z.object({ held: z.string().max(200).optional() }),
    body: Permissions,
    reply: User,
    refusals: ['user_not_found', 'last_admin', 'changed_meanwhile'],
    summary: 'Sets all roles of a user, effective from the next call; rejected if `held` does not match the current roles',
  }),
} as const
