import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { UserId } from '../ids.ts'
import { largestSequence, numberParam } from '../query.ts'
import { MinimalUser, PermissionChange, Permissions, Role, User, UserUpdate } from '../users.ts'
import { user_id } from './params.ts'

const byUser = z.object({ user_id })
const limit = numberParam(1000)

export const usersEndpoints = {
  getAllUsers: endpoint({
    method: 'GET',
    path: '/users',
    tag: 'users',
    access: ['admin'],
    event: 'none',
    status: 200,
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
  getUser: endpoint({
    method: 'GET',
    path: '/users/self',
    tag: 'users',
    access: ['user'],
    event: 'none',
    status: 200,
    reply: User,
    summary: 'The caller',
  }),
  updateUser: endpoint({
    method: 'PATCH',
    path: '/users/self',
    tag: 'users',
    access: ['user'],
    event: 'none',
    status: 200,
    body: UserUpdate,
    reply: User,
    summary: "Changes the caller's display name",
  }),
  logoutEverywhere: endpoint({
    method: 'POST',
    path: '/users/self/logout-everywhere',
    tag: 'users',
    access: ['user'],
    event: 'none',
    status: 204,
    summary: 'Ends all logins of the caller, on all devices, immediately',
  }),
  getPermissionChanges: endpoint({
    method: 'GET',
    path: '/users/permission-changes',
    tag: 'users',
    access: ['admin'],
    event: 'none',
    status: 200,
    query: z.object({ before: numberParam(largestSequence).optional(), limit: limit.default(50) }),
    reply: z.array(PermissionChange),
    summary: 'The changes of roles, newest first; page on with before = the last id received',
  }),
  getUserById: endpoint({
    method: 'GET',
    path: '/users/{user_id}',
    tag: 'users',
    access: 'public',
    event: 'none',
    status: 200,
    params: byUser,
    reply: MinimalUser,
    refusals: ['user_not_found'],
    summary: "A user's public profile: the display name",
  }),
  changePermissions: endpoint({
    method: 'PATCH',
    path: '/users/{user_id}',
    tag: 'users',
    access: ['admin'],
    event: 'none',
    status: 200,
    params: byUser,
    /** The roles before the change, separated by commas; if absent, the stored roles are overwritten unchecked. */
    query: z.object({ held: z.string().max(200).optional() }),
    body: Permissions,
    reply: User,
    refusals: ['user_not_found', 'last_admin', 'changed_meanwhile'],
    summary: 'Sets all roles of a user, effective from the next call; rejected if `held` does not match the current roles',
  }),
} as const
