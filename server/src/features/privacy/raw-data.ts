import type { EventId } from '@muster/contract/ids'
import type { RawKind } from '@muster/contract/retention'
import { type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../db/tables.gen.ts'

// The fate of every table when the raw data of an event is removed. Personal data that decides no score goes; the ledger,
// everything derived from it, and the results on pages stay. The list is in the order of removal: dependent rows go first, so
// that all of them are counted.

type Rows = (event_id: EventId) => RawBuilder<boolean>

interface Weighed {
  /** The rows of an event; by default by `event_id`. */
  readonly rows?: Rows
  /** Columns that are large. */
  readonly weighs?: readonly string[]
}

export type AfterRemoval =
  | ({ readonly removed: RawKind } & Weighed)
  /** The rows stay, with these values in the columns that held personal data. */
  | ({ readonly emptied: RawKind; readonly columns: Readonly<Record<string, RawBuilder<unknown>>> } & Weighed)
  /** The reason. */
  | { readonly stays: string }

const ofTeam: Rows = (event_id) => sql`team_id in (select id from teams where event_id = ${event_id})`
const ofSubmission: Rows = (event_id) => sql`submission_id in (select id from submissions where event_id = ${event_id})`

const nothing = sql`null`
const no = sql`false`
const empty = sql`''`

const isOfThePerson = { stays: 'of a user, and of no event' } as const
const isOfTheServer = { stays: 'of the server, and of no event' } as const
const isTheRecord = { stays: 'the player of each point, and who may ask why: the public record' } as const
const isTheDefinition = { stays: 'the public definition of the event, written by its organisers' } as const
const isAnswered = { stays: 'the record of what organisers did' } as const
const isMachinery = { stays: 'positions of programs' } as const

export const afterRemoval: Readonly<Record<keyof Tables, AfterRemoval>> = {
  // The data that a receipt shows about a fact (whose equipment it was, at which level) stays in its snapshot, without the items:
  // see `removeSnapshots`.
  stash_snapshots: { removed: 'items', weighs: ['items'] },
  stashes: { removed: 'items' },
  character_items: { removed: 'items' },
  item_scan_results: { removed: 'items', weighs: ['hits'] },
  rematch_facts: { stays: 'deleted after its re-evaluation: nothing is removed before everything is matched' },
  tracked_readings: { removed: 'characters', weighs: ['reading_ids'] },
  character_readings: { removed: 'characters' },
  character_values: { removed: 'characters', weighs: ['worn', 'figures'] },
  atlas_trees: { removed: 'characters', weighs: ['nodes'] },
  characters: {
    emptied: 'characters',
    columns: { last_active_at: nothing, values_id: nothing },
  },
  // Together with the figures that no other event has: see `removeBuilds`.
  build_queue: { removed: 'builds', weighs: ['request'] },
  character_builds: { removed: 'builds', weighs: ['export'] },
  build_figures: { stays: 'deleted with the last build of their hash' },
  ladder_entries: { removed: 'ladder' },
  guild_stash_access: { removed: 'guild_tabs' },
  guild_stash_tabs: { removed: 'guild_tabs', weighs: ['content'] },
  guild_log_entries: { removed: 'guild_logs', weighs: ['item_name'] },
  guild_log_pages: { removed: 'guild_logs' },
  activity_samples: { removed: 'play' },
  fetch_windows: { removed: 'fetching' },
  character_polls: { removed: 'fetching' },
  guild_stash_polls: { removed: 'fetching' },
  ingestion_problems: { removed: 'fetching', weighs: ['problem', 'excerpt'] },
  jobs: { emptied: 'fetching', columns: { last_error: nothing } },
  signups: {
    emptied: 'signups',
    columns: {
      extra: nothing,
      partner_id: nothing,
      utc_offset_hours: nothing,
      answers: sql`'[]'::jsonb`,
      needs_help: no,
      wants_to_help: no,
      expected_playtime: sql`0`,
      actual_playtime: sql`0`,
    },
    weighs: ['extra', 'answers'],
  },
  signup_changes: { removed: 'signups', weighs: ['signup'] },
  team_sort_drafts: { removed: 'signups', weighs: ['draft'] },
  submission_claims: { removed: 'texts', rows: ofSubmission },
  submission_history: {
    emptied: 'texts',
    // The statements of judges explain a score.
    rows: (event_id) => sql`(${ofSubmission(event_id)} and kind in ('submitted', 'edited', 'challenged', 'appealed'))`,
    columns: { comment: empty },
    weighs: ['comment'],
  },
  proof_pictures: { removed: 'texts', weighs: ['picture'] },
  game_log_events: { removed: 'texts' },
  submissions: {
    emptied: 'texts',
    columns: { proof: empty, comment: empty, item_text: empty },
    weighs: ['proof', 'comment', 'item_text'],
  },
  team_wishes: { removed: 'texts' },
  team_suggestion_takers: { removed: 'texts', rows: ofTeam },
  team_suggestion_readers: { removed: 'texts', rows: ofTeam },
  team_suggestions: { removed: 'texts', rows: ofTeam, weighs: ['extra'] },

  facts: isTheRecord,
  exclusions: isTheRecord,
  manual_points: isTheRecord,
  scores: isTheRecord,
  score_changes: isTheRecord,
  archived_receipts: isTheRecord,
  team_users: isTheRecord,
  guilds: isTheRecord,
  team_sorts: { stays: 'the published proof of the draw of teams' },
  events: isTheDefinition,
  objectives: isTheDefinition,
  objective_presets: isTheDefinition,
  conditions: isTheDefinition,
  item_examples: isTheDefinition,
  scoring_presets: isTheDefinition,
  scoring_problems: isTheDefinition,
  fact_rules: isTheDefinition,
  teams: isTheDefinition,
  team_logos: isTheDefinition,
  signup_questions: isTheDefinition,
  team_plans: { stays: 'periods of time, without texts or persons' },
  definition_changes: isTheDefinition,
  event_rules: isTheDefinition,
  announcements: isTheDefinition,
  broadcasts: isTheDefinition,
  broadcast_loads: isTheDefinition,
  admin_changes: isAnswered,
  notice_routes: isAnswered,
  discord_roles: isAnswered,
  discord_team_roles: isAnswered,
  discord_grants: isMachinery,
  notices: { stays: 'deleted a week after it was found' },
  notice_messages: isAnswered,
  personal_notices: { stays: 'deleted 30 days after it was found' },
  event_steps: isAnswered,
  outages: isAnswered,
  evaluation_cursors: isMachinery,
  guild_log_cursors: isMachinery,
  item_scans: isMachinery,
  rematches: isMachinery,
  notice_cursors: isMachinery,
  personal_notice_cursors: isMachinery,
  tracking_troubles: isMachinery,
  score_cursors: isMachinery,
  stream_cursors: isMachinery,
  stream_positions: isMachinery,
  users: isOfThePerson,
  permission_changes: isOfThePerson,
  accounts: isOfThePerson,
  login_states: isOfThePerson,
  own_calendars: isOfThePerson,
  own_keys: isOfThePerson,
  passkeys: isOfThePerson,
  personal_notice_settings: isOfThePerson,
  push_devices: isOfThePerson,
  direct_messages: isOfThePerson,
  invitations: isOfThePerson,
  passkey_challenges: isOfThePerson,
  stated_accounts: isOfThePerson,
  twitch_streams: isOfThePerson,
  stream_spans: { stays: 'deleted 90 days after the stream' },
  call_windows: isOfTheServer,
  push_key: isOfTheServer,
  scheduled_tasks: isOfTheServer,
  health_checks: isOfTheServer,
  item_pictures: isOfTheServer,
  added_item_names: isOfTheServer,
  status_settings: isOfTheServer,
}

/** A table with data to remove. */
export type RawTable = Exclude<AfterRemoval, { readonly stays: string }> & { readonly name: keyof Tables; readonly kind: RawKind }

/** The tables with data to remove, in the order of removal. */
export const rawTables: readonly RawTable[] = Object.entries(afterRemoval).flatMap(([name, after]) => {
  if ('stays' in after) return []
  return [{ ...after, name: name as keyof Tables, kind: 'removed' in after ? after.removed : after.emptied }]
})

/** The rows of a table that are still to be removed for an event. */
export function findRaw(table: RawTable, event_id: EventId): RawBuilder<boolean> {
  const rows = table.rows?.(event_id) ?? sql<boolean>`event_id = ${event_id}`
  // Snapshots kept for receipts no longer have items.
  if (table.name === 'stash_snapshots') return sql`(${rows} and items_hash <> ''::bytea)`
  if (!('columns' in table)) return rows
  const full = Object.entries(table.columns).map(([column, value]) => sql`${sql.ref(column)} is distinct from ${value}`)
  return sql`(${rows} and (${sql.join(full, sql` or `)}))`
}
