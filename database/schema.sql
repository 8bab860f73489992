-- What the migrations lead to, written by npm run db. Not to be run, not to be edited.

create table accounts (
  user_id integer not null,
  provider text not null,
  account_id text not null,
  name text not null,
  handle text,
  access_token bytea,
  refresh_token bytea,
  scopes text[] not null default '{}'::text[],
  expires_at timestamp with time zone,
  renew_at timestamp with time zone,
  renewal_started_at timestamp with time zone,
  renewal_lost_at timestamp with time zone,
  checked_at timestamp with time zone,
  broken_reason text,
  constraint accounts_pkey PRIMARY KEY (user_id, provider),
  constraint accounts_provider_account_id_key UNIQUE (provider, account_id),
  constraint accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX accounts_lower_name ON public.accounts USING btree (provider, lower(name));
CREATE INDEX accounts_name ON public.accounts USING btree (provider, name);

create table activity_samples (
  event_id integer not null,
  user_id integer not null,
  timestamp timestamp with time zone not null,
  constraint activity_samples_pkey PRIMARY KEY (event_id, user_id, "timestamp"),
  constraint activity_samples_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint activity_samples_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX activity_samples_user ON public.activity_samples USING btree (user_id);

create table admin_changes (
  id bigint not null generated always as identity,
  event_id integer,
  author_id integer,
  changed_at timestamp with time zone not null,
  kind text not null,
  subject text not null,
  detail text not null,
  constraint admin_changes_pkey PRIMARY KEY (id),
  constraint admin_changes_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint admin_changes_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE
);
CREATE INDEX admin_changes_author ON public.admin_changes USING btree (author_id);
CREATE INDEX admin_changes_event ON public.admin_changes USING btree (event_id, id DESC);
CREATE INDEX admin_changes_of_no_event ON public.admin_changes USING btree (id DESC) WHERE (event_id IS NULL);

create table announcements (
  id integer not null generated always as identity,
  event_id integer not null,
  title text not null,
  text text not null,
  audience text not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone,
  author_id integer,
  version integer not null default 1,
  written_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  constraint announcements_pkey PRIMARY KEY (id),
  constraint announcements_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint announcements_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint announcements_check CHECK (((ends_at IS NULL) OR (ends_at > starts_at)))
);
CREATE INDEX announcements_author ON public.announcements USING btree (author_id);
CREATE INDEX announcements_event ON public.announcements USING btree (event_id, starts_at);

create table archived_receipts (
  event_id integer not null,
  objective_id integer not null,
  team_id integer not null,
  receipt json not null,
  constraint archived_receipts_pkey PRIMARY KEY (objective_id, team_id),
  constraint archived_receipts_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint archived_receipts_objective_id_fkey FOREIGN KEY (objective_id) REFERENCES objectives(id) ON DELETE CASCADE,
  constraint archived_receipts_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE
);
CREATE INDEX archived_receipts_event ON public.archived_receipts USING btree (event_id);
CREATE INDEX archived_receipts_team ON public.archived_receipts USING btree (team_id);

create table atlas_trees (
  id bigint not null generated always as identity,
  event_id integer not null,
  user_id integer not null,
  index integer not null,
  nodes integer[] not null,
  timestamp timestamp with time zone not null,
  constraint atlas_trees_pkey PRIMARY KEY (id),
  constraint atlas_trees_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint atlas_trees_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX atlas_trees_player ON public.atlas_trees USING btree (event_id, user_id, index, id);
CREATE INDEX atlas_trees_user ON public.atlas_trees USING btree (user_id);

create table build_figures (
  export_hash bytea not null,
  engine text not null,
  figures jsonb not null,
  stats jsonb,
  is_partial boolean not null default false,
  calculated_at timestamp with time zone not null,
  constraint build_figures_pkey PRIMARY KEY (export_hash)
);

create table build_queue (
  event_id integer not null,
  character_id text not null,
  export_hash bytea not null,
  request bytea,
  due_at timestamp with time zone not null,
  calculated_at timestamp with time zone,
  interruptions integer not null default 0,
  failure text,
  constraint build_queue_pkey PRIMARY KEY (event_id, character_id),
  constraint build_queue_event_id_character_id_fkey FOREIGN KEY (event_id, character_id) REFERENCES characters(event_id, id) ON DELETE CASCADE
);
CREATE INDEX build_queue_due ON public.build_queue USING btree (due_at) WHERE (request IS NOT NULL);

create table call_windows (
  kind text not null,
  caller bytea not null,
  began_at timestamp with time zone not null,
  calls integer not null,
  constraint call_windows_pkey PRIMARY KEY (kind, caller)
);
CREATE INDEX call_windows_began_at ON public.call_windows USING btree (began_at);

create table character_builds (
  id bigint not null generated always as identity,
  event_id integer not null,
  character_id text not null,
  timestamp timestamp with time zone not null,
  level integer not null,
  ascendancy text not null,
  main_skill text not null,
  export bytea not null,
  export_hash bytea not null,
  constraint character_builds_pkey PRIMARY KEY (id),
  constraint character_builds_event_id_character_id_fkey FOREIGN KEY (event_id, character_id) REFERENCES characters(event_id, id) ON DELETE CASCADE
);
CREATE INDEX character_builds_character ON public.character_builds USING btree (event_id, character_id, id);
CREATE INDEX character_builds_export_hash ON public.character_builds USING btree (export_hash);
CREATE INDEX character_builds_hash ON public.character_builds USING btree (event_id, character_id, export_hash);

create table character_items (
  event_id integer not null,
  character_id text not null,
  kind text not null,
  team_id integer not null,
  content_hash bytea not null,
  item_count integer not null,
  latest_snapshot_id bigint not null,
  constraint character_items_pkey PRIMARY KEY (event_id, character_id, kind),
  constraint character_items_event_id_character_id_fkey FOREIGN KEY (event_id, character_id) REFERENCES characters(event_id, id) ON DELETE CASCADE,
  constraint character_items_team_id_event_id_fkey FOREIGN KEY (team_id, event_id) REFERENCES teams(id, event_id) ON DELETE CASCADE
);

create table character_polls (
  event_id integer not null,
  user_id integer not null,
  list_due_at timestamp with time zone not null,
  detail_due_at timestamp with time zone not null,
  atlas_due_at timestamp with time zone,
  failures_in_a_row integer not null default 0,
  last_error text,
  constraint character_polls_pkey PRIMARY KEY (event_id, user_id),
  constraint character_polls_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint character_polls_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX character_polls_user ON public.character_polls USING btree (user_id);

create table character_readings (
  id bigint not null generated always as identity,
  event_id integer not null,
  character_id text not null,
  user_id integer not null,
  timestamp timestamp with time zone not null,
  source text not null,
  level integer not null,
  experience bigint not null,
  ascendancy text not null,
  ascendancy_points integer not null,
  pantheon_major text,
  pantheon_minor text,
  delve_depth integer not null,
  atlas_node_count integer not null default 0,
  constraint character_readings_pkey PRIMARY KEY (id),
  constraint character_readings_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint character_readings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX character_readings_character ON public.character_readings USING btree (event_id, character_id, id);
CREATE INDEX character_readings_user ON public.character_readings USING btree (user_id);

create table characters (
  event_id integer not null,
  id text not null,
  user_id integer,
  name text not null,
  ascendancy text not null,
  level integer not null,
  experience bigint not null,
  ascendancy_points integer not null default 0,
  atlas_node_count integer not null default 0,
  pantheon boolean not null default false,
  pantheon_major text,
  pantheon_minor text,
  main_skill text not null default ''::text,
  delve_depth integer not null default 0,
  is_tracked boolean not null default false,
  last_active_at timestamp with time zone,
  constraint characters_pkey PRIMARY KEY (event_id, id),
  constraint characters_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint characters_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX characters_id ON public.characters USING btree (id);
CREATE INDEX characters_user ON public.characters USING btree (user_id);

create table conditions (
  id integer not null generated always as identity,
  objective_id integer not null,
  field text not null,
  operator text not null,
  value text not null,
  any_of integer,
  constraint conditions_pkey PRIMARY KEY (id),
  constraint conditions_objective_id_fkey FOREIGN KEY (objective_id) REFERENCES objectives(id) ON DELETE CASCADE
);
CREATE INDEX conditions_objective ON public.conditions USING btree (objective_id);

create table definition_changes (
  sequence bigint not null default nextval('ledger_sequence'::regclass),
  event_id integer not null,
  definition jsonb not null,
  timestamp timestamp with time zone not null,
  author_id integer,
  reason text,
  constraint definition_changes_pkey PRIMARY KEY (sequence),
  constraint definition_changes_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint definition_changes_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE
);
CREATE INDEX definition_changes_author ON public.definition_changes USING btree (author_id);
CREATE INDEX definition_changes_event ON public.definition_changes USING btree (event_id, sequence);

create table evaluation_cursors (
  event_id integer not null,
  snapshot_id bigint not null default 0,
  rules_version bigint not null default 0,
  constraint evaluation_cursors_pkey PRIMARY KEY (event_id),
  constraint evaluation_cursors_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE
);

create table event_rules (
  event_id integer not null,
  version integer not null,
  text text not null,
  written_at timestamp with time zone not null,
  author_id integer,
  constraint event_rules_pkey PRIMARY KEY (event_id, version),
  constraint event_rules_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint event_rules_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE
);
CREATE INDEX event_rules_author ON public.event_rules USING btree (author_id);

create table events (
  id integer not null generated always as identity,
  name text not null,
  game_version text not null,
  is_current boolean not null default false,
  is_public boolean not null default false,
  is_locked boolean not null default false,
  max_size integer not null,
  waitlist_size integer not null default 0,
  patch text,
  application_start_time timestamp with time zone not null,
  application_end_time timestamp with time zone not null,
  event_start_time timestamp with time zone not null,
  event_end_time timestamp with time zone not null,
  version integer not null default 1,
  deleted_people integer not null default 0,
  archived_at timestamp with time zone,
  archive_hash text,
  archived_signups integer not null default 0,
  raw_kept_until timestamp with time zone,
  raw_removal_began_at timestamp with time zone,
  raw_removed_at timestamp with time zone,
  raw_removed jsonb,
  constraint events_pkey PRIMARY KEY (id),
  constraint events_archive_hash_key UNIQUE (archive_hash),
  constraint events_check CHECK ((event_start_time <= event_end_time))
);
CREATE UNIQUE INDEX events_current ON public.events USING btree (is_current) WHERE is_current;
CREATE INDEX events_raw_kept_until ON public.events USING btree (raw_kept_until) WHERE ((raw_kept_until IS NOT NULL) AND (raw_removed_at IS NULL));

create table exclusions (
  id bigint not null default nextval('ledger_sequence'::regclass),
  event_id integer not null,
  what text not null,
  objective_id integer,
  team_id integer,
  user_id integer,
  source text,
  from_at timestamp with time zone,
  to_at timestamp with time zone,
  reason text not null,
  public_note text,
  author_id integer,
  created_at timestamp with time zone not null,
  withdrawn_at timestamp with time zone,
  withdrawn_by integer,
  withdrawal_reason text,
  constraint exclusions_pkey PRIMARY KEY (id),
  constraint exclusions_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint exclusions_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint exclusions_objective_id_fkey FOREIGN KEY (objective_id) REFERENCES objectives(id) ON DELETE CASCADE,
  constraint exclusions_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE,
  constraint exclusions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint exclusions_withdrawn_by_fkey FOREIGN KEY (withdrawn_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX exclusions_author ON public.exclusions USING btree (author_id);
CREATE INDEX exclusions_event ON public.exclusions USING btree (event_id, id);
CREATE INDEX exclusions_objective ON public.exclusions USING btree (objective_id);
CREATE INDEX exclusions_team ON public.exclusions USING btree (team_id);
CREATE INDEX exclusions_user ON public.exclusions USING btree (user_id);
CREATE INDEX exclusions_withdrawn_by ON public.exclusions USING btree (withdrawn_by);

create table fact_rules (
  objective_id integer not null,
  event_id integer not null,
  rule jsonb not null,
  constraint fact_rules_pkey PRIMARY KEY (objective_id),
  constraint fact_rules_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint fact_rules_objective_id_fkey FOREIGN KEY (objective_id) REFERENCES objectives(id) ON DELETE CASCADE
);
CREATE INDEX fact_rules_event ON public.fact_rules USING btree (event_id);

create table facts (
  sequence bigint not null default nextval('ledger_sequence'::regclass),
  number bigint not null,
  timestamp timestamp with time zone not null,
  stash_snapshot_id bigint,
  retracts bigint,
  event_id integer not null,
  objective_id integer not null,
  team_id integer not null,
  user_id integer,
  author_id integer,
  is_automatic boolean not null default false,
  kind text not null default 'fact'::text,
  source text not null,
  reason text,
  public_note text,
  constraint facts_pkey PRIMARY KEY (event_id, sequence),
  constraint facts_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint facts_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint facts_event_id_retracts_fkey FOREIGN KEY (event_id, retracts) REFERENCES facts(event_id, sequence) ON DELETE CASCADE,
  constraint facts_objective_id_fkey FOREIGN KEY (objective_id) REFERENCES objectives(id) ON DELETE CASCADE,
  constraint facts_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE,
  constraint facts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint facts_check CHECK (((kind = 'retraction'::text) = (retracts IS NOT NULL)))
);
CREATE INDEX facts_author ON public.facts USING btree (author_id) WHERE (author_id IS NOT NULL);
CREATE INDEX facts_deposits ON public.facts USING btree (event_id) WHERE (source ~~ 'deposit:%'::text);
CREATE INDEX facts_objective ON public.facts USING btree (objective_id);
CREATE INDEX facts_of_source ON public.facts USING btree (event_id, hashtext(source), objective_id, team_id, sequence DESC);
CREATE INDEX facts_retracts ON public.facts USING btree (retracts) WHERE (retracts IS NOT NULL);
CREATE INDEX facts_team ON public.facts USING btree (team_id);
CREATE INDEX facts_user ON public.facts USING btree (user_id);

create table fetch_windows (
  id bigint not null generated always as identity,
  event_id integer not null,
  source text not null,
  subject text not null default ''::text,
  user_id integer,
  from_at timestamp with time zone not null,
  to_at timestamp with time zone not null,
  reason text,
  settled_at timestamp with time zone,
  constraint fetch_windows_pkey PRIMARY KEY (id),
  constraint fetch_windows_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint fetch_windows_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX fetch_windows_open ON public.fetch_windows USING btree (event_id, source, subject) WHERE ((reason IS NOT NULL) AND (settled_at IS NULL));
CREATE INDEX fetch_windows_subject ON public.fetch_windows USING btree (event_id, source, subject, id DESC);
CREATE INDEX fetch_windows_user ON public.fetch_windows USING btree (user_id);

create table guild_log_cursors (
  event_id integer not null,
  position bigint not null default 0,
  read_with bytea not null,
  constraint guild_log_cursors_pkey PRIMARY KEY (event_id),
  constraint guild_log_cursors_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE
);

create table guild_log_entries (
  event_id integer not null,
  guild_id integer not null,
  entry_id bigint not null,
  position bigint not null generated always as identity,
  timestamp timestamp with time zone not null,
  account_name text not null,
  action text not null,
  item_name text not null,
  number integer not null,
  stash_name text,
  x integer not null,
  y integer not null,
  uploaded_by integer,
  constraint guild_log_entries_pkey PRIMARY KEY (event_id, guild_id, entry_id),
  constraint guild_log_entries_event_id_guild_id_fkey FOREIGN KEY (event_id, guild_id) REFERENCES guilds(event_id, guild_id) ON DELETE CASCADE,
  constraint guild_log_entries_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX guild_log_entries_place ON public.guild_log_entries USING btree (event_id, guild_id, stash_name, x, y, "timestamp" DESC, entry_id DESC);
CREATE INDEX guild_log_entries_position ON public.guild_log_entries USING btree (event_id, "position");
CREATE INDEX guild_log_entries_time ON public.guild_log_entries USING btree (event_id, guild_id, "timestamp" DESC, entry_id DESC);
CREATE INDEX guild_log_entries_uploader ON public.guild_log_entries USING btree (uploaded_by);

create table guild_log_pages (
  event_id integer not null,
  guild_id integer not null,
  oldest_entry_id bigint not null,
  newest_entry_id bigint not null,
  oldest_at timestamp with time zone not null,
  newest_at timestamp with time zone not null,
  covers_until timestamp with time zone not null,
  is_truncated boolean not null,
  uploaded_by integer,
  uploaded_at timestamp with time zone not null,
  constraint guild_log_pages_pkey PRIMARY KEY (event_id, guild_id, newest_entry_id, oldest_entry_id, is_truncated),
  constraint guild_log_pages_event_id_guild_id_fkey FOREIGN KEY (event_id, guild_id) REFERENCES guilds(event_id, guild_id) ON DELETE CASCADE,
  constraint guild_log_pages_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX guild_log_pages_uploader ON public.guild_log_pages USING btree (uploaded_by);

create table guild_stash_access (
  event_id integer not null,
  tab_id text not null,
  user_id integer not null,
  seen_at timestamp with time zone not null,
  constraint guild_stash_access_pkey PRIMARY KEY (event_id, tab_id, user_id),
  constraint guild_stash_access_event_id_tab_id_fkey FOREIGN KEY (event_id, tab_id) REFERENCES guild_stash_tabs(event_id, id) ON DELETE CASCADE,
  constraint guild_stash_access_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX guild_stash_access_user ON public.guild_stash_access USING btree (user_id);

create table guild_stash_polls (
  event_id integer not null,
  user_id integer not null,
  due_at timestamp with time zone not null,
  checked_at timestamp with time zone,
  last_used_at timestamp with time zone,
  wanted_at timestamp with time zone,
  failures_in_a_row integer not null default 0,
  last_error text,
  constraint guild_stash_polls_pkey PRIMARY KEY (event_id, user_id),
  constraint guild_stash_polls_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint guild_stash_polls_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX guild_stash_polls_user ON public.guild_stash_polls USING btree (user_id);

create table guild_stash_tabs (
  event_id integer not null,
  id text not null,
  team_id integer not null,
  parent_id text,
  folder_name text,
  name text not null,
  type text not null,
  index integer,
  color text,
  fetch_enabled boolean not null default false,
  content bytea,
  content_hash bytea,
  content_key bytea generated always as (sha256(content)) stored,
  item_count integer not null default 0,
  is_empty_unconfirmed boolean not null default false,
  fetched_at timestamp with time zone,
  due_at timestamp with time zone not null,
  wanted_at timestamp with time zone,
  failures_in_a_row integer not null default 0,
  last_error text,
  constraint guild_stash_tabs_pkey PRIMARY KEY (event_id, id),
  constraint guild_stash_tabs_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint guild_stash_tabs_event_id_parent_id_fkey FOREIGN KEY (event_id, parent_id) REFERENCES guild_stash_tabs(event_id, id) ON DELETE CASCADE,
  constraint guild_stash_tabs_team_id_event_id_fkey FOREIGN KEY (team_id, event_id) REFERENCES teams(id, event_id) ON DELETE CASCADE
);
CREATE INDEX guild_stash_tabs_parent ON public.guild_stash_tabs USING btree (event_id, parent_id);
CREATE INDEX guild_stash_tabs_team ON public.guild_stash_tabs USING btree (team_id);

create table guilds (
  event_id integer not null,
  guild_id integer not null,
  team_id integer not null,
  name text not null,
  tag text not null,
  constraint guilds_pkey PRIMARY KEY (event_id, guild_id),
  constraint guilds_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint guilds_team_id_event_id_fkey FOREIGN KEY (team_id, event_id) REFERENCES teams(id, event_id) ON DELETE CASCADE
);
CREATE INDEX guilds_team ON public.guilds USING btree (team_id);

create table health_checks (
  name text not null,
  number bigint not null,
  constraint health_checks_pkey PRIMARY KEY (name)
);

create table ingestion_problems (
  id bigint not null generated always as identity,
  event_id integer,
  job_type text not null,
  timestamp timestamp with time zone not null,
  problem text not null,
  excerpt text not null,
  constraint ingestion_problems_pkey PRIMARY KEY (id),
  constraint ingestion_problems_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE
);
CREATE INDEX ingestion_problems_event ON public.ingestion_problems USING btree (event_id, id);

create table item_pictures (
  realm text not null,
  is_unique boolean not null,
  name text not null,
  address text not null,
  changed_at timestamp with time zone not null,
  constraint item_pictures_pkey PRIMARY KEY (realm, is_unique, name)
);

create table jobs (
  event_id integer not null,
  job_type text not null,
  end_date timestamp with time zone not null,
  sleep_after_each_run_seconds integer not null default 0,
  version integer not null default 1,
  next_run_at timestamp with time zone,
  last_started_at timestamp with time zone,
  last_success_at timestamp with time zone,
  last_error text,
  last_error_at timestamp with time zone,
  failures_in_a_row integer not null default 0,
  away_since timestamp with time zone,
  lease_owner text,
  lease_expires_at timestamp with time zone,
  fence bigint not null default 0,
  constraint jobs_pkey PRIMARY KEY (event_id, job_type),
  constraint jobs_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE
);

create table ladder_entries (
  event_id integer not null,
  rank integer not null,
  character_id text not null,
  character_name text not null,
  character_class text not null,
  account_name text not null,
  level integer not null,
  experience bigint not null,
  delve integer not null,
  twitch_account text,
  user_id integer,
  constraint ladder_entries_pkey PRIMARY KEY (event_id, character_id),
  constraint ladder_entries_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint ladder_entries_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX ladder_entries_user ON public.ladder_entries USING btree (user_id);

create table login_states (
  state_hash bytea not null,
  provider text not null,
  verifier text not null,
  browser_hash bytea,
  user_id integer,
  token_version integer,
  redirect_url text not null,
  last_url text not null,
  began_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  constraint login_states_pkey PRIMARY KEY (state_hash),
  constraint login_states_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX login_states_expiry ON public.login_states USING btree (expires_at);
CREATE INDEX login_states_user ON public.login_states USING btree (user_id);

create table objectives (
  id integer not null generated always as identity,
  event_id integer not null,
  file_key text not null default ('o'::text || substr(md5((random())::text), 1, 12)),
  parent_id integer,
  position integer not null default 0,
  name text not null,
  note text not null default ''::text,
  view text,
  tab text,
  objective_type text not null,
  aggregation text not null,
  number_field text not null,
  required_number bigint not null,
  hide_progress boolean not null default false,
  valid_from timestamp with time zone,
  valid_to timestamp with time zone,
  scoring_preset_id integer,
  version integer not null default 1,
  constraint objectives_pkey PRIMARY KEY (id),
  constraint objectives_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint objectives_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES objectives(id) ON DELETE CASCADE,
  constraint objectives_scoring_preset_id_fkey FOREIGN KEY (scoring_preset_id) REFERENCES scoring_presets(id) ON DELETE SET NULL
);
CREATE INDEX objectives_event ON public.objectives USING btree (event_id);
CREATE UNIQUE INDEX objectives_file_key ON public.objectives USING btree (event_id, file_key);
CREATE INDEX objectives_parent ON public.objectives USING btree (parent_id);
CREATE INDEX objectives_preset ON public.objectives USING btree (scoring_preset_id);

create table outages (
  id integer not null generated always as identity,
  part text not null,
  event_id integer,
  cause text not null,
  affected text[] not null,
  began_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  note text,
  note_author_id integer,
  version integer not null default 1,
  constraint outages_pkey PRIMARY KEY (id),
  constraint outages_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint outages_note_author_id_fkey FOREIGN KEY (note_author_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint outages_check CHECK (((ended_at IS NULL) OR (ended_at >= began_at)))
);
CREATE INDEX outages_event ON public.outages USING btree (event_id);
CREATE INDEX outages_newest ON public.outages USING btree (began_at DESC);
CREATE INDEX outages_note_author ON public.outages USING btree (note_author_id) WHERE (note_author_id IS NOT NULL);
CREATE UNIQUE INDEX outages_open ON public.outages USING btree (part, COALESCE(event_id, 0), cause) WHERE (ended_at IS NULL);

create table permission_changes (
  id bigint not null generated always as identity,
  changed_at timestamp with time zone not null default now(),
  user_id integer not null,
  author_id integer,
  permissions_before text[] not null,
  permissions_after text[] not null,
  constraint permission_changes_pkey PRIMARY KEY (id),
  constraint permission_changes_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint permission_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX permission_changes_author ON public.permission_changes USING btree (author_id);
CREATE INDEX permission_changes_user ON public.permission_changes USING btree (user_id);

create table rematch_facts (
  id bigint not null generated always as identity,
  objective_id integer not null,
  team_id integer not null,
  user_id integer,
  source text not null,
  number bigint not null,
  timestamp timestamp with time zone not null,
  stash_snapshot_id bigint,
  constraint rematch_facts_pkey PRIMARY KEY (id),
  constraint rematch_facts_objective_id_fkey FOREIGN KEY (objective_id) REFERENCES rematches(objective_id) ON DELETE CASCADE,
  constraint rematch_facts_stash_snapshot_id_fkey FOREIGN KEY (stash_snapshot_id) REFERENCES stash_snapshots(id) ON DELETE SET NULL,
  constraint rematch_facts_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE,
  constraint rematch_facts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX rematch_facts_snapshot ON public.rematch_facts USING btree (stash_snapshot_id);
CREATE INDEX rematch_facts_source ON public.rematch_facts USING btree (objective_id, source, team_id, id DESC);
CREATE INDEX rematch_facts_team ON public.rematch_facts USING btree (team_id);
CREATE INDEX rematch_facts_user ON public.rematch_facts USING btree (user_id);

create table rematches (
  objective_id integer not null,
  event_id integer not null,
  rule jsonb,
  reads text not null,
  position bigint not null default 0,
  done integer not null default 0,
  total integer not null default 0,
  started_at timestamp with time zone not null,
  constraint rematches_pkey PRIMARY KEY (objective_id),
  constraint rematches_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint rematches_objective_id_fkey FOREIGN KEY (objective_id) REFERENCES objectives(id) ON DELETE CASCADE
);
CREATE INDEX rematches_event ON public.rematches USING btree (event_id);

create table scheduled_tasks (
  name text not null,
  fence integer not null default 0,
  lease_expires_at timestamp with time zone,
  last_started_at timestamp with time zone,
  last_success_at timestamp with time zone,
  last_error text,
  last_error_at timestamp with time zone,
  constraint scheduled_tasks_pkey PRIMARY KEY (name)
);

create table score_changes (
  event_id integer not null,
  sequence bigint not null,
  changed_at timestamp with time zone not null,
  objective_id integer not null,
  team_id integer not null,
  diff_type text not null,
  field_diff text[] not null default '{}'::text[],
  hide_progress boolean not null,
  hid_before boolean,
  points_before bigint,
  finished_before boolean,
  points bigint not null,
  rank integer not null,
  number bigint not null,
  finished boolean not null,
  timestamp timestamp with time zone,
  user_id integer,
  constraint score_changes_pkey PRIMARY KEY (event_id, sequence),
  constraint score_changes_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE
);

create table score_cursors (
  event_id integer not null,
  ledger_sequence bigint not null default 0,
  change_sequence bigint not null default 0,
  fence bigint not null default 0,
  updated_at timestamp with time zone,
  due_at timestamp with time zone default '1970-01-01 00:00:00+00'::timestamp with time zone,
  constraint score_cursors_pkey PRIMARY KEY (event_id),
  constraint score_cursors_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE
);

create table scores (
  event_id integer not null,
  objective_id integer not null,
  team_id integer not null,
  points bigint not null,
  rank integer not null,
  number bigint not null,
  finished boolean not null,
  timestamp timestamp with time zone,
  user_id integer,
  sequence bigint not null,
  constraint scores_pkey PRIMARY KEY (objective_id, team_id),
  constraint scores_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint scores_objective_id_fkey FOREIGN KEY (objective_id) REFERENCES objectives(id) ON DELETE CASCADE,
  constraint scores_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE,
  constraint scores_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX scores_event ON public.scores USING btree (event_id);
CREATE INDEX scores_team ON public.scores USING btree (team_id);
CREATE INDEX scores_user ON public.scores USING btree (user_id);

create table scoring_presets (
  id integer not null generated always as identity,
  event_id integer not null,
  file_key text not null default ('p'::text || substr(md5((random())::text), 1, 12)),
  name text not null,
  description text not null default ''::text,
  points numeric[] not null,
  point_cap integer not null default 0,
  scoring_method text not null,
  type text not null,
  version integer not null default 1,
  constraint scoring_presets_pkey PRIMARY KEY (id),
  constraint scoring_presets_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE
);
CREATE INDEX scoring_presets_event ON public.scoring_presets USING btree (event_id);
CREATE UNIQUE INDEX scoring_presets_file_key ON public.scoring_presets USING btree (event_id, file_key);

create table scoring_problems (
  event_id integer not null,
  place integer not null,
  code text not null,
  objective_id integer,
  preset_id integer,
  message text not null,
  constraint scoring_problems_pkey PRIMARY KEY (event_id, place),
  constraint scoring_problems_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint scoring_problems_objective_id_fkey FOREIGN KEY (objective_id) REFERENCES objectives(id) ON DELETE CASCADE
);
CREATE INDEX scoring_problems_objective ON public.scoring_problems USING btree (objective_id);

create table signup_changes (
  id integer not null generated always as identity,
  event_id integer not null,
  user_id integer not null,
  kind text not null,
  changed_at timestamp with time zone not null,
  author_id integer,
  signup jsonb,
  membership jsonb,
  constraint signup_changes_pkey PRIMARY KEY (id),
  constraint signup_changes_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint signup_changes_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint signup_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX signup_changes_author ON public.signup_changes USING btree (author_id);
CREATE INDEX signup_changes_event ON public.signup_changes USING btree (event_id, id DESC);
CREATE INDEX signup_changes_user ON public.signup_changes USING btree (user_id);

create table signups (
  event_id integer not null,
  user_id integer not null,
  timestamp timestamp with time zone not null,
  expected_playtime integer not null,
  actual_playtime integer not null default 0,
  needs_help boolean not null default false,
  wants_to_help boolean not null default false,
  partner_id integer,
  extra text,
  utc_offset_hours integer,
  queue_place text,
  constraint signups_pkey PRIMARY KEY (event_id, user_id),
  constraint signups_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint signups_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint signups_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX signups_partner ON public.signups USING btree (partner_id);
CREATE INDEX signups_user ON public.signups USING btree (user_id);

create table stash_snapshots (
  id bigint not null generated always as identity,
  event_id integer not null,
  kind text not null default 'stash'::text,
  stash_id text not null,
  change_id text not null,
  team_id integer not null,
  user_id integer,
  timestamp timestamp with time zone not null,
  level integer,
  class text,
  item_count integer not null,
  items bytea not null,
  items_hash bytea not null,
  base_id bigint,
  constraint stash_snapshots_pkey PRIMARY KEY (id),
  constraint stash_snapshots_event_id_stash_id_change_id_key UNIQUE (event_id, stash_id, change_id),
  constraint stash_snapshots_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint stash_snapshots_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX stash_snapshots_bases ON public.stash_snapshots USING btree (event_id, stash_id, kind, id) WHERE (base_id IS NULL);
CREATE INDEX stash_snapshots_event ON public.stash_snapshots USING btree (event_id, id);
CREATE INDEX stash_snapshots_user ON public.stash_snapshots USING btree (user_id);

create table stashes (
  event_id integer not null,
  stash_id text not null,
  user_id integer,
  team_id integer not null,
  name text not null default ''::text,
  stash_type text not null default ''::text,
  is_public boolean not null default true,
  latest_snapshot_id bigint,
  constraint stashes_pkey PRIMARY KEY (event_id, stash_id),
  constraint stashes_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint stashes_team_id_event_id_fkey FOREIGN KEY (team_id, event_id) REFERENCES teams(id, event_id) ON DELETE CASCADE,
  constraint stashes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX stashes_user ON public.stashes USING btree (user_id);

create table status_settings (
  id boolean not null default true,
  is_public boolean not null default false,
  watched_at timestamp with time zone,
  is_trial boolean,
  constraint status_settings_pkey PRIMARY KEY (id),
  constraint status_settings_id_check CHECK (id)
);

create table stream_cursors (
  event_id integer not null,
  next_change_id text not null,
  previous_change_id text,
  moved_at timestamp with time zone not null,
  constraint stream_cursors_pkey PRIMARY KEY (event_id),
  constraint stream_cursors_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE
);

create table stream_positions (
  id bigint not null generated always as identity,
  event_id integer not null,
  change_id text not null,
  read_at timestamp with time zone not null,
  constraint stream_positions_pkey PRIMARY KEY (id),
  constraint stream_positions_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE
);
CREATE INDEX stream_positions_event ON public.stream_positions USING btree (event_id, id);

create table submission_claims (
  submission_id integer not null,
  judge_id integer not null,
  claimed_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint submission_claims_pkey PRIMARY KEY (submission_id),
  constraint submission_claims_judge_id_fkey FOREIGN KEY (judge_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint submission_claims_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions(id) ON DELETE CASCADE
);
CREATE INDEX submission_claims_judge ON public.submission_claims USING btree (judge_id);

create table submission_history (
  id bigint not null generated always as identity,
  submission_id integer not null,
  kind text not null,
  from_status text,
  to_status text not null,
  comment text not null default ''::text,
  author_id integer,
  timestamp timestamp with time zone not null,
  constraint submission_history_pkey PRIMARY KEY (id),
  constraint submission_history_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint submission_history_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions(id) ON DELETE CASCADE
);
CREATE INDEX submission_history_author ON public.submission_history USING btree (author_id);
CREATE INDEX submission_history_submission ON public.submission_history USING btree (submission_id, id);

create table submissions (
  id integer not null generated always as identity,
  event_id integer not null,
  objective_id integer not null,
  team_id integer not null,
  user_id integer not null,
  timestamp timestamp with time zone not null,
  number bigint not null,
  proof text not null default ''::text,
  comment text not null default ''::text,
  submitted_at timestamp with time zone not null,
  approval_status text not null default 'PENDING'::text,
  review_comment text,
  reviewer_id integer,
  reviewed_at timestamp with time zone,
  version integer not null default 1,
  constraint submissions_pkey PRIMARY KEY (id),
  constraint submissions_user_id_objective_id_timestamp_key UNIQUE (user_id, objective_id, "timestamp"),
  constraint submissions_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint submissions_objective_id_fkey FOREIGN KEY (objective_id) REFERENCES objectives(id) ON DELETE CASCADE,
  constraint submissions_reviewer_id_fkey FOREIGN KEY (reviewer_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint submissions_team_id_event_id_fkey FOREIGN KEY (team_id, event_id) REFERENCES teams(id, event_id) ON DELETE CASCADE,
  constraint submissions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX submissions_event ON public.submissions USING btree (event_id, id);
CREATE INDEX submissions_objective ON public.submissions USING btree (objective_id);
CREATE INDEX submissions_reviewer ON public.submissions USING btree (reviewer_id);
CREATE INDEX submissions_team ON public.submissions USING btree (team_id, event_id);

create table team_logos (
  team_id integer not null,
  hash text not null,
  picture bytea not null,
  uploaded_at timestamp with time zone not null,
  author_id integer,
  constraint team_logos_pkey PRIMARY KEY (team_id),
  constraint team_logos_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint team_logos_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE
);
CREATE INDEX team_logos_author ON public.team_logos USING btree (author_id);

create table team_plans (
  team_id integer not null,
  version integer not null default 0,
  windows jsonb not null default '[]'::jsonb,
  constraint team_plans_pkey PRIMARY KEY (team_id),
  constraint team_plans_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE
);

create table team_sort_drafts (
  event_id integer not null,
  version integer not null default 1,
  draft jsonb not null,
  author_id integer,
  changed_at timestamp with time zone not null,
  constraint team_sort_drafts_pkey PRIMARY KEY (event_id),
  constraint team_sort_drafts_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint team_sort_drafts_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE
);
CREATE INDEX team_sort_drafts_author ON public.team_sort_drafts USING btree (author_id);

create table team_sorts (
  id integer not null generated always as identity,
  event_id integer not null,
  created_at timestamp with time zone not null,
  author_id integer,
  note text not null,
  seed bigint,
  sort_version integer,
  input jsonb,
  proposal jsonb,
  people jsonb not null,
  before jsonb not null,
  after jsonb not null,
  undone_at timestamp with time zone,
  undone_by integer,
  constraint team_sorts_pkey PRIMARY KEY (id),
  constraint team_sorts_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint team_sorts_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint team_sorts_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX team_sorts_author ON public.team_sorts USING btree (author_id);
CREATE INDEX team_sorts_event ON public.team_sorts USING btree (event_id, id DESC);
CREATE INDEX team_sorts_undone_by ON public.team_sorts USING btree (undone_by);

create table team_suggestion_readers (
  team_id integer not null,
  objective_id integer not null,
  user_id integer not null,
  version integer not null,
  seen_at timestamp with time zone not null,
  constraint team_suggestion_readers_pkey PRIMARY KEY (team_id, objective_id, user_id),
  constraint team_suggestion_readers_team_id_objective_id_fkey FOREIGN KEY (team_id, objective_id) REFERENCES team_suggestions(team_id, objective_id) ON DELETE CASCADE,
  constraint team_suggestion_readers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX team_suggestion_readers_user ON public.team_suggestion_readers USING btree (user_id);

create table team_suggestion_takers (
  team_id integer not null,
  objective_id integer not null,
  user_id integer not null,
  taken_at timestamp with time zone not null,
  constraint team_suggestion_takers_pkey PRIMARY KEY (team_id, objective_id, user_id),
  constraint team_suggestion_takers_team_id_objective_id_fkey FOREIGN KEY (team_id, objective_id) REFERENCES team_suggestions(team_id, objective_id) ON DELETE CASCADE,
  constraint team_suggestion_takers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX team_suggestion_takers_user ON public.team_suggestion_takers USING btree (user_id);

create table team_suggestions (
  team_id integer not null,
  objective_id integer not null,
  position integer not null default 0,
  window_index integer,
  extra text not null default ''::text,
  version integer not null default 0,
  written_by integer,
  written_at timestamp with time zone,
  removed_at timestamp with time zone,
  constraint team_suggestions_pkey PRIMARY KEY (team_id, objective_id),
  constraint team_suggestions_objective_id_fkey FOREIGN KEY (objective_id) REFERENCES objectives(id) ON DELETE CASCADE,
  constraint team_suggestions_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE,
  constraint team_suggestions_written_by_fkey FOREIGN KEY (written_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX team_suggestions_objective ON public.team_suggestions USING btree (objective_id);
CREATE INDEX team_suggestions_written_by ON public.team_suggestions USING btree (written_by);

create table team_users (
  event_id integer not null,
  user_id integer not null,
  team_id integer not null,
  is_team_lead boolean not null default false,
  constraint team_users_pkey PRIMARY KEY (event_id, user_id),
  constraint team_users_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint team_users_team_id_event_id_fkey FOREIGN KEY (team_id, event_id) REFERENCES teams(id, event_id) ON DELETE CASCADE,
  constraint team_users_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX team_users_team ON public.team_users USING btree (team_id);
CREATE INDEX team_users_user ON public.team_users USING btree (user_id);

create table teams (
  id integer not null generated always as identity,
  event_id integer not null,
  name text not null,
  abbreviation text not null default ''::text,
  color text not null default ''::text,
  allowed_classes text[] not null default '{}'::text[],
  version integer not null default 1,
  constraint teams_pkey PRIMARY KEY (id),
  constraint teams_id_event_id_key UNIQUE (id, event_id),
  constraint teams_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE
);
CREATE INDEX teams_event ON public.teams USING btree (event_id);

create table tracked_readings (
  id bigint not null generated always as identity,
  event_id integer not null,
  timestamp timestamp with time zone not null,
  team_id integer not null,
  user_id integer,
  reading_ids bigint[] not null,
  constraint tracked_readings_pkey PRIMARY KEY (id),
  constraint tracked_readings_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint tracked_readings_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE,
  constraint tracked_readings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX tracked_readings_event ON public.tracked_readings USING btree (event_id, id);
CREATE INDEX tracked_readings_team ON public.tracked_readings USING btree (team_id);
CREATE INDEX tracked_readings_user ON public.tracked_readings USING btree (user_id);

create table twitch_streams (
  twitch_id text not null,
  stream_id text not null,
  user_login text not null,
  user_name text not null,
  game_id text not null,
  game_name text not null,
  title text not null,
  viewer_count integer not null,
  started_at timestamp with time zone not null,
  language text not null,
  thumbnail_url text not null,
  tags text[] not null default '{}'::text[],
  is_mature boolean not null,
  constraint twitch_streams_pkey PRIMARY KEY (twitch_id)
);

create table users (
  id integer not null generated always as identity,
  display_name text not null,
  permissions text[] not null default '{}'::text[],
  token_version integer not null default 1,
  logged_out_at timestamp with time zone,
  deleted_at timestamp with time zone,
  archived_event_id integer,
  record_shown_to text not null default 'logged_in'::text,
  record_shows_hours boolean not null default false,
  chat_name_shown_to text not null default 'team'::text,
  play_shown_to text not null default 'everyone'::text,
  stream_shown_to text not null default 'everyone'::text,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_archived_event_id_fkey FOREIGN KEY (archived_event_id) REFERENCES events(id) ON DELETE CASCADE
);
CREATE INDEX users_archived_event ON public.users USING btree (archived_event_id);
