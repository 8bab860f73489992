import type { Access, Endpoint, Grant } from '@muster/contract/endpoint'
import type { RecordSharing, RecordViewers } from '@muster/contract/records'
import { type Role, roles } from '@muster/contract/users'

/** Somebody's place in an event, or null for nobody's. */
export interface Place {
  readonly is_team_lead: boolean
}

/** Who makes a call, and how they relate to what it is about. Rights are those of now, never those of a token's birth. */
export interface Caller {
  /** Null without a valid login. */
  readonly roles: readonly Role[] | null
  /** Place in the event of the path; null outside its teams. */
  readonly place: Place | null
  readonly is_self: boolean
  readonly is_owner: boolean
  /** The chat bot; then nothing else holds. */
  readonly is_bot: boolean
}

export const nobody: Caller = { roles: null, place: null, is_self: false, is_owner: false, is_bot: false }

/** One row a grant: when somebody has it. A role that is no more in the list of roles grants nothing. */
const has: Readonly<Record<Exclude<Grant, Role | 'bot'>, (caller: Caller) => boolean>> = {
  user: () => true,
  team_member: ({ place }) => place !== null,
  team_lead: ({ place }) => place?.is_team_lead ?? false,
  self: ({ is_self }) => is_self,
  owner: ({ is_owner }) => is_owner,
}

const isRole = (grant: Grant): grant is Role => (roles as readonly Grant[]).includes(grant)

/** Whether somebody may make a call: `isGranted(endpoints.createTeam.access, caller)`. Nothing is granted without a login. */
export function isGranted(access: Access, caller: Caller): boolean {
  if (access === 'public') return true
  if (caller.is_bot) return access.includes('bot')
  const held = caller.roles
  if (held === null) return false
  return access.some((grant) => grant !== 'bot' && (isRole(grant) ? held.includes(grant) : has[grant](caller)))
}

/** What somebody without a login is told by a call that is not public: calls of roles answer 403 and not 401. */
export function refusalWithoutLogin({
  access,
  without_login,
}: Pick<Endpoint, 'access' | 'without_login'>): 'not_authenticated' | 'not_allowed' {
  if (without_login) return without_login
  return access !== 'public' && access.every((grant) => grant === 'bot' || isRole(grant)) ? 'not_allowed' : 'not_authenticated'
}

/** Rights that are not calls of their own: what an answer shows, and which pages open. */
export const rights = {
  /** A hidden event is for those who prepare it and for those who were put into one of its teams (D-16, D-18). */
  see_hidden_events: [...roles, 'team_member'],
  list_hidden_events: ['admin'],
  /** Objectives that open in the future. */
  see_unreleased_objectives: ['admin', 'objective_designer'],
  /** Those who decide submissions see what teams hide from each other. */
  see_hidden_progress: ['admin', 'submission_judge'],
  /** Also when the event has ended, which closes withdrawing by oneself. */
  remove_any_signup: ['admin', 'manager'],
  /** Others see the log of their own team's guild. */
  see_every_guild_log: ['admin'],
  /** Others see what is read of themselves, leads of their team. */
  see_all_tracking: ['admin', 'manager'],
  delete_every_guild: ['admin'],
  /** Leads have the members of their own team checked. */
  check_every_stash_access: ['admin'],
  /** Others may put only those into teams who have signed up. */
  assign_without_signup: ['admin'],
  /** Everybody does once an admin has made it public. */
  see_status: [...roles],
  open_admin_area: [...roles, 'team_lead'],
} as const satisfies Record<string, Access>
export type Right = keyof typeof rights

export const hasRight = (right: Right, caller: Caller): boolean => isGranted(rights[right], caller)

/** Who sees the record of somebody who shows it to these. */
const recordAccess: Readonly<Record<RecordViewers, Access>> = {
  everyone: 'public',
  logged_in: ['user'],
  nobody: ['self', 'admin'],
}

/** How much of somebody's record a caller sees. */
export interface RecordSight {
  /** False: they are told the same as about somebody who does not exist. */
  readonly is_found: boolean
  /** False: no more than the public calls about characters tell anyway. */
  readonly is_whole: boolean
  readonly has_hours: boolean
}

/** @param caller `is_self`: it is their own record. */
export function readRecordSight({ shown_to, shows_hours }: RecordSharing, caller: Caller): RecordSight {
  const sees_all = isGranted(recordAccess.nobody, caller)
  const is_whole = sees_all || isGranted(recordAccess[shown_to], caller)
  return { is_found: sees_all || shown_to !== 'nobody', is_whole, has_hours: sees_all || (is_whole && shows_hours) }
}

/**
 * The pages of the admin area, and who may open each: those who may make the calls that the page is for. Whoever has none of these
 * rights is not let in; whoever lacks one is told which. Members of a team come in for the pages of their guild alone.
 */
export const adminPages = {
  home: rights.open_admin_area,
  events: ['admin'],
  teams: ['admin'],
  presets: ['admin', 'objective_designer'],
  objectives: ['admin', 'objective_designer'],
  definition: ['admin', 'objective_designer'],
  signups: ['admin', 'manager'],
  team_sort: ['admin', 'manager'],
  submissions: ['admin', 'submission_judge'],
  corrections: ['admin', 'submission_judge'],
  users: ['admin'],
  jobs: ['admin'],
  activity: ['admin'],
  problems: ['admin', 'objective_designer'],
  tracking: ['admin', 'manager'],
  announcements: ['admin', 'manager'],
  /** Those of a team read what their guild holds; switches and uploads are the lead's. */
  guild: ['team_member', 'admin'],
  guild_stashes: ['team_member', 'admin'],
  guild_logs: ['team_member', 'admin'],
  team_suggestions: ['team_lead'],
} as const satisfies Record<string, Access>
export type AdminPage = keyof typeof adminPages

export const mayOpen = (page: AdminPage, caller: Caller): boolean => isGranted(adminPages[page], caller)
