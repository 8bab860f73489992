-- The first state of the store. Forward only: later changes are new files.
-- Enumerations are text validated by the contract, so that a new name needs no migration.
-- Times are timestamptz, ids are identity columns, money-like numbers (points) are numeric.

create table events (
  id integer generated always as identity primary key,
  name text not null,
  game_version text not null,
  is_current boolean not null default false,
  is_public boolean not null default false,
  is_locked boolean not null default false,
  max_size integer not null,
  waitlist_size integer not null default 0,
  patch text,
  application_start_time timestamptz not null,
  application_end_time timestamptz not null,
  event_start_time timestamptz not null,
  event_end_time timestamptz not null,
  check (event_start_time <= event_end_time)
);
-- At most one current event.
create unique index events_current on events (is_current) where is_current;

create table teams (
  id integer generated always as identity primary key,
  event_id integer not null references events on delete cascade,
  name text not null,
  abbreviation text not null default '',
  color text not null default '',
  allowed_classes text[] not null default '{}',
  unique (id, event_id)
);
create index teams_event on teams (event_id);

create table users (
  id integer generated always as identity primary key,
  display_name text not null,
  permissions text[] not null default '{}',
  -- Part of every login token; raising it ends all of the user's logins at once.
  token_version integer not null default 1
);

-- A user's account at a provider. Tokens are encrypted by the server before they come here.
create table accounts (
  user_id integer not null references users on delete cascade,
  provider text not null,
  account_id text not null,
  name text not null,
  access_token bytea,
  refresh_token bytea,
  scopes text[] not null default '{}',
  expires_at timestamptz,
  -- Why the connection no longer works, until the person connects again.
  broken_reason text,
  primary key (user_id, provider),
  unique (provider, account_id)
);
create index accounts_name on accounts (provider, name);

-- Logins on their way to a provider and back; each is used once.
create table login_states (
  -- SHA-256 of the state parameter, so that a copy of this table starts no login.
  state_hash bytea primary key,
  provider text not null,
  verifier text not null,
  -- SHA-256 of the cookie of the browser that asked, null for clients without cookies.
  browser_hash bytea,
  user_id integer references users on delete cascade,
  redirect_url text not null,
  last_url text not null,
  expires_at timestamptz not null
);
create index login_states_expiry on login_states (expires_at);

create table team_users (
  team_id integer not null,
  user_id integer not null references users on delete cascade,
  event_id integer not null references events on delete cascade,
  is_team_lead boolean not null default false,
  -- One team per user and event.
  primary key (event_id, user_id),
  foreign key (team_id, event_id) references teams (id, event_id) on delete cascade
);
create index team_users_team on team_users (team_id);
create index team_users_user on team_users (user_id);

create table signups (
  event_id integer not null references events on delete cascade,
  user_id integer not null references users on delete cascade,
  timestamp timestamptz not null,
  expected_playtime integer not null,
  actual_playtime integer not null default 0,
  needs_help boolean not null default false,
  wants_to_help boolean not null default false,
  partner_id integer references users on delete set null,
  extra text,
  primary key (event_id, user_id)
);
create index signups_user on signups (user_id);
create index signups_partner on signups (partner_id);

create table scoring_presets (
  id integer generated always as identity primary key,
  event_id integer not null references events on delete cascade,
  name text not null,
  description text not null default '',
  points numeric[] not null,
  point_cap integer not null default 0,
  scoring_method text not null,
  type text not null
);
create index scoring_presets_event on scoring_presets (event_id);

create table objectives (
  id integer generated always as identity primary key,
  event_id integer not null references events on delete cascade,
  parent_id integer references objectives on delete cascade,
  name text not null,
  extra text not null default '',
  objective_type text not null,
  aggregation text not null,
  number_field text not null,
  required_number bigint not null,
  hide_progress boolean not null default false,
  valid_from timestamptz,
  valid_to timestamptz,
  scoring_preset_id integer references scoring_presets on delete set null
);
create index objectives_event on objectives (event_id);
create index objectives_parent on objectives (parent_id);
create index objectives_preset on objectives (scoring_preset_id);

