import type { Access, Endpoint, Grant } from '@muster/contract/endpoint'
import type { RecordSharing, RecordViewers } from '@muster/contract/records'
import { type Role, roles } from '@muster/contract/users'

/** A caller's membership in an event, or null without one. */
export interface Place {
  readonly is_team_lead: boolean
}

/** The caller and their relation to the object of the call. Rights are read on every call, not from the token. */
export interface Caller {
  /** Null without a valid login. */
  readonly roles: readonly Role[] | null
  /** Membership in the event of the path; null outside its teams. */
  readonly place: Place | null
  readonly is_self: boolean
  readonly is_owner: boolean
  /** The chat bot; all other grants are ignored for it. */
  readonly is_bot: boolean
}

export const nobody: Caller = { roles: null, place: null, is_self: false, is_owner: false, is_bot: false }

/** Per grant, whether a caller has it. A role that was removed from the list of roles grants nothing. */
const has: Readonly<Record<Exclude<Grant, Role | 'bot'>, (caller: Caller) => boolean>> = {
  user: () => true,
  team_member: ({ place }) => place !== null,
  team_lead: ({ place }) => place?.is_team_lead ?? false,
  self: ({ is_self }) => is_self,
  owner: ({ is_owner }) => is_owner,
}

const isRole = (grant: Grant): grant is Role => (roles as readonly Grant[]).includes(grant)

/**
 * Whether a caller may make a call: `isGranted(endpoints.createTeam.access, caller)`. Nothing but public calls is granted without
 * a login.
 */
export function isGranted(access: Access, caller: Caller): boolean {
  if (access === 'public') return true
  if (caller.is_bot) return access.includes('bot')
  const held = caller.roles
  if (held === null) return false
  return access.some((grant) => grant !== 'bot' && (isRole(grant) ? held.includes(grant) : has[grant](caller)))
}

/** The refusal for a caller without a login: calls for roles answer 403, not 401. */
export function refusalWithoutLogin({
  access,
  without_login,
}: Pick<Endpoint, 'access' | 'without_login'>): 'not_authenticated' | 'not_allowed' {
  if (without_login) return without_login
  return access !== 'public' && access.every((grant) => grant === 'bot' || isRole(grant)) ? 'not_allowed' : 'not_authenticated'
}

/** Rights that do not belong to a single call: fields of an answer, and pages. */
export const rights = {
  /** Organisers prepare hidden events; members of their teams see them, too (D-16, D-18). */
  see_hidden_events: [...roles, 'team_member'],
  list_hidden_events: ['admin'],
  /** Objectives that open in the future. */
  see_unreleased_objectives: ['admin', 'objective_designer'],
  /** Judges see progress that teams hide from each other. */
  see_hidden_progress: ['admin', 'submission_judge'],
  /** Links for new accounts, and new login links for people with no more roles. */
  invite_people: ['admin', 'manager'],
  /** Also after the event, when players cannot withdraw themselves. */
  remove_any_signup: ['admin', 'manager'],
  /** Other callers see the answers of team members that `maySeeAnswer` allows. */
  see_signup_answers: ['admin', 'manager'],
  /** Other callers see the log of their own team's guild. */
  see_every_guild_log: ['admin'],
  /** Other callers see their own tracking, leads that of their team. */
  see_all_tracking: ['admin', 'manager'],
  /** Leads confirm the game accounts of their own team's members. */
  review_every_game_account: ['admin', 'manager'],
  delete_every_guild: ['admin'],
  /** Other callers see the wishes of their own team. */
  see_every_wish: ['admin'],
  /** Leads may check the members of their own team. */
  check_every_stash_access: ['admin'],
  /** Other organisers may only assign users who have signed up. */
  assign_without_signup: ['admin'],
  /** An admin can make the status public for everyone. */
  see_status: [...roles],
  open_admin_area: [...roles, 'team_lead'],
  view_as_visitor: [...roles],
  /** Members see the hidden progress of their team; of all roles, only admins see it in every answer. */
  view_as_player: ['admin'],
} as const satisfies Record<string, Access>
export type Right = keyof typeof rights

export const hasRight = (right: Right, caller: Caller): boolean => isGranted(rights[right], caller)

/**
 * Whether an organiser may make a new login link for another person: never for roles that the organiser lacks, because the holder
 * of the link takes over the account. Admins give and take every role anyway.
 */
export const mayRecover = (organiser: readonly Role[], person: readonly Role[]): boolean =>
  organiser.includes('admin') || person.every((role) => organiser.includes(role))

/** The callers who may see a record, by the setting of its owner. */
const recordAccess: Readonly<Record<RecordViewers, Access>> = {
  everyone: 'public',
  logged_in: ['user'],
  nobody: ['self', 'admin'],
}

/** How much of a player's record a caller sees. */
export interface RecordSight {
  /** False: the answer is the same as for a user who does not exist. */
  readonly is_found: boolean
  /** False: only data that the public calls about characters also return. */
  readonly is_whole: boolean
  readonly has_hours: boolean
}

/** @param caller `is_self`: the record is their own */
export function readRecordSight({ shown_to, shows_hours }: RecordSharing, caller: Caller): RecordSight {
  const sees_all = isGranted(recordAccess.nobody, caller)
  const is_whole = sees_all || isGranted(recordAccess[shown_to], caller)
  return { is_found: sees_all || shown_to !== 'nobody', is_whole, has_hours: sees_all || (is_whole && shows_hours) }
}

/**
 * The pages of the admin area, and the callers who may open each because they may make its calls. Callers without any of
 * these rights are not let into the area; on a single page, the missing right is named. Members of a team may only open the pages
 * about their guild.
 */
export const adminPages = {
  home: rights.open_admin_area,
  events: ['admin'],
  teams: ['admin'],
  presets: ['admin', 'objective_designer'],
  objectives: ['admin', 'objective_designer'],
  item_checks: ['admin', 'objective_designer'],
  definition: ['admin', 'objective_designer'],
  signups: ['admin', 'manager'],
  team_sort: ['admin', 'manager'],
  submissions: ['admin', 'submission_judge'],
  corrections: ['admin', 'submission_judge'],
  users: ['admin'],
  invitations: rights.invite_people,
  jobs: ['admin'],
  activity: ['admin'],
  problems: ['admin', 'objective_designer'],
  tracking: ['admin', 'manager'],
  announcements: ['admin', 'manager'],
  /** Organisers see the routes of the event, leads the routes of their team. */
  notices: ['admin', 'manager', 'team_lead'],
  discord: ['admin'],
  broadcast: ['admin', 'manager'],
  /** Members of a team see what their guild stores; switches and uploads are for the lead. */
  guild: ['team_member', 'admin'],
  guild_stashes: ['team_member', 'admin'],
  guild_logs: ['team_member', 'admin'],
  team_suggestions: ['team_lead'],
} as const satisfies Record<string, Access>
export type AdminPage = keyof typeof adminPages

export const mayOpen = (page: AdminPage, caller: Caller): boolean => isGranted(adminPages[page], caller)
