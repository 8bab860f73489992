import type { SomeExamples } from './call-example.ts'

const logoHash = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
/** A PNG file of one pixel. */
export const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGMwTjsDAAI1AWaKkkQyAAAAAElFTkSuQmCC'
const falcons = {
  id: 7,
  event_id: 3,
  name: 'Falcons',
  abbreviation: 'FAL',
  color: '#3366cc',
  allowed_classes: ['Ranger', 'Deadeye', 'Pathfinder', 'Warden'],
  version: 2,
  logo: `/api/events/3/teams/7/logo?hash=${logoHash}`,
}
const otters = {
  id: 8,
  event_id: 3,
  name: 'Otters',
  abbreviation: 'OTT',
  color: '#1f9d61',
  allowed_classes: [],
  version: 1,
  logo: null,
}

const outage = {
  id: 12,
  part: 'game_data' as const,
  event: { id: 3, name: 'Winter Race' },
  affected: ['FetchStashChanges', 'stream'],
  began_at: '2026-01-17T14:05:12.000Z',
  ended_at: null,
  note: 'The game is down for maintenance; nothing is lost.',
  note_author: { id: 42, display_name: 'Mara' },
  version: 1,
}

const times = {
  application_start_time: '2026-01-02T18:00:00.000Z',
  application_end_time: '2026-01-16T18:00:00.000Z',
  event_start_time: '2026-01-16T20:00:00.000Z',
  event_end_time: '2026-01-18T20:00:00.000Z',
}
const settings = {
  name: 'Winter Race',
  game_version: 'poe1' as const,
  is_current: true,
  is_public: true,
  is_locked: false,
  max_size: 120,
  waitlist_size: 20,
  patch: '3_27',
  points_need_approval_above: 100,
  objectives_shown: 'at_start' as const,
  reports: 'reviewed' as const,
  report_proof: 'optional' as const,
  trusted_after: 5,
  second_look_percent: 10,
  read_playing_seconds: 240,
  read_climbing_seconds: 180,
  read_idle_seconds: 900,
  read_ladder_seconds: 60,
  read_changed_tab_seconds: 60,
  read_tab_seconds: 120,
  read_priority_tab_seconds: 20,
  read_tab_access_seconds: 1800,
  read_list_seconds: 3600,
  read_first_list_seconds: 600,
  read_atlas_seconds: 300,
  read_grown_atlas_seconds: 900,
  read_idle_atlas_seconds: 7200,
  read_stream_seconds: 0,
  calculate_build_seconds: 300,
  game_log: 'off' as const,
  guild_log: 'names' as const,
  personal_objectives: {
    cap: 9,
    steps: [
      { number_field: 'PLAYER_LEVEL' as const, at: 90, points: 6 },
      { number_field: 'ASCENDANCY' as const, at: 8, points: 3 },
    ],
    figures_cap: 8,
    figures: [
      {
        number_field: 'DELVE_DEPTH' as const,
        steps: [
          { at: 100, points: 1 },
          { at: 200, points: 2 },
          { at: 300, points: 4 },
        ],
      },
    ],
  },
  time_zone: 'Europe/Berlin',
  embed_hosts: 'league.example.com',
}
const event = {
  id: 3,
  ...settings,
  ...times,
  version: 4,
  archived_at: null,
  raw_kept_until: null,
  final_since: null,
  teams: [falcons, otters],
}
const copyTimes = {
  application_start_time: '2026-04-03T18:00:00.000Z',
  application_end_time: '2026-04-17T18:00:00.000Z',
  event_start_time: '2026-04-17T20:00:00.000Z',
  event_end_time: '2026-04-19T20:00:00.000Z',
}
const copy = { ...settings, ...copyTimes, name: 'Spring Race', is_current: false }
const rules = '# Rules\n\nPlay in your own guild. Trading between teams is not allowed.'

