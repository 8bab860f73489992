// What the migrations lead to, written by npm run db. Not to be edited; what is known beyond it stands in schema.ts.
import type { Generated, GeneratedAlways } from 'kysely'

export interface Tables {
  accounts: {
    user_id: number
    provider: string
    account_id: string
    name: string
    handle: string | null
    access_token: Buffer | null
    refresh_token: Buffer | null
    scopes: Generated<string[]>
    expires_at: Date | null
    renew_at: Date | null
    renewal_started_at: Date | null
    renewal_lost_at: Date | null
    checked_at: Date | null
    broken_reason: string | null
  }
  activity_samples: {
    event_id: number
    user_id: number
    timestamp: Date
  }
  admin_changes: {
    id: GeneratedAlways<number>
    event_id: number | null
    author_id: number | null
    changed_at: Date
    kind: string
    subject: string
    detail: string
  }
  announcements: {
    id: GeneratedAlways<number>
    event_id: number
    title: string
    text: string
    audience: string
    starts_at: Date
    ends_at: Date | null
    author_id: number | null
    version: Generated<number>
    written_at: Date
    removed_at: Date | null
  }
  archived_receipts: {
    event_id: number
    objective_id: number
    team_id: number
    receipt: unknown
  }
  atlas_trees: {
    id: GeneratedAlways<number>
    event_id: number
    user_id: number
    index: number
    nodes: number[]
    timestamp: Date
  }
  build_figures: {
    export_hash: Buffer
    engine: string
    figures: unknown
    stats: unknown
    is_partial: Generated<boolean>
    calculated_at: Date
  }
  build_queue: {
    event_id: number
    character_id: string
    export_hash: Buffer
    request: Buffer | null
    due_at: Date
    calculated_at: Date | null
    interruptions: Generated<number>
    failure: string | null
  }
  call_windows: {
    kind: string
    caller: Buffer
    began_at: Date
    calls: number
  }
  character_builds: {
    id: GeneratedAlways<number>
    event_id: number
    character_id: string
    timestamp: Date
    level: number
    ascendancy: string
    main_skill: string
    export: Buffer
    export_hash: Buffer
  }
  character_items: {
    event_id: number
    character_id: string
    kind: string
    team_id: number
    content_hash: Buffer
    item_count: number
    latest_snapshot_id: number
  }
  character_polls: {
    event_id: number
    user_id: number
    list_due_at: Date
    detail_due_at: Date
    atlas_due_at: Date | null
    failures_in_a_row: Generated<number>
    last_error: string | null
  }
  character_readings: {
    id: GeneratedAlways<number>
    event_id: number
    character_id: string
    user_id: number
    timestamp: Date
    source: string
    level: number
    experience: number
    ascendancy: string
    ascendancy_points: number
    pantheon_major: string | null
    pantheon_minor: string | null
    delve_depth: number
    atlas_node_count: Generated<number>
  }
  characters: {
    event_id: number
    id: string
    user_id: number | null
    name: string
    ascendancy: string
    level: number
    experience: number
    ascendancy_points: Generated<number>
    atlas_node_count: Generated<number>
    pantheon: Generated<boolean>
    pantheon_major: string | null
    pantheon_minor: string | null
    main_skill: Generated<string>
    delve_depth: Generated<number>
    is_tracked: Generated<boolean>
    last_active_at: Date | null
  }
  conditions: {
    id: GeneratedAlways<number>
    objective_id: number
    field: string
    operator: string
    value: string
    any_of: number | null
  }
  definition_changes: {
    sequence: Generated<number>
    event_id: number
    definition: unknown
    timestamp: Date
    author_id: number | null
    reason: string | null
  }
  evaluation_cursors: {
    event_id: number
    snapshot_id: Generated<number>
    rules_version: Generated<number>
  }
  event_rules: {
    event_id: number
    version: number
    text: string
    written_at: Date
    author_id: number | null
  }
  events: {
    id: GeneratedAlways<number>
    name: string
    game_version: string
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
    version: Generated<number>
    deleted_people: Generated<number>
    archived_at: Date | null
    archive_hash: string | null
    archived_signups: Generated<number>
    raw_kept_until: Date | null
    raw_removal_began_at: Date | null
    raw_removed_at: Date | null
    raw_removed: unknown
  }
  exclusions: {
    id: Generated<number>
    event_id: number
    what: string
    objective_id: number | null
    team_id: number | null
    user_id: number | null
    source: string | null
    from_at: Date | null
    to_at: Date | null
    reason: string
    public_note: string | null
    author_id: number | null
    created_at: Date
    withdrawn_at: Date | null
    withdrawn_by: number | null
    withdrawal_reason: string | null
  }
  fact_rules: {
    objective_id: number
    event_id: number
    rule: unknown
  }
  facts: {
    sequence: Generated<number>
    number: number
    timestamp: Date
    stash_snapshot_id: number | null
    retracts: number | null
    event_id: number
    objective_id: number
    team_id: number
    user_id: number | null
    author_id: number | null
    is_automatic: Generated<boolean>
    kind: Generated<string>
    source: string
    reason: string | null
    public_note: string | null
  }
  fetch_windows: {
    id: GeneratedAlways<number>
    event_id: number
    source: string
    subject: Generated<string>
    user_id: number | null
    from_at: Date
    to_at: Date
    reason: string | null
    settled_at: Date | null
  }
  guild_log_cursors: {
    event_id: number
    position: Generated<number>
    read_with: Buffer
  }
  guild_log_entries: {
    event_id: number
    guild_id: number
    entry_id: number
    position: GeneratedAlways<number>
    timestamp: Date
    account_name: string
    action: string
    item_name: string
    number: number
    stash_name: string | null
    x: number
    y: number
    uploaded_by: number | null
  }
  guild_log_pages: {
    event_id: number
    guild_id: number
    oldest_entry_id: number
    newest_entry_id: number
    oldest_at: Date
    newest_at: Date
    covers_until: Date
    is_truncated: boolean
    uploaded_by: number | null
    uploaded_at: Date
  }
  guild_stash_access: {
    event_id: number
    tab_id: string
    user_id: number
    seen_at: Date
  }
  guild_stash_polls: {
    event_id: number
    user_id: number
    due_at: Date
    checked_at: Date | null
    last_used_at: Date | null
    wanted_at: Date | null
    failures_in_a_row: Generated<number>
    last_error: string | null
  }
  guild_stash_tabs: {
    event_id: number
    id: string
    team_id: number
    parent_id: string | null
    folder_name: string | null
    name: string
    type: string
    index: number | null
    color: string | null
    fetch_enabled: Generated<boolean>
    content: Buffer | null
    content_hash: Buffer | null
    content_key: GeneratedAlways<Buffer | null>
    item_count: Generated<number>
    is_empty_unconfirmed: Generated<boolean>
    fetched_at: Date | null
    due_at: Date
    wanted_at: Date | null
    failures_in_a_row: Generated<number>
    last_error: string | null
  }
  guilds: {
    event_id: number
    guild_id: number
    team_id: number
    name: string
    tag: string
  }
  health_checks: {
    name: string
    number: number
  }
  ingestion_problems: {
    id: GeneratedAlways<number>
    event_id: number | null
    job_type: string
    timestamp: Date
    problem: string
    excerpt: string
  }
  item_pictures: {
    realm: string
    is_unique: boolean
    name: string
    address: string
    changed_at: Date
  }
  jobs: {
    event_id: number
    job_type: string
    end_date: Date
    sleep_after_each_run_seconds: Generated<number>
    version: Generated<number>
    next_run_at: Date | null
    last_started_at: Date | null
    last_success_at: Date | null
    last_error: string | null
    last_error_at: Date | null
    failures_in_a_row: Generated<number>
    away_since: Date | null
    lease_owner: string | null
    lease_expires_at: Date | null
    fence: Generated<number>
  }
  ladder_entries: {
    event_id: number
    rank: number
    character_id: string
    character_name: string
    character_class: string
    account_name: string
    level: number
    experience: number
    delve: number
    twitch_account: string | null
    user_id: number | null
  }
  login_states: {
    state_hash: Buffer
    provider: string
    verifier: string
    browser_hash: Buffer | null
    user_id: number | null
    token_version: number | null
    redirect_url: string
    last_url: string
    began_at: Generated<Date>
    expires_at: Date
  }
  objectives: {
    id: GeneratedAlways<number>
    event_id: number
    file_key: Generated<string>
    parent_id: number | null
    position: Generated<number>
    name: string
    note: Generated<string>
    view: string | null
    tab: string | null
    objective_type: string
    aggregation: string
    number_field: string
    required_number: number
    hide_progress: Generated<boolean>
    valid_from: Date | null
    valid_to: Date | null
    scoring_preset_id: number | null
    version: Generated<number>
  }
  outages: {
    id: GeneratedAlways<number>
    part: string
    event_id: number | null
    cause: string
    affected: string[]
    began_at: Date
    ended_at: Date | null
    note: string | null
    note_author_id: number | null
    version: Generated<number>
  }
  permission_changes: {
    id: GeneratedAlways<number>
    changed_at: Generated<Date>
    user_id: number
    author_id: number | null
    permissions_before: string[]
    permissions_after: string[]
  }
  rematch_facts: {
    id: GeneratedAlways<number>
    objective_id: number
    team_id: number
    user_id: number | null
    source: string
    number: number
    timestamp: Date
    stash_snapshot_id: number | null
  }
  rematches: {
    objective_id: number
    event_id: number
    rule: unknown
    reads: string
    position: Generated<number>
    done: Generated<number>
    total: Generated<number>
    started_at: Date
  }
  scheduled_tasks: {
    name: string
    fence: Generated<number>
    lease_expires_at: Date | null
    last_started_at: Date | null
    last_success_at: Date | null
    last_error: string | null
    last_error_at: Date | null
  }
  score_changes: {
    event_id: number
    sequence: number
    changed_at: Date
    objective_id: number
    team_id: number
    diff_type: string
    field_diff: Generated<string[]>
    hide_progress: boolean
    hid_before: boolean | null
    points_before: number | null
    finished_before: boolean | null
    points: number
    rank: number
    number: number
    finished: boolean
    timestamp: Date | null
    user_id: number | null
  }
  score_cursors: {
    event_id: number
    ledger_sequence: Generated<number>
    change_sequence: Generated<number>
    fence: Generated<number>
    updated_at: Date | null
    due_at: Generated<Date | null>
  }
  scores: {
    event_id: number
    objective_id: number
    team_id: number
    points: number
    rank: number
    number: number
    finished: boolean
    timestamp: Date | null
    user_id: number | null
    sequence: number
  }
  scoring_presets: {
    id: GeneratedAlways<number>
    event_id: number
    file_key: Generated<string>
    name: string
    description: Generated<string>
    points: number[]
    point_cap: Generated<number>
    scoring_method: string
    type: string
    version: Generated<number>
  }
  scoring_problems: {
    event_id: number
    place: number
    code: string
    objective_id: number | null
    preset_id: number | null
    message: string
  }
  signup_changes: {
    id: GeneratedAlways<number>
    event_id: number
    user_id: number
    kind: string
    changed_at: Date
    author_id: number | null
    signup: unknown
    membership: unknown
  }
  signups: {
    event_id: number
    user_id: number
    timestamp: Date
    expected_playtime: number
    actual_playtime: Generated<number>
    needs_help: Generated<boolean>
    wants_to_help: Generated<boolean>
    partner_id: number | null
    extra: string | null
    utc_offset_hours: number | null
    queue_place: string | null
  }
  stash_snapshots: {
    id: GeneratedAlways<number>
    event_id: number
    kind: Generated<string>
    stash_id: string
    change_id: string
    team_id: number
    user_id: number | null
    timestamp: Date
    level: number | null
    class: string | null
    item_count: number
    items: Buffer
    items_hash: Buffer
    base_id: number | null
  }
  stashes: {
    event_id: number
    stash_id: string
    user_id: number | null
    team_id: number
    name: Generated<string>
    stash_type: Generated<string>
    is_public: Generated<boolean>
    latest_snapshot_id: number | null
  }
  status_settings: {
    id: Generated<boolean>
    is_public: Generated<boolean>
    watched_at: Date | null
    is_trial: boolean | null
  }
  stream_cursors: {
    event_id: number
    next_change_id: string
    previous_change_id: string | null
    moved_at: Date
  }
  stream_positions: {
    id: GeneratedAlways<number>
    event_id: number
    change_id: string
    read_at: Date
  }
  submission_claims: {
    submission_id: number
    judge_id: number
    claimed_at: Date
    expires_at: Date
  }
  submission_history: {
    id: GeneratedAlways<number>
    submission_id: number
    kind: string
    from_status: string | null
    to_status: string
    comment: Generated<string>
    author_id: number | null
    timestamp: Date
  }
  submissions: {
    id: GeneratedAlways<number>
    event_id: number
    objective_id: number
    team_id: number
    user_id: number
    timestamp: Date
    number: number
    proof: Generated<string>
    comment: Generated<string>
    submitted_at: Date
    approval_status: Generated<string>
    review_comment: string | null
    reviewer_id: number | null
    reviewed_at: Date | null
    version: Generated<number>
  }
  team_logos: {
    team_id: number
    hash: string
    picture: Buffer
    uploaded_at: Date
    author_id: number | null
  }
  team_plans: {
    team_id: number
    version: Generated<number>
    windows: Generated<unknown>
  }
  team_sort_drafts: {
    event_id: number
    version: Generated<number>
    draft: unknown
    author_id: number | null
    changed_at: Date
  }
  team_sorts: {
    id: GeneratedAlways<number>
    event_id: number
    created_at: Date
    author_id: number | null
    note: string
    seed: number | null
    sort_version: number | null
    input: unknown
    proposal: unknown
    people: unknown
    before: unknown
    after: unknown
    undone_at: Date | null
    undone_by: number | null
  }
  team_suggestion_readers: {
    team_id: number
    objective_id: number
    user_id: number
    version: number
    seen_at: Date
  }
  team_suggestion_takers: {
    team_id: number
    objective_id: number
    user_id: number
    taken_at: Date
  }
  team_suggestions: {
    team_id: number
    objective_id: number
    position: Generated<number>
    window_index: number | null
    extra: Generated<string>
    version: Generated<number>
    written_by: number | null
    written_at: Date | null
    removed_at: Date | null
  }
  team_users: {
    event_id: number
    user_id: number
    team_id: number
    is_team_lead: Generated<boolean>
  }
  teams: {
    id: GeneratedAlways<number>
    event_id: number
    name: string
    abbreviation: Generated<string>
    color: Generated<string>
    allowed_classes: Generated<string[]>
    version: Generated<number>
  }
  tracked_readings: {
    id: GeneratedAlways<number>
    event_id: number
    timestamp: Date
    team_id: number
    user_id: number | null
    reading_ids: number[]
  }
  twitch_streams: {
    twitch_id: string
    stream_id: string
    user_login: string
    user_name: string
    game_id: string
    game_name: string
    title: string
    viewer_count: number
    started_at: Date
    language: string
    thumbnail_url: string
    tags: Generated<string[]>
    is_mature: boolean
  }
  users: {
    id: GeneratedAlways<number>
    display_name: string
    permissions: Generated<string[]>
    token_version: Generated<number>
    logged_out_at: Date | null
    deleted_at: Date | null
    archived_event_id: number | null
    record_shown_to: Generated<string>
    record_shows_hours: Generated<boolean>
    chat_name_shown_to: Generated<string>
    play_shown_to: Generated<string>
    stream_shown_to: Generated<string>
  }
}