create table conditions (
  id integer generated always as identity primary key,
  objective_id integer not null references objectives on delete cascade,
  field text not null,
  operator text not null,
  value text not null
);
create index conditions_objective on conditions (objective_id);

-- Where the reading of the public stash stream stands. Moves only together with the snapshots of the page it names.
create table stream_cursors (
  event_id integer primary key references events on delete cascade,
  next_change_id text not null,
  moved_at timestamptz not null
);

-- The tabs of participants that we know, with their newest snapshot.
create table stashes (
  event_id integer not null references events on delete cascade,
  stash_id text not null,
  user_id integer references users on delete set null,
  team_id integer not null,
  name text not null default '',
  stash_type text not null default '',
  is_public boolean not null default true,
  latest_snapshot_id bigint,
  primary key (event_id, stash_id),
  foreign key (team_id, event_id) references teams (id, event_id) on delete cascade
);

-- Raw, append-only: the whole content of a participant's tab each time it changed.
create table stash_snapshots (
  id bigint generated always as identity primary key,
  event_id integer not null references events on delete cascade,
  stash_id text not null,
  -- The page of the stream that carried it; the same page read twice stores nothing twice.
  change_id text not null,
  team_id integer not null,
  user_id integer references users on delete set null,
  -- When we received it. Windows are judged by this, never by the time of evaluation.
  timestamp timestamptz not null,
  item_count integer not null,
  -- gzip of the JSON list of items as received.
  items bytea not null,
  -- SHA-256 of the uncompressed list.
  items_hash bytea not null,
  unique (event_id, stash_id, change_id)
);
create index stash_snapshots_event on stash_snapshots (event_id, id);

-- How far snapshots have been matched against objectives.
create table evaluation_cursors (
  event_id integer primary key references events on delete cascade,
  snapshot_id bigint not null default 0
);

-- Numbers facts and definition changes in one order. Writers hold the event's ledger lock, so order of number is order of commit.
create sequence ledger_sequence as bigint;

create table facts (
  sequence bigint primary key default nextval('ledger_sequence'),
  event_id integer not null references events on delete cascade,
  kind text not null default 'fact',
  objective_id integer not null references objectives on delete cascade,
  team_id integer not null references teams on delete cascade,
  user_id integer references users on delete set null,
  source text not null,
  number bigint not null,
  timestamp timestamptz not null,
  retracts bigint references facts on delete cascade,
  stash_snapshot_id bigint references stash_snapshots on delete set null,
  character_reading_id bigint,
  -- For what a person did: who, and why.
  author_id integer references users on delete set null,
  reason text,
  check ((kind = 'retraction') = (retracts is not null))
);
create index facts_event on facts (event_id, sequence);
create index facts_source on facts (objective_id, source, sequence desc);
create index facts_team on facts (team_id);
create index facts_user on facts (user_id);
create index facts_snapshot on facts (stash_snapshot_id);

create table definition_changes (
  sequence bigint primary key default nextval('ledger_sequence'),
  event_id integer not null references events on delete cascade,
  definition jsonb not null,
  timestamp timestamptz not null,
  author_id integer references users on delete set null,
  reason text
);
create index definition_changes_event on definition_changes (event_id, sequence);

-- What the fold of the ledger up to score_cursors.ledger_sequence says now.
create table scores (
  event_id integer not null references events on delete cascade,
  objective_id integer not null references objectives on delete cascade,
  team_id integer not null references teams on delete cascade,
  points bigint not null,
  rank integer not null,
  number bigint not null,
  finished boolean not null,
  timestamp timestamptz,
  user_id integer references users on delete set null,
  -- The change that set it.
  sequence bigint not null,
  primary key (objective_id, team_id)
);
create index scores_event on scores (event_id);
create index scores_team on scores (team_id);

