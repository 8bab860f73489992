import type { AdminPage } from '@muster/domain/access'
import { type LinkOptions, linkOptions } from '@tanstack/react-router'
import { paths } from '../../../lib/paths.ts'

/** Pages about a guild; they say so if the event's game shows no guild data. */
export const guildPages: ReadonlySet<AdminPage> = new Set(['guild', 'guild_stashes', 'guild_logs'])

interface AdminLink {
  readonly page: AdminPage
  /** The page's link. Pages of one event carry its id in the address, so there is no link without an event. */
  readonly link: (event_id: number | null) => LinkOptions | null
}

/** The pages in the order of the navigation. */
export const adminLinks: readonly AdminLink[] = [
  { page: 'home', link: () => linkOptions({ to: paths.admin }) },
  { page: 'events', link: () => linkOptions({ to: paths.adminEvents }) },
  { page: 'teams', link: (eventId) => (eventId === null ? null : linkOptions({ to: paths.adminTeams, params: { eventId } })) },
  {
    page: 'presets',
    link: (eventId) => (eventId === null ? null : linkOptions({ to: paths.adminPresets, params: { eventId } })),
  },
  {
    page: 'objectives',
    link: (eventId) =>
      eventId === null ? null : linkOptions({ to: paths.adminObjectives, params: { eventId, categoryId: 'root' } }),
  },
  {
    page: 'definition',
    link: (event_id) => (event_id === null ? null : linkOptions({ to: paths.adminDefinition, params: { eventId: event_id } })),
  },
  { page: 'signups', link: () => linkOptions({ to: paths.adminSignups }) },
  { page: 'team_sort', link: () => linkOptions({ to: paths.adminTeamSort }) },
  { page: 'submissions', link: () => linkOptions({ to: paths.judgeDesk }) },
  { page: 'corrections', link: () => linkOptions({ to: paths.corrections }) },
  { page: 'announcements', link: () => linkOptions({ to: paths.adminAnnouncements }) },
  { page: 'guild', link: () => linkOptions({ to: paths.adminGuild }) },
  { page: 'guild_stashes', link: () => linkOptions({ to: paths.guildStashes }) },
  { page: 'guild_logs', link: () => linkOptions({ to: paths.adminGuildLogs }) },
  { page: 'team_suggestions', link: () => linkOptions({ to: paths.adminTeamSuggestions }) },
  { page: 'jobs', link: () => linkOptions({ to: paths.adminJobs }) },
  { page: 'problems', link: () => linkOptions({ to: paths.adminProblems }) },
  { page: 'tracking', link: () => linkOptions({ to: paths.adminTracking }) },
  { page: 'activity', link: () => linkOptions({ to: paths.adminActivity }) },
  { page: 'users', link: () => linkOptions({ to: paths.adminUsers }) },
]
