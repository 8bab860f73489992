import { endpoints } from '@muster/contract/endpoints'
import { type AdminPage, type Caller, hasRight, isGranted, mayOpen } from '@muster/domain/access'
import { type LinkOptions, linkOptions } from '@tanstack/react-router'
import { paths } from '../../../lib/paths.ts'

/** Pages about a guild; they say so if the event's game shows no guild data. */
export const guildPages: ReadonlySet<AdminPage> = new Set(['guild', 'guild_stashes', 'guild_logs'])

/** Entries of the navigation: the admin pages, and two public pages on which organisers work. */
export type AdminEntry = AdminPage | 'rules' | 'status'

/** The navigation, in the order of the work. The overview is above the groups. */
export const adminGroups = {
  prepare: ['events', 'objectives', 'presets', 'item_checks', 'definition', 'rules', 'signups', 'teams', 'team_sort'],
  run: ['submissions', 'corrections', 'announcements', 'notices', 'discord', 'broadcast', 'tracking', 'problems', 'activity'],
  my_team: ['guild', 'guild_stashes', 'guild_logs', 'team_suggestions'],
  server: ['jobs', 'users', 'invitations', 'status'],
} as const satisfies Record<string, readonly AdminEntry[]>
export type AdminGroup = keyof typeof adminGroups

/** Pages that need the whole width: the navigation is above them, not beside them. */
export const widePages: ReadonlySet<AdminPage> = new Set([
  'objectives',
  'team_sort',
  'submissions',
  'guild_stashes',
  'team_suggestions',
])

/** The admin pages in the order of the navigation, without the overview. */
export const adminPageOrder: readonly Exclude<AdminPage, 'home'>[] = Object.values<readonly AdminEntry[]>(adminGroups)
  .flat()
  .filter((entry): entry is Exclude<AdminPage, 'home'> => entry !== 'rules' && entry !== 'status' && entry !== 'home')

type EventLink = (event_id: number) => LinkOptions

/** The links. Pages of one event carry its id in the address, so there is no link without an event. */
const plainLinks = {
  home: linkOptions({ to: paths.admin }),
  events: linkOptions({ to: paths.adminEvents }),
  rules: linkOptions({ to: paths.rules }),
  signups: linkOptions({ to: paths.adminSignups }),
  team_sort: linkOptions({ to: paths.adminTeamSort }),
  submissions: linkOptions({ to: paths.judgeDesk }),
  corrections: linkOptions({ to: paths.corrections }),
  announcements: linkOptions({ to: paths.adminAnnouncements }),
  notices: linkOptions({ to: paths.adminNotices }),
  discord: linkOptions({ to: paths.adminDiscord }),
  broadcast: linkOptions({ to: paths.adminBroadcast }),
  tracking: linkOptions({ to: paths.adminTracking }),
  problems: linkOptions({ to: paths.adminProblems }),
  activity: linkOptions({ to: paths.adminActivity }),
  guild: linkOptions({ to: paths.adminGuild }),
  guild_stashes: linkOptions({ to: paths.guildStashes }),
  guild_logs: linkOptions({ to: paths.adminGuildLogs }),
  team_suggestions: linkOptions({ to: paths.adminTeamSuggestions }),
  jobs: linkOptions({ to: paths.adminJobs }),
  users: linkOptions({ to: paths.adminUsers }),
  invitations: linkOptions({ to: paths.adminInvitations }),
  status: linkOptions({ to: paths.status }),
} as const satisfies Partial<Record<AdminEntry, LinkOptions>>

const eventLinks: Readonly<Record<Exclude<AdminEntry, keyof typeof plainLinks>, EventLink>> = {
  teams: (eventId) => linkOptions({ to: paths.adminTeams, params: { eventId } }),
  presets: (eventId) => linkOptions({ to: paths.adminPresets, params: { eventId } }),
  objectives: (eventId) => linkOptions({ to: paths.adminObjectives, params: { eventId, categoryId: 'root' } }),
  item_checks: (eventId) => linkOptions({ to: paths.adminItemChecks, params: { eventId } }),
  definition: (eventId) => linkOptions({ to: paths.adminDefinition, params: { eventId } }),
}

const isPlain = (entry: AdminEntry): entry is keyof typeof plainLinks => entry in plainLinks

/** The link to an entry; null if it needs an event. */
export function linkTo(entry: AdminEntry, event_id: number | null): LinkOptions | null {
  if (isPlain(entry)) return plainLinks[entry]
  return event_id === null ? null : eventLinks[entry](event_id)
}

/** Whether the navigation shows an entry to the viewer. Everyone reads the rules; only their authors find them here. */
export function isEntryOf(entry: AdminEntry, caller: Caller): boolean {
  if (entry === 'rules') return isGranted(endpoints.writeEventRules.access, caller)
  return entry === 'status' ? hasRight('see_status', caller) : mayOpen(entry, caller)
}