export const eventExamples = {
  getEvents: { reply: [event] },
  getEvent: { reply: event },
  createEvent: { body: { ...settings, ...times, example: 'weekend' }, reply: event },
  deleteEvent: {},
  duplicateEvent: {
    body: {
      ...copy,
      copy_teams: false,
      copy_logos: false,
      copy_objectives: true,
      copy_rules: true,
      windows: [{ objective_id: 118, valid_from: '2026-04-18T18:00:00.000Z', valid_to: null }],
    },
    reply: { id: 4, ...copy, version: 1, archived_at: null, raw_kept_until: null, final_since: null, teams: [] },
  },
  getEventArchive: {},
  getEventContents: {
    reply: {
      objectives: 214,
      conditions: 377,
      scoring_presets: 12,
      teams: 2,
      participants: 118,
      signups: 131,
      facts: 20_114,
      submissions: 63,
      points: 1302,
    },
  },
  getEventRetention: {
    reply: {
      kept_until: '2026-04-18T20:00:00.000Z',
      earliest: '2026-01-20T08:00:00.000Z',
      version: 4,
      final_since: null,
      removed_at: null,
      is_matched: true,
      stored: [
        { kind: 'items', rows: 91_200, bytes: 402_653_184 },
        { kind: 'characters', rows: 48_113, bytes: 9_100_220 },
        { kind: 'builds', rows: 6120, bytes: 31_457_280 },
        { kind: 'play', rows: 70_402, bytes: 8_448_240 },
      ],
      removed: [],
    },
  },
  chooseEventRetention: {
    body: { kept_until: '2026-04-18T20:00:00.000Z', base_version: 4 },
    reply: { ...event, version: 5, raw_kept_until: '2026-04-18T20:00:00.000Z' },
  },
  checkLeague: {
    reply: { state: 'exists', start_at: '2026-01-16T20:00:00.000Z', end_at: '2026-01-18T20:00:00.000Z', characters: 41 },
  },
  getEventStatus: {
    reply: {
      team_id: 7,
      is_team_lead: false,
      application_status: 'accepted',
      number_of_signups: 94,
      number_of_signups_before: 17,
      partner: 'Ben',
    },
  },
  getEventRules: { reply: { version: 2, latest_version: 2, text: rules, written_at: '2026-01-10T16:21:07.000Z' } },
  writeEventRules: {
    body: { text: rules, base_version: 1 },
    reply: { version: 2, latest_version: 2, text: rules, written_at: '2026-01-10T16:21:07.000Z' },
  },
  getEventProblems: {
    reply: [
      {
        source: 'scoring',
        code: 'no_preset',
        message: '"Ten divine orbs" has no scoring preset and gives no points',
        objective_id: 118,
        scoring_preset_id: null,
        noticed_at: null,
      },
    ],
  },
  getTeams: { reply: [falcons, otters] },
  getTeam: { reply: falcons },
  createTeam: {
    body: { name: 'Falcons', abbreviation: 'FAL', color: '#3366cc', allowed_classes: falcons.allowed_classes },
    reply: falcons,
  },
  deleteTeam: {},
  uploadTeamLogo: {
    body: { picture: onePixel },
    reply: falcons,
  },
  deleteTeamLogo: { reply: { ...falcons, logo: null } },
  getTeamLogo: {},
  getEventCalendar: {},
  getEventCard: {},
  addUsersToTeams: {
    body: [
      { user_id: 12, team_id: 7, is_team_lead: true },
      { user_id: 31, team_id: 0, is_team_lead: false },
    ],
  },
  getUsersForEvent: {
    reply: {
      '7': [
        { id: 12, display_name: 'Ada' },
        { id: 31, display_name: 'Ben' },
      ],
      '8': [],
    },
  },
  getJobs: {
    reply: [
      {
        event_id: 3,
        job_type: 'FetchStashChanges',
        end_date: '2026-01-18T22:00:00.000Z',
        sleep_after_each_run_seconds: 0,
        is_running: true,
        last_started_at: '2026-01-17T14:05:11.000Z',
        last_success_at: '2026-01-17T14:05:11.412Z',
        last_error: 'The game did not respond within 30 seconds',
        last_error_at: '2026-01-17T09:12:40.000Z',
        failures_in_a_row: 0,
        away_since: null,
        next_run_at: null,
        delay_seconds: 3,
        version: 2,
      },
    ],
  },
  startJob: {
    body: {
      event_id: 3,
      job_type: 'FetchCharacterData',
      duration_in_seconds: 172_800,
      sleep_after_each_run_seconds: 60,
      base_version: 0,
    },
    reply: {
      event_id: 3,
      job_type: 'FetchCharacterData',
      end_date: '2026-01-18T20:00:00.000Z',
      sleep_after_each_run_seconds: 60,
      is_running: false,
      last_started_at: null,
      last_success_at: null,
      last_error: null,
      last_error_at: null,
      failures_in_a_row: 0,
      away_since: null,
      next_run_at: '2026-01-16T20:00:00.000Z',
      delay_seconds: null,
      version: 1,
    },
  },
  getHealth: { reply: { status: 'ok' } },
  getReadiness: {
    reply: {
      status: 'behind',
      roles: {
        http: { status: 'ready', behind: [] },
        jobs: {
          status: 'behind',
          behind: [{ part: 'FetchStashChanges', event_id: 3, reason: 'failing', since: '2026-01-17T14:05:12.000Z' }],
        },
        scoring: { status: 'ready', behind: [] },
      },
    },
  },
  getStatus: {
    reply: {
      is_public: false,
      shown: {
        judged_at: '2026-01-17T14:07:30.000Z',
        parts: [
          { part: 'scores', state: 'fine', since: null, behind: [] },
          {
            part: 'game_data',
            state: 'trouble',
            since: '2026-01-17T14:05:12.000Z',
            behind: [{ part: 'FetchStashChanges', event_id: 3, reason: 'failing', since: '2026-01-17T14:05:12.000Z' }],
          },
          { part: 'logins', state: 'fine', since: '2026-01-16T19:20:00.000Z', behind: [] },
          { part: 'notices', state: 'fine', since: null, behind: [] },
          { part: 'streams', state: 'fine', since: null, behind: [] },
          { part: 'builds', state: 'off', since: null, behind: [] },
        ],
        outages: [outage],
        server: {
          processes: [{ version: '0.1.0', roles: ['http', 'jobs', 'scoring'], connected_at: '2026-01-17T11:02:09.000Z' }],
          conflicts: [],
        },
      },
    },
  },
  saveStatusSettings: { body: { is_public: true } },
  noteOutage: {
    body: { note: outage.note, base_version: 1 },
    reply: { ...outage, version: 2 },
  },
  getClock: {
    reply: {
      now: '2026-01-17T14:05:12.000Z',
      speed: 1,
      shows_status: true,
      footer_links: [{ label: 'Discord', url: 'https://discord.gg/example' }],
      reads_game: true,
      is_trial: false,
    },
  },
} satisfies SomeExamples
