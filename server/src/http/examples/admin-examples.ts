import type { SomeExamples } from './call-example.ts'
import { ada, ben } from './people.ts'

// Calls for organisers before and during an event.

const announcement = {
  id: 5,
  title: 'Teams tonight at eight',
  text: 'Teams are posted tonight at 20:00 UTC. Please connect your game account before then.',
  audience: 'players' as const,
  starts_at: '2026-01-15T09:00:00.000Z',
  ends_at: '2026-01-15T21:00:00.000Z',
  version: 2,
}
const kept = { ...announcement, author: ada, written_at: '2026-01-15T08:51:12.000Z', removed_at: null }
const { title, text, audience, starts_at, ends_at } = announcement

const discordRoles = {
  server_id: '130000000000000000',
  team_roles: [{ team_id: 4, role_id: '130000000000000001' }],
  lead_role_id: '130000000000000004',
  is_on: true,
  problem: null,
  people: [{ user: { id: 12, display_name: 'Tansy' }, role_id: '130000000000000001', state: 'given' as const }],
  without_account: 1,
  version: 1,
}
const routeRules = {
  name: 'Event channel',
  readers: 'public',
  target: 'https',
  kinds: ['first_finish', 'rank_change', 'announcement', 'results'],
  minimum_points: 50,
  digest_minutes: 5,
  most_per_hour: 12,
  quiet_from: 1380,
  quiet_to: 420,
  time_zone: 'Europe/Berlin',
  edits_standings: false,
  templates: { first_finish: '{team} was first: {objective}' },
} as const
const route = {
  ...routeRules,
  kinds: [...routeRules.kinds],
  id: 9,
  team_id: null,
  address_hint: 'hooks.example/…9f3c',
  paused_at: null,
  stopped: null,
  waiting: 2,
  retry_at: null,
  last_sent_at: '2026-01-17T12:00:00.000Z',
  version: 1,
}
const delivery = {
  number: 4,
  kind: 'digest' as const,
  state: 'sent' as const,
  notices: 1,
  text: 'Lanterns was first: Headhunter',
  made_at: '2026-01-17T12:00:00.000Z',
  attempts: 1,
  last_attempt_at: '2026-01-17T12:00:00.000Z',
  next_try_at: null,
  status: 204,
  detail: '',
}
const queued = {
  ...delivery,
  state: 'waiting' as const,
  attempts: 0,
  last_attempt_at: null,
  next_try_at: delivery.made_at,
  status: null,
}

export const adminExamples = {
  getDiscordRoles: { reply: discordRoles },
  saveDiscordRoles: {
    body: {
      server_id: discordRoles.server_id,
      team_roles: [],
      lead_role_id: discordRoles.lead_role_id,
      is_on: false,
    },
    reply: { ...discordRoles, team_roles: [], is_on: false, people: [] },
  },
  getDiscordChoices: {
    reply: { problem: null, roles: [{ id: '130000000000000001', name: 'Lanterns', is_fit: true }] },
  },
  getNoticeRoutes: { reply: [route] },
  saveNoticeRoute: {
    body: {
      ...routeRules,
      kinds: [...routeRules.kinds],
      address: 'https://hooks.example/muster?key=0b7d9f3c',
      renews_key: false,
    },
    reply: { route, signing_key: 'whsec_BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=' },
  },
  pauseNoticeRoute: { body: { is_paused: true }, reply: { ...route, paused_at: '2026-01-17T12:05:00.000Z', waiting: 0 } },
  testNoticeRoute: { reply: { ...queued, number: 5, kind: 'test' as const, notices: 0, text: '' } },
  removeNoticeRoute: {},
  getNoticeDeliveries: { reply: [delivery] },
  repeatNoticeDelivery: { reply: { ...queued, number: 5 } },
  getAnnouncements: { reply: [announcement] },
  getKeptAnnouncements: { reply: [kept] },
  saveAnnouncement: {
    body: { title, text, audience, starts_at, ends_at },
    reply: kept,
  },
  removeAnnouncement: {},
  getAdminChanges: {
    reply: [
      {
        id: 41,
        changed_at: '2026-01-16T18:02:11.000Z',
        author: ada,
        kind: 'job_started',
        subject: 'FetchStashChanges',
        detail: '2026-01-18T22:00:00.000Z',
      },
    ],
  },
  getScheduledTasks: {
    reply: [
      {
        name: 'CalculateBuilds',
        is_set_up: true,
        is_running: false,
        every_seconds: 5,
        last_started_at: '2026-01-17T12:00:00.000Z',
        last_success_at: '2026-01-17T12:00:01.000Z',
        last_error: null,
        last_error_at: null,
        backlog: { waiting: 3, oldest_at: '2026-01-17T11:58:40.000Z', failed: 1 },
        waits_for: [],
      },
    ],
  },
  getStreamPosition: {
    reply: {
      position: '2947-3120-2988-3301-3077',
      moved_at: '2026-01-17T12:00:01.000Z',
      oldest_kept_at: '2026-01-16T18:00:00.000Z',
      kept: [{ position: '2946-3118-2987-3299-3075', read_at: '2026-01-17T11:59:40.000Z' }],
    },
  },
  moveStream: {
    body: { to: 'time', at: '2026-01-17T11:30:00.000Z' },
    reply: { from: '2947-3120-2988-3301-3077', to: '2911-3090-2954-3266-3041', has_skipped: false },
  },
  getEventReadiness: {
    reply: {
      judged_at: '2026-01-15T09:00:00.000Z',
      lines: [
        {
          code: 'connections',
          weight: 'open',
          finding: 'some',
          count: 1,
          total: 94,
          names: [ben.display_name],
          detail: null,
          at: null,
          right: ['admin', 'manager'],
        },
      ],
      owners: [{ code: 'connections', user: ada }],
      figures: {
        teams: 2,
        presets: 18,
        objectives: 842,
        signups: 94,
        waiting: 0,
        pending_submissions: 4,
        waiting_points: 1,
        jobs_wanted: 3,
        jobs_running: 3,
        users: 311,
        users_with_role: 14,
        active_players: 0,
        problems: 0,
        signups_by_day: [{ day: '2026-01-03', count: 34 }],
      },
    },
  },
  changeEventStep: { body: { code: 'item_classes', action: 'take' } },
  getActivityReport: {
    reply: {
      elapsed_ms: 43_200_000,
      teams: [{ team_id: 7, points: 412, members: 60, seen: 57, ten_hours_a_day: 21, active_ms: 1_209_600_000 }],
      people: [
        {
          user_id: 12,
          display_name: 'Ada',
          team_id: 7,
          character_name: 'AdaShoots',
          level: 91,
          active_ms: 27_000_000,
          last_seen_at: '2026-01-17T07:58:00.000Z',
        },
      ],
    },
  },
} satisfies SomeExamples
