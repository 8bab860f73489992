import type {
  ConditionId,
  EventId,
  GuildId,
  ObjectiveId,
  ScoringPresetId,
  SubmissionId,
  TeamId,
  UserId,
} from '@muster/contract/ids'
import type { GuildLogAction } from '@muster/contract/guilds'
import type { GameVersion } from '@muster/contract/events'
import type { ItemField, Operator } from '@muster/contract/conditions'
import type { JobType } from '@muster/contract/jobs'
import type { Aggregation, NumberField, ObjectiveType } from '@muster/contract/objectives'
import type { ApprovalStatus } from '@muster/contract/submissions'
import type { Role } from '@muster/contract/users'
import type { DiffField, DiffType } from '@muster/contract/scores'
import type { ScoringMethod, scoringPresetTypes } from '@muster/contract/scoring-presets'
import type { EventDefinition } from '@muster/domain/objectives/definition'
import type { ColumnType, Generated, GeneratedAlways, Insertable, Selectable } from 'kysely'
import type { EvaluationTables } from './evaluation-tables.ts'
import type { LoginTables } from './login-tables.ts'

/** Allocated nodes per atlas tree, as stored in JSON. */
export type AtlasTrees = readonly { readonly hashes: readonly number[] }[]

/** The tables as TypeScript sees them. A test compares every name and nullability with a migrated database. */
export interface Database extends EvaluationTables, LoginTables {
  events: {
    id: GeneratedAlways<EventId>
    name: string
    game_version: GameVersion
    is_current: Generated<boolean>
    is_public: Generated<boolean>
    is_locked: Generated<boolean>
    max_size: number
    waitlist_size: Generated<number>
    patch: string | null
    application_start_time: Date
    application_end_time: Date
    event_start_time: Date
    event_end_time: Date
  }
  teams: {
    id: GeneratedAlways<TeamId>
    event_id: EventId
    name: string
    abbreviation: Generated<string>
    color: Generated<string>
    allowed_classes: Generated<string[]>
  }
  users: {
    id: GeneratedAlways<UserId>
    display_name: string
    permissions: Generated<Role[]>
    token_version: Generated<number>
  }
  permission_changes: {
    id: GeneratedAlways<number>
    changed_at: Generated<Date>
    user_id: UserId
    author_id: UserId | null
    permissions_before: Role[]
    permissions_after: Role[]
  }
  team_users: {
    team_id: TeamId
    user_id: UserId
    event_id: EventId
    is_team_lead: Generated<boolean>
  }
  signups: {
    event_id: EventId
    user_id: UserId
    timestamp: Date
    expected_playtime: number
    actual_playtime: Generated<number>
    needs_help: Generated<boolean>
    wants_to_help: Generated<boolean>
    partner_id: UserId | null
    extra: string | null
  }
  submissions: {
    id: GeneratedAlways<SubmissionId>
    event_id: EventId
    objective_id: ObjectiveId
    team_id: TeamId
    user_id: UserId
    timestamp: Date
    number: number
    proof: Generated<string>
    comment: Generated<string>
    submitted_at: Date
    approval_status: Generated<ApprovalStatus>
    review_comment: string | null
    reviewer_id: UserId | null
    reviewed_at: Date | null
  }
  event_rules: { event_id: EventId; version: number; text: string; written_at: Date; author_id: UserId | null }
  activity_samples: { event_id: EventId; user_id: UserId; timestamp: Date }
  scoring_presets: {
    id: GeneratedAlways<ScoringPresetId>
    event_id: EventId
    name: string
    description: Generated<string>
    points: number[]
    point_cap: Generated<number>
    scoring_method: ScoringMethod
    type: (typeof scoringPresetTypes)[number]
  }
  objectives: {
    id: GeneratedAlways<ObjectiveId>
    event_id: EventId
    parent_id: ObjectiveId | null
    name: string
    extra: Generated<string>
    objective_type: ObjectiveType
    aggregation: Aggregation
    number_field: NumberField
    required_number: number
    hide_progress: Generated<boolean>
    valid_from: Date | null
    valid_to: Date | null
    scoring_preset_id: ScoringPresetId | null
  }
  conditions: {
    id: GeneratedAlways<ConditionId>
    objective_id: ObjectiveId
    field: ItemField
    operator: Operator
    value: string
  }
  stream_cursors: { event_id: EventId; next_change_id: string; moved_at: Date; previous_change_id: string | null }
  stream_positions: { id: GeneratedAlways<number>; event_id: EventId; change_id: string; read_at: Date }
  stashes: {
    event_id: EventId
    stash_id: string
    user_id: UserId | null
    team_id: TeamId
    name: Generated<string>
    stash_type: Generated<string>
    is_public: Generated<boolean>
    latest_snapshot_id: number | null
  }
  stash_snapshots: {
    id: GeneratedAlways<number>
    event_id: EventId
    stash_id: string
    change_id: string
    team_id: TeamId
    user_id: UserId | null
    timestamp: Date
    item_count: number
    items: Buffer
    items_hash: Buffer
  }
  evaluation_cursors: { event_id: EventId; snapshot_id: Generated<number>; rules_version: Generated<number> }
  facts: {
    sequence: Generated<number>
    event_id: EventId
    kind: Generated<'fact' | 'retraction'>
    objective_id: ObjectiveId
    team_id: TeamId
    user_id: UserId | null
    source: string
    number: number
    timestamp: Date
    retracts: number | null
    stash_snapshot_id: number | null
    character_reading_id: number | null
    author_id: UserId | null
    reason: string | null
    is_automatic: Generated<boolean>
  }
  definition_changes: {
    sequence: Generated<number>
    event_id: EventId
    definition: ColumnType<EventDefinition, string, never>
    timestamp: Date
    author_id: UserId | null
    reason: string | null
  }
  scores: {
    event_id: EventId
    objective_id: ObjectiveId
    team_id: TeamId
    points: number
    rank: number
    number: number
    finished: boolean
    timestamp: Date | null
    user_id: UserId | null
    sequence: number
  }
  score_changes: {
    event_id: EventId
    sequence: number
    changed_at: Date
    objective_id: ObjectiveId
    team_id: TeamId
    diff_type: DiffType
    field_diff: Generated<DiffField[]>
    hide_progress: boolean
    hid_before: Generated<boolean | null>
    points_before: number | null
    finished_before: boolean | null
    points: number
    rank: number
    number: number
    finished: boolean
    timestamp: Date | null
    user_id: UserId | null
  }
  scoring_problems: {
    event_id: EventId
    place: number
    code: string
    objective_id: number | null
    preset_id: number | null
    message: string
  }
  score_cursors: {
    event_id: EventId
    ledger_sequence: Generated<number>
    change_sequence: Generated<number>
    fence: Generated<number>
    updated_at: Date | null
    due_at: Generated<Date | null>
  }
  jobs: {
    event_id: EventId
    job_type: JobType
    end_date: Date
    sleep_after_each_run_seconds: Generated<number>
    next_run_at: Date | null
    last_started_at: Date | null
    last_success_at: Date | null
    last_error: string | null
    last_error_at: Date | null
    failures_in_a_row: Generated<number>
    lease_owner: string | null
    lease_expires_at: Date | null
    fence: Generated<number>
  }
  characters: {
    event_id: EventId
    id: string
    user_id: UserId | null
    name: string
    ascendancy: string
    level: number
    experience: number
    ascendancy_points: Generated<number>
    atlas_node_count: Generated<number>
    pantheon: Generated<boolean>
    pantheon_major: string | null
    pantheon_minor: string | null
    atlas_trees: ColumnType<AtlasTrees, string | undefined, string>
    main_skill: Generated<string>
    delve_depth: Generated<number>
    is_tracked: Generated<boolean>
    last_active_at: Date | null
  }
  character_readings: {
    id: GeneratedAlways<number>
    event_id: EventId
    character_id: string
    user_id: UserId
    timestamp: Date
    source: string
    level: number
    experience: number
    ascendancy: string
    ascendancy_points: number
    pantheon_major: string | null
    pantheon_minor: string | null
    delve_depth: number
    atlas_trees: ColumnType<AtlasTrees, string | undefined, string>
  }
  team_suggestions: { team_id: TeamId; objective_id: ObjectiveId; extra: Generated<string> }
  character_builds: {
    id: GeneratedAlways<number>
    event_id: EventId
    character_id: string
    timestamp: Date
    level: number
    ascendancy: string
    main_skill: string
    export: Buffer
    export_hash: Buffer
  }
  atlas_trees: {
    id: GeneratedAlways<number>
    event_id: EventId
    user_id: UserId
    index: number
    nodes: number[]
    timestamp: Date
  }
  character_polls: {
    event_id: EventId
    user_id: UserId
    list_due_at: Date
    detail_due_at: Date
    atlas_due_at: Date | null
    failures_in_a_row: Generated<number>
    last_error: string | null
  }
  ladder_entries: {
    event_id: EventId
    rank: number
    character_id: string
    character_name: string
    character_class: string
    account_name: string
    level: number
    experience: number
    delve: number
    twitch_account: string | null
    user_id: UserId | null
  }
  guilds: { event_id: EventId; guild_id: GuildId; team_id: TeamId; name: string; tag: string }
  guild_log_entries: {
    event_id: EventId
    guild_id: GuildId
    entry_id: number
    position: GeneratedAlways<number>
    timestamp: Date
    account_name: string
    action: GuildLogAction
    item_name: string
    number: number
    stash_name: string | null
    x: number
    y: number
    uploaded_by: UserId | null
  }
  guild_log_pages: {
    event_id: EventId
    guild_id: GuildId
    oldest_entry_id: number
    newest_entry_id: number
    oldest_at: Date
    newest_at: Date
    covers_until: Date
    is_truncated: boolean
    uploaded_by: UserId | null
    uploaded_at: Date
  }
  guild_log_cursors: { event_id: EventId; position: Generated<number>; read_with: Buffer }
  guild_stash_tabs: {
    event_id: EventId
    id: string
    team_id: TeamId
    parent_id: string | null
    folder_name: string | null
    name: string
    type: string
    index: number | null
    color: string | null
    fetch_enabled: Generated<boolean>
    content: Buffer | null
    content_hash: Buffer | null
    item_count: Generated<number>
    is_empty_unconfirmed: Generated<boolean>
    fetched_at: Date | null
    due_at: Date
    wanted_at: Date | null
    failures_in_a_row: Generated<number>
    last_error: string | null
  }
  guild_stash_access: { event_id: EventId; tab_id: string; user_id: UserId; seen_at: Date }
  guild_stash_polls: {
    event_id: EventId
    user_id: UserId
    due_at: Date
    checked_at: Date | null
    last_used_at: Date | null
    failures_in_a_row: Generated<number>
    last_error: string | null
  }
  ingestion_problems: {
    id: GeneratedAlways<number>
    event_id: EventId | null
    job_type: string
    timestamp: Date
    problem: string
    excerpt: string
  }
}

export type Row<T extends keyof Database> = Selectable<Database[T]>
export type NewRow<T extends keyof Database> = Insertable<Database[T]>