create table score_changes (
  event_id integer not null references events on delete cascade,
  -- 1, 2, 3 … within the event, without gaps.
  sequence bigint not null,
  changed_at timestamptz not null,
  objective_id integer not null,
  team_id integer not null,
  diff_type text not null,
  field_diff text[] not null default '{}',
  -- Whether the objective hid its progress when this was scored.
  hide_progress boolean not null,
  -- What the team had before; null when it had no score.
  points_before bigint,
  finished_before boolean,
  -- What it has now; for a removed score what it had last.
  points bigint not null,
  rank integer not null,
  number bigint not null,
  finished boolean not null,
  timestamp timestamptz,
  user_id integer,
  primary key (event_id, sequence)
);

create table score_cursors (
  event_id integer primary key references events on delete cascade,
  ledger_sequence bigint not null default 0,
  change_sequence bigint not null default 0,
  -- Raised by every writer that takes over; an older writer's update then finds nothing.
  fence bigint not null default 0,
  updated_at timestamptz
);

create table jobs (
  event_id integer not null references events on delete cascade,
  job_type text not null,
  end_date timestamptz not null,
  sleep_after_each_run_seconds integer not null default 0,
  next_run_at timestamptz,
  last_started_at timestamptz,
  last_success_at timestamptz,
  last_error text,
  last_error_at timestamptz,
  failures_in_a_row integer not null default 0,
  -- One runner at a time; a runner whose lease was taken over finds its fence outdated and stops.
  lease_owner text,
  lease_expires_at timestamptz,
  fence bigint not null default 0,
  primary key (event_id, job_type)
);

create table characters (
  event_id integer not null references events on delete cascade,
  id text not null,
  user_id integer references users on delete cascade,
  name text not null,
  ascendancy text not null,
  level integer not null,
  experience bigint not null,
  ascendancy_points integer not null default 0,
  atlas_node_count integer not null default 0,
  pantheon boolean not null default false,
  pantheon_major text,
  pantheon_minor text,
  -- [{"hashes": [node ids]}], one per atlas tree.
  atlas_trees jsonb not null default '[]',
  main_skill text not null default '',
  delve_depth integer not null default 0,
  -- The one character of the player that scores.
  is_tracked boolean not null default false,
  last_active_at timestamptz,
  primary key (event_id, id)
);
create index characters_user on characters (user_id);

-- Raw, append-only: a character's figures each time they changed.
create table character_readings (
  id bigint generated always as identity primary key,
  event_id integer not null references events on delete cascade,
  character_id text not null,
  user_id integer not null references users on delete cascade,
  timestamp timestamptz not null,
  source text not null,
  level integer not null,
  experience bigint not null,
  ascendancy text not null,
  ascendancy_points integer not null,
  pantheon_major text,
  pantheon_minor text,
  delve_depth integer not null,
  atlas_trees jsonb not null default '[]'
);
create index character_readings_character on character_readings (event_id, character_id, id);
create index character_readings_user on character_readings (user_id);
alter table facts add foreign key (character_reading_id) references character_readings on delete set null;

-- When what was asked of the game for a participant, and when it is due again.
create table character_polls (
  event_id integer not null references events on delete cascade,
  user_id integer not null references users on delete cascade,
  list_due_at timestamptz not null,
  detail_due_at timestamptz not null,
  failures_in_a_row integer not null default 0,
  last_error text,
  primary key (event_id, user_id)
);

-- The game's ladder as read last, replaced as a whole.
create table ladder_entries (
  event_id integer not null references events on delete cascade,
  rank integer not null,
  character_id text not null,
  character_name text not null,
  character_class text not null,
  account_name text not null,
  level integer not null,
  experience bigint not null,
  delve integer not null,
  twitch_account text,
  user_id integer references users on delete set null,
  primary key (event_id, character_id)
);
create index ladder_entries_user on ladder_entries (user_id);

-- Answers of the outside world that could not be used, kept for inspection.
create table ingestion_problems (
  id bigint generated always as identity primary key,
  event_id integer references events on delete cascade,
  job_type text not null,
  timestamp timestamptz not null,
  problem text not null,
  excerpt text not null
);
create index ingestion_problems_event on ingestion_problems (event_id, id);
