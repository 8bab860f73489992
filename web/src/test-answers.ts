import type { User } from '@muster/contract/users'
import type { DiscordRoles } from '@muster/contract/discord-roles'

/** Roles as the API returns them before an organiser has chosen one. */
export const discordRoles: DiscordRoles = {
  server_id: null,
  team_roles: [],
  lead_role_id: null,
  is_on: false,
  problem: null,
  people: [],
  without_account: 0,
  version: null,
}

/** A route as the API returns it. */
export const noticeRoute = {
  id: 9,
  name: 'Channel',
  team_id: null,
  readers: 'public',
  target: 'discord',
  address_hint: 'discord.com/…abcd',
  kinds: ['first_finish', 'rank_change', 'release', 'closing_soon', 'announcement', 'results'],
  minimum_points: 50,
  digest_minutes: 5,
  most_per_hour: 12,
  quiet_from: null,
  quiet_to: null,
  time_zone: 'UTC',
  edits_standings: true,
  templates: {},
  paused_at: null,
  stopped: null,
  waiting: 0,
  retry_at: null,
  last_sent_at: null,
  version: 1,
}

export const user = { id: 12, display_name: 'Ada', permissions: ['manager'] } as unknown as User
