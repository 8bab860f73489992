import type { Tables } from '../../db/tables.gen.ts'
import type { Impersonal } from './kept-table.ts'

const settings = { impersonal: 'set by organisers for an event' } as const
const machinery = { impersonal: 'positions of programs' } as const

/** The tables without personal data. */
export const impersonalTables = {
  build_figures: {
    impersonal:
      'the result of a calculator for a build, found by the hash of the build; deleted with the last build of that hash',
  },
  guild_stash_tabs: {
    impersonal: 'the tabs of a guild, which belong to no member; their items name no person',
    texts: ['last_error'],
  },
  item_examples: { impersonal: 'items as tests of conditions, saved by organisers; they name no person' },
  item_scans: { impersonal: 'the progress of a scan of items', texts: ['problem'] },
  item_scan_results: { impersonal: 'counts of items and a few of them, which name no person' },
  jobs: { impersonal: 'settings and the last failure of a job', texts: ['last_error'] },
  scheduled_tasks: { impersonal: 'the last failure of a scheduled task', texts: ['last_error'] },
  notices: { impersonal: 'what everyone saw of an event: teams, objectives, announcements', texts: ['facts'] },
  notice_messages: { impersonal: 'the posts of an event: teams, objectives, announcements', texts: ['body'] },
  notice_cursors: machinery,
  discord_roles: settings,
  discord_team_roles: settings,
  broadcast_loads: { impersonal: 'when overlays of an event were last shown' },
  personal_notice_cursors: machinery,
  push_key: { impersonal: 'the key that identifies this server to push services' },
  conditions: settings,
  events: settings,
  fact_rules: settings,
  objectives: settings,
  objective_presets: settings,
  scoring_presets: settings,
  scoring_problems: settings,
  teams: settings,
  team_plans: settings,
  guilds: { impersonal: 'the guild of a team' },
  evaluation_cursors: machinery,
  guild_log_cursors: machinery,
  call_windows: { impersonal: 'keyed hashes of addresses and users that logged in within the last minutes' },
  health_checks: machinery,
  rematches: machinery,
  score_cursors: machinery,
  stream_cursors: machinery,
  status_settings: machinery,
  item_pictures: { impersonal: "addresses of the game's pictures, by names of items" },
  stream_positions: machinery,
} as const satisfies Partial<Record<keyof Tables, Impersonal>>
