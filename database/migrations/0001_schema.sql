-- The schema of Muster. Migrations go forward only: a later change is a new file.
--
-- Enumerations are text checked by the contract, so that a new name needs no migration. Times are timestamptz in event time, or
-- in wall clock time if the comment says so. Points of presets are numeric. Ids are identity columns. Deleting an event deletes
-- its rows. Every edit increments `version`: an edit based on an older version is refused, so that concurrent edits cannot
-- overwrite each other.


-- Events

-- A league event. An event with `archived_at` was imported from an archive: it cannot be played, edited or scored.
create table events (
  id integer generated always as identity primary key,
  name text not null,
  game_version text not null,
  is_current boolean not null default false,
  is_public boolean not null default false,
  is_locked boolean not null default false,
  -- The event of made-up teams for people who write programs.
  is_sandbox boolean not null default false,
  max_size integer not null,
  waitlist_size integer not null default 0,
  patch text,
  -- Points given or taken by hand above this number need a second person; null: never.
  points_need_approval_above integer,
  application_start_time timestamptz not null,
  application_end_time timestamptz not null,
  event_start_time timestamptz not null,
  event_end_time timestamptz not null,
  -- Name of the zone in which pages show the dates beside the viewer's own.
  time_zone text not null default 'UTC',
  -- Hosts of sites that may show the standings in a frame, as the organiser typed them.
  embed_hosts text,
  -- When players and visitors see the objectives.
  objectives_shown text not null default 'at_start',
  -- How reports of players on item and number objectives count, and whether they need a link to a proof.
  reports text not null default 'reviewed',
  report_proof text not null default 'optional',
  -- Number of right reports in a row after which a player's reports need no judge; null: never.
  trusted_after integer,
  -- Share of the approved reports that another judge looks at once more, in percent; null: none.
  second_look_percent integer,
  -- Whether players may report from the log file of their game.
  game_log text not null default 'off',
  -- Whether a deposit in a guild log only names the finder of a result, or counts where there is no other.
  guild_log text not null default 'names',
  -- Steps and figures of personal objectives; null: the usual ones of the game. Text, so that the keys keep their order.
  personal_objectives json,
  -- Seconds; null: the default of the program.
  read_playing_seconds integer,
  read_climbing_seconds integer,
  read_idle_seconds integer,
  read_ladder_seconds integer,
  read_changed_tab_seconds integer,
  read_tab_seconds integer,
  read_priority_tab_seconds integer,
  read_tab_access_seconds integer,
  read_list_seconds integer,
  read_first_list_seconds integer,
  read_atlas_seconds integer,
  read_grown_atlas_seconds integer,
  read_idle_atlas_seconds integer,
  read_stream_seconds integer,
  calculate_build_seconds integer,
  version integer not null default 1,
  -- Number of participants who deleted their account. When it changes, cached data of the event is stale: names and sources have
  -- changed.
  deleted_people integer not null default 0,
  -- When the archive was made; null: an event of this installation.
  archived_at timestamptz,
  -- Hash of the records of the archive, so that no archive is imported twice.
  archive_hash text unique,
  -- Number of signups; an archive does not list them.
  archived_signups integer not null default 0,
  -- Raw data is kept until this time; null: for ever. The event is final once the removal has begun.
  raw_kept_until timestamptz,
  raw_removal_began_at timestamptz,
  raw_removed_at timestamptz,
  -- Number of removed rows of each kind so far.
  raw_removed jsonb,
  check (event_start_time <= event_end_time)
);
-- At most one current event.
create unique index events_current on events (is_current) where is_current;
create unique index events_sandbox on events (is_sandbox) where is_sandbox;
-- The few events with raw data that is still to be removed.
create index events_raw_kept_until on events (raw_kept_until) where raw_kept_until is not null and raw_removed_at is null;


-- People

-- A user. A deleted account stays as a pseudonym, so that its scores still belong to a user.
create table users (
  id integer generated always as identity primary key,
  display_name text not null,
  permissions text[] not null default '{}',
  -- Part of every login token; raising it ends all logins of the user.
  token_version integer not null default 1,
  -- When the user last logged out everywhere.
  logged_out_at timestamptz,
  deleted_at timestamptz,
  -- A user of an imported event, or of the sandbox: has no account, cannot log in, and is deleted with the event.
  archived_event_id integer references events on delete cascade,
  -- Audience of the user's record of events, and whether it includes the hours played.
  record_shown_to text not null default 'logged_in',
  record_shows_hours boolean not null default false,
  -- Audience of the user's chat name, play times and stream. Organisers always see the chat name.
  chat_name_shown_to text not null default 'team',
  play_shown_to text not null default 'everyone',
  stream_shown_to text not null default 'everyone'
);
create index users_archived_event on users (archived_event_id);

-- A user's account at a login provider. The server encrypts tokens before it stores them.
create table accounts (
  user_id integer not null references users on delete cascade,
  provider text not null,
  account_id text not null,
  name text not null,
  -- The account's name in the provider's addresses (Twitch's login), if it differs from the name.
  handle text,
  access_token bytea,
  refresh_token bytea,
  scopes text[] not null default '{}',
  expires_at timestamptz,
  -- When to renew the tokens; null: renewal would not extend them.
  renew_at timestamptz,
  -- Wall clock: a renewal was sent and its answer is not stored yet. Only one process at a time renews.
  renewal_started_at timestamptz,
  -- A renewal was sent and its answer never came: the provider may have used up the refresh token.
  renewal_lost_at timestamptz,
  -- When the provider last confirmed the owner of the account.
  checked_at timestamptz,
  -- Why the connection does not work, until the user connects again.
  broken_reason text,
  primary key (user_id, provider),
  unique (provider, account_id)
);
create index accounts_name on accounts (provider, name);
-- Partners are found by game account name, case-insensitively.
create index accounts_lower_name on accounts (provider, lower(name));

-- Game accounts of players who have not connected them: their own word, or the confirmation of a lead or an organiser.
create table stated_accounts (
  user_id integer primary key references users on delete cascade,
  name text not null,
  stated_at timestamptz not null,
  confirmed_at timestamptz,
  confirmed_by integer references users on delete set null
);
create index stated_accounts_lower_name on stated_accounts (lower(name));
create index stated_accounts_confirmed_by on stated_accounts (confirmed_by);

-- A pending login between the redirect to a provider and the return. Used once.
create table login_states (
  -- SHA-256 of the state parameter, so that a copy of this table cannot start a login.
  state_hash bytea primary key,
  provider text not null,
  verifier text not null,
  -- SHA-256 of the cookie of the browser that began the login; null for clients without cookies.
  browser_hash bytea,
  -- The user who connects an account; null for a login.
  user_id integer references users on delete cascade,
  -- The version of the user's token. A login that began before the user logged out everywhere is refused.
  token_version integer,
  redirect_url text not null,
  last_url text not null,
  began_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index login_states_expiry on login_states (expires_at);
create index login_states_user on login_states (user_id);

-- The address of a user's own calendar. Calendar programs have no login, so the key in the address grants access.
create table own_calendars (
  user_id integer primary key references users on delete cascade,
  key_hash bytea not null,
  made_at timestamptz not null
);

-- A key of a user for programs that read. A new login link ends all keys of its user.
create table own_keys (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  name text not null,
  -- SHA-256, so that a copy of this table opens nothing.
  key_hash bytea not null unique,
  scopes text[] not null,
  made_at timestamptz not null,
  expires_at timestamptz,
  -- Recorded once a minute.
  last_used_at timestamptz
);
create index own_keys_user on own_keys (user_id);

-- A passkey (WebAuthn) that logs a user in. It contains no secret: the private key stays in the authenticator.
create table passkeys (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  credential_id bytea not null unique,
  -- In COSE form, as the authenticator sent it.
  public_key bytea not null,
  -- Uses so far; 0 for passkeys that do not count, such as synchronised ones.
  counter bigint not null,
  transports text[] not null,
  -- Random name of the user for authenticators, the same for all passkeys of a user.
  user_handle bytea not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- A link that makes an account, or a new login for an existing one. It works once.
create table invitations (
  id integer generated always as identity primary key,
  -- SHA-256, so that a copy of this table opens nothing.
  secret_hash bytea not null unique,
  -- A note of the organisers, for example for whom the link is.
  name text not null default '',
  -- Null: from the command line.
  author_id integer references users on delete cascade,
  -- The user who gets a new passkey; null for a new account.
  for_user_id integer references users on delete cascade,
  -- From the command line only.
  makes_admin boolean not null default false,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  used_at timestamptz,
  used_by integer references users on delete cascade,
  check ((used_at is null) = (used_by is null))
);
create index invitations_author on invitations (author_id);
create index invitations_for_user on invitations (for_user_id);
create index invitations_used_by on invitations (used_by);

-- A pending login with a passkey, or the making of one.
create table passkey_challenges (
  -- SHA-256 of the challenge.
  challenge_hash bytea primary key,
  purpose text not null,
  -- SHA-256 of the cookie of the browser that began; null for clients without cookies.
  browser_hash bytea,
  -- The user who adds a passkey, or gets a new one by an invitation.
  user_id integer references users on delete cascade,
  -- The version of the user's token. After a logout everywhere nothing is added.
  token_version integer,
  invitation_id integer references invitations on delete cascade,
  -- The name of the new account.
  display_name text,
  user_handle bytea,
  began_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);
create index passkey_challenges_user on passkey_challenges (user_id);
create index passkey_challenges_invitation on passkey_challenges (invitation_id);

-- A change of a user's roles.
create table permission_changes (
  id bigint generated always as identity primary key,
  changed_at timestamptz not null default now(),
  user_id integer not null references users on delete cascade,
  -- Null: from the command line, or by a deleted user.
  author_id integer references users on delete set null,
  permissions_before text[] not null,
  permissions_after text[] not null
);
create index permission_changes_user on permission_changes (user_id);
create index permission_changes_author on permission_changes (author_id);


-- Teams and signups

-- A team of an event.
create table teams (
  id integer generated always as identity primary key,
  event_id integer not null references events on delete cascade,
  name text not null,
  abbreviation text not null default '',
  color text not null default '',
  allowed_classes text[] not null default '{}',
  version integer not null default 1,
  unique (id, event_id)
);
create index teams_event on teams (event_id);

-- The logo of a team, re-encoded by the server. It is addressed by its hash, so a cached copy never expires.
create table team_logos (
  team_id integer primary key references teams on delete cascade,
  hash text not null,
  picture bytea not null,
  uploaded_at timestamptz not null,
  author_id integer references users on delete set null
);
create index team_logos_author on team_logos (author_id);

-- A member of a team. The primary key allows one team per user and event.
create table team_users (
  event_id integer not null references events on delete cascade,
  user_id integer not null references users on delete cascade,
  team_id integer not null,
  is_team_lead boolean not null default false,
  primary key (event_id, user_id),
  unique (event_id, user_id, team_id),
  foreign key (team_id, event_id) references teams (id, event_id) on delete cascade
);
create index team_users_team on team_users (team_id);
create index team_users_user on team_users (user_id);

-- A player's signup for an event.
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
  -- Whole hours from UTC; null: not stated.
  utc_offset_hours integer,
  -- To the organisers' questions: a list of question_id and answer.
  answers jsonb not null default '[]',
  -- Set by an organiser to put a signup before or after the rest of the queue; null: in order of arrival.
  queue_place text,
  primary key (event_id, user_id)
);
create index signups_user on signups (user_id);
create index signups_partner on signups (partner_id);

-- The organisers' questions in the signup form of an event.
create table signup_questions (
  event_id integer primary key references events on delete cascade,
  version integer not null,
  questions jsonb not null,
  -- The largest id ever given to a question of the event: stored answers refer to ids, so none is used twice.
  last_id integer not null
);

-- A change that an organiser made to the queue of signups.
create table signup_changes (
  id integer generated always as identity primary key,
  event_id integer not null references events on delete cascade,
  user_id integer not null references users on delete cascade,
  kind text not null,
  changed_at timestamptz not null,
  author_id integer references users on delete set null,
  -- For a removal: the removed signup, and its team.
  signup jsonb,
  membership jsonb
);
create index signup_changes_event on signup_changes (event_id, id desc);
create index signup_changes_user on signup_changes (user_id);
create index signup_changes_author on signup_changes (author_id);

-- The draft of a team sort, one per event, shared by all organisers who sort it.
create table team_sort_drafts (
  event_id integer primary key references events on delete cascade,
  version integer not null default 1,
  draft jsonb not null,
  author_id integer references users on delete set null,
  changed_at timestamptz not null
);
create index team_sort_drafts_author on team_sort_drafts (author_id);

-- A submitted team sort, with the data to repeat and undo it.
create table team_sorts (
  id integer generated always as identity primary key,
  event_id integer not null references events on delete cascade,
  created_at timestamptz not null,
  author_id integer references users on delete set null,
  note text not null,
  -- Null together: the teams were sorted by hand.
  seed bigint,
  sort_version integer,
  input jsonb,
  proposal jsonb,
  -- The user of each row; never published.
  people jsonb not null,
  -- Memberships before and after.
  before jsonb not null,
  after jsonb not null,
  undone_at timestamptz,
  undone_by integer references users on delete set null
);
create index team_sorts_event on team_sorts (event_id, id desc);
create index team_sorts_author on team_sorts (author_id);
create index team_sorts_undone_by on team_sorts (undone_by);


-- Objectives: the editable definition of an event

-- A scoring preset. Definition files refer to it by `file_key`, which stays when the name changes; rows inserted without a key
-- get a random one.
create table scoring_presets (
  id integer generated always as identity primary key,
  event_id integer not null references events on delete cascade,
  file_key text not null default 'p' || substr(md5(random()::text), 1, 12),
  name text not null,
  description text not null default '',
  points numeric[] not null,
  point_cap integer not null default 0,
  parameters jsonb not null default '{}',
  scoring_method text not null,
  type text not null,
  version integer not null default 1
);
create index scoring_presets_event on scoring_presets (event_id);
create unique index scoring_presets_file_key on scoring_presets (event_id, file_key);

-- An objective in the tree of its event. Its version covers its conditions, but not its position among its siblings.
create table objectives (
  id integer generated always as identity primary key,
  event_id integer not null references events on delete cascade,
  -- See scoring_presets.
  file_key text not null default 'o' || substr(md5(random()::text), 1, 12),
  parent_id integer references objectives on delete cascade,
  -- The order of siblings.
  position integer not null default 0,
  name text not null,
  -- Text shown to players.
  note text not null default '',
  -- How pages show the branch, with the title of its tab; null: derived from the name.
  view text,
  tab text,
  -- Its place on the board of its category: {"row": 0, "column": 2}; null: by its position.
  cell jsonb,
  objective_type text not null,
  aggregation text not null,
  number_field text not null,
  required_number bigint not null,
  -- For a team: counts players with at least this number; null: adds up.
  players_from bigint,
  -- The level from which gems or flasks count; null for other numbers.
  pieces_from integer,
  hide_progress boolean not null default false,
  -- How reports count and the proof they need; null: as in the category, up to the event.
  reports text,
  report_proof text,
  valid_from timestamptz,
  valid_to timestamptz,
  scoring_preset_id integer references scoring_presets on delete set null,
  -- With several rules: finished when all of them are, or when the first is.
  finished_by text not null default 'all',
  version integer not null default 1
);
create index objectives_event on objectives (event_id);
create unique index objectives_file_key on objectives (event_id, file_key);
create index objectives_parent on objectives (parent_id);
create index objectives_preset on objectives (scoring_preset_id);

-- The scoring rules of an objective after the first, which is its column.
create table objective_presets (
  objective_id integer not null references objectives on delete cascade,
  position integer not null,
  preset_id integer not null references scoring_presets on delete cascade,
  primary key (objective_id, preset_id)
);
create index objective_presets_preset on objective_presets (preset_id);

-- A condition that items of an objective have to meet.
create table conditions (
  id integer generated always as identity primary key,
  objective_id integer not null references objectives on delete cascade,
  field text not null,
  operator text not null,
  value text not null,
  -- Conditions of one objective with the same number form a group; null: the condition stands alone.
  any_of integer,
  -- How many conditions of the group must hold: the largest in the group; null: 1.
  at_least integer,
  -- The amount that one piece adds; null: 1.
  counts_as integer
);
create index conditions_objective on conditions (objective_id);

-- An item as a test of an objective: its conditions must match it, or must not.
create table item_examples (
  id integer generated always as identity primary key,
  objective_id integer not null references objectives on delete cascade,
  must_match boolean not null,
  item jsonb not null,
  -- Whether the present conditions treat it as they must; every edit of the definition updates it.
  holds boolean not null,
  added_at timestamptz not null
);
create index item_examples_objective on item_examples (objective_id);

-- The newest scan of items against the item objectives of an event, by source.
create table item_scans (
  event_id integer not null references events on delete cascade,
  -- stream: the live public stash stream. stored: the snapshots of all events of the game.
  source text not null,
  -- Incremented by each start: a program that still works for an earlier scan writes nothing.
  run integer not null default 1,
  -- waiting, running, done, stopped, failed
  state text not null,
  -- Event clock, like all times here.
  started_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  definition_version bigint not null,
  items bigint not null default 0,
  -- Pages of the stream, or snapshots, read so far, and the number of snapshots; null for the stream.
  done integer not null default 0,
  total integer,
  problem text,
  primary key (event_id, source)
);

-- The result of a scan for one objective, also without a match.
create table item_scan_results (
  event_id integer not null,
  source text not null,
  objective_id integer not null references objectives on delete cascade,
  -- Hash of the conditions that were tested.
  rule_hash text not null,
  matches integer not null default 0,
  first_at timestamptz,
  -- The first items of different names.
  hits jsonb not null default '[]',
  primary key (event_id, source, objective_id),
  foreign key (event_id, source) references item_scans on delete cascade
);
create index item_scan_results_objective on item_scan_results (objective_id);


-- Characters of participants

-- A participant's character with its latest figures.
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
  main_skill text not null default '',
  delve_depth integer not null default 0,
  values_id bigint,
  -- The player's character that scores; at most one.
  is_tracked boolean not null default false,
  last_active_at timestamptz,
  primary key (event_id, id)
);
create index characters_user on characters (user_id);
-- Pages address a character by its own id, in all events.
create index characters_id on characters (id);

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
  -- Nodes of the largest atlas tree; atlas_trees has the trees.
  atlas_node_count integer not null default 0,
  -- In character_values.
  values_id bigint
);
create index character_readings_character on character_readings (event_id, character_id, id);
-- The newest answer from the game before a time, for the ladder at an hour of the past.
create index character_readings_time on character_readings (event_id, character_id, timestamp) where source <> 'build';
create index character_readings_user on character_readings (user_id);

-- Raw, append-only: what the items of a character add up to, and the figures of its newest calculated build. Both change rarely, so
-- many readings share a row.
create table character_values (
  id bigint generated always as identity primary key,
  event_id integer not null references events on delete cascade,
  worn jsonb,
  figures jsonb
);
create index character_values_event on character_values (event_id);

-- Raw, append-only: which reading counted for a player, or (without a user) for a team, from which time on. The tracked character
-- and the members of a team change during an event; the readings alone do not record that.
create table tracked_readings (
  id bigint generated always as identity primary key,
  event_id integer not null references events on delete cascade,
  timestamp timestamptz not null,
  team_id integer not null references teams on delete cascade,
  user_id integer references users on delete cascade,
  reading_ids bigint[] not null,
  -- Only the figures of a calculated build are new, and count from the time at which the game showed the build.
  figures_only boolean not null default false
);
create index tracked_readings_event on tracked_readings (event_id, id);
create index tracked_readings_team on tracked_readings (team_id);
create index tracked_readings_figures on tracked_readings (event_id, team_id, id) where figures_only and user_id is null;
create index tracked_readings_user on tracked_readings (user_id);

-- When the characters of a participant are due to be read from the game.
create table character_polls (
  event_id integer not null references events on delete cascade,
  user_id integer not null references users on delete cascade,
  list_due_at timestamptz not null,
  detail_due_at timestamptz not null,
  -- Null: as soon as the character can have an atlas.
  atlas_due_at timestamptz,
  -- A player asks to be read now; null once that is done.
  wanted_at timestamptz,
  -- The last attempt, and the last attempt that included the list: requests of players keep a distance from both.
  asked_at timestamptz,
  listed_at timestamptz,
  failures_in_a_row integer not null default 0,
  last_error text,
  primary key (event_id, user_id)
);
create index character_polls_user on character_polls (user_id);

-- A player's atlas tree each time it changed.
create table atlas_trees (
  id bigint generated always as identity primary key,
  event_id integer not null references events on delete cascade,
  user_id integer not null references users on delete cascade,
  index integer not null,
  nodes integer[] not null,
  timestamp timestamptz not null
);
create index atlas_trees_player on atlas_trees (event_id, user_id, index, id);
create index atlas_trees_user on atlas_trees (user_id);

-- A character's build in the format of Path of Building, valid until the next row.
create table character_builds (
  id bigint generated always as identity primary key,
  event_id integer not null,
  character_id text not null,
  timestamp timestamptz not null,
  level integer not null,
  ascendancy text not null,
  main_skill text not null,
  -- Compressed text, which clients receive in base64.
  export bytea not null,
  -- Hash of the text before compression, so that equal builds are found without decompression.
  export_hash bytea not null,
  -- Names of its uniques and gems, read from the text, so that the ladder is filtered without decompression.
  uniques text[] not null default '{}',
  gems text[] not null default '{}',
  foreign key (event_id, character_id) references characters (event_id, id) on delete cascade
);
create index character_builds_character on character_builds (event_id, character_id, id);
create index character_builds_hash on character_builds (event_id, character_id, export_hash);
-- Figures are deleted with the last build of their hash, in any event.
create index character_builds_export_hash on character_builds (export_hash);

-- The newest build of a character that waits for its figures, in the format of the calculator.
create table build_queue (
  event_id integer not null,
  character_id text not null,
  export_hash bytea not null,
  -- Compressed; null: no build waits.
  request bytea,
  due_at timestamptz not null,
  calculated_at timestamptz,
  -- How often the process ended in the middle of this build.
  interruptions integer not null default 0,
  -- Why the last attempt failed. The build stays in the queue and is retried a day later.
  failure text,
  -- When the game showed the build.
  seen_at timestamptz not null default now(),
  -- A calculated build whose figures the readings of its character do not have yet, and when the game showed it.
  unread_hash bytea,
  unread_at timestamptz,
  primary key (event_id, character_id),
  foreign key (event_id, character_id) references characters (event_id, id) on delete cascade
);
create index build_queue_due on build_queue (due_at) where request is not null;
create index build_queue_unread on build_queue (event_id) where unread_hash is not null;

-- The figures of a build, found by the hash of its content.
create table build_figures (
  export_hash bytea primary key,
  engine text not null,
  figures jsonb not null,
  -- All calculated figures, by their names in Path of Building; part of exports.
  stats jsonb,
  is_partial boolean not null default false,
  calculated_at timestamptz not null
);

-- The game's ladder at the last reading; replaced as a whole.
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

-- A minute in which a player was seen playing; `timestamp` is its beginning.
create table activity_samples (
  event_id integer not null references events on delete cascade,
  user_id integer not null references users on delete cascade,
  timestamp timestamptz not null,
  primary key (event_id, user_id, timestamp)
);
create index activity_samples_user on activity_samples (user_id);


-- Items of participants

-- The position in the public stash stream. Moves only together with the snapshots of its page.
create table stream_cursors (
  event_id integer primary key references events on delete cascade,
  next_change_id text not null,
  -- The position of the previous page, which the game accepted.
  previous_change_id text,
  moved_at timestamptz not null
);

-- A position for which the game has returned a page: reading can return to it.
create table stream_positions (
  id bigint generated always as identity primary key,
  event_id integer not null references events on delete cascade,
  change_id text not null,
  read_at timestamptz not null
);
create index stream_positions_event on stream_positions (event_id, id);

-- A known tab of a participant, with its newest snapshot.
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
create index stashes_user on stashes (user_id);

-- Raw, append-only: the content of a tab, or of a character's equipment or inventory, each time it changed.
-- The same page of the stream read twice stores nothing twice.
create table stash_snapshots (
  id bigint generated always as identity primary key,
  event_id integer not null references events on delete cascade,
  -- stash, worn, carried. Together with `stash_id` it identifies the source.
  kind text not null default 'stash',
  -- For worn and carried items the id of the character.
  stash_id text not null,
  -- The page of the stream that contained the tab.
  change_id text not null,
  team_id integer not null,
  user_id integer references users on delete set null,
  -- Time of receipt. It decides whether the snapshot is within an interval; the time of evaluation does not matter.
  timestamp timestamptz not null,
  -- The level and class of the character at that time.
  level integer,
  class text,
  item_count integer not null,
  -- The JSON list of items as received, compressed with zstd.
  items bytea not null,
  -- 16 bytes of the SHA-256 of the JSON.
  items_hash bytea not null,
  -- The snapshot of the same tab whose JSON is the dictionary; null for a whole snapshot. Only whole snapshots are bases. No foreign key:
  -- nothing removes a base before the snapshots that need it.
  base_id bigint,
  unique (event_id, stash_id, change_id)
);
create index stash_snapshots_event on stash_snapshots (event_id, id);
create index stash_snapshots_user on stash_snapshots (user_id);
create index stash_snapshots_bases on stash_snapshots (event_id, stash_id, kind, id) where base_id is null;

-- The newest snapshot of what a character wears and carries.
create table character_items (
  event_id integer not null,
  character_id text not null,
  kind text not null,
  team_id integer not null,
  -- Hash of all properties that a condition can read.
  content_hash bytea not null,
  item_count integer not null,
  latest_snapshot_id bigint not null,
  primary key (event_id, character_id, kind),
  foreign key (team_id, event_id) references teams (id, event_id) on delete cascade,
  foreign key (event_id, character_id) references characters (event_id, id) on delete cascade
);

-- The address of an item picture, from publicly visible items, by name of a unique or by item type.
create table item_pictures (
  -- Realm of the game.
  realm text not null,
  is_unique boolean not null,
  name text not null,
  address text not null,
  changed_at timestamptz not null,
  primary key (realm, is_unique, name)
);

-- Names of items that organisers added to the known ones.
create table added_item_names (
  game_version text not null,
  -- Otherwise it is a base type.
  is_unique boolean not null,
  name text not null,
  author_id integer not null references users on delete cascade,
  added_at timestamptz not null,
  primary key (game_version, is_unique, name)
);
create index added_item_names_author on added_item_names (author_id);


-- Guilds of teams, their logs and their stash tabs

-- A guild that a team registered. One team per guild and event, so that no team can upload to another team's log.
create table guilds (
  event_id integer not null references events on delete cascade,
  guild_id integer not null,
  team_id integer not null,
  name text not null,
  tag text not null,
  primary key (event_id, guild_id),
  foreign key (team_id, event_id) references teams (id, event_id) on delete cascade
);
create index guilds_team on guilds (team_id);

-- Insert-only: an uploaded line of a guild's log, of the event's league only.
create table guild_log_entries (
  event_id integer not null,
  guild_id integer not null,
  -- The number of the line on the game's site; ascends with time.
  entry_id bigint not null,
  -- The order of upload, assigned under a lock: a reader who has seen n has seen all smaller numbers.
  position bigint not null generated always as identity,
  timestamp timestamptz not null,
  account_name text not null,
  action text not null,
  item_name text not null,
  number integer not null,
  stash_name text,
  x integer not null,
  y integer not null,
  uploaded_by integer references users on delete set null,
  primary key (event_id, guild_id, entry_id),
  foreign key (event_id, guild_id) references guilds (event_id, guild_id) on delete cascade
);
create index guild_log_entries_time on guild_log_entries (event_id, guild_id, timestamp desc, entry_id desc);
create index guild_log_entries_position on guild_log_entries (event_id, position);
create index guild_log_entries_uploader on guild_log_entries (uploaded_by);
-- Used to find the depositor of an item by its stash, latest lines first. Without the time this index is always the cheapest,
-- whatever the statistics of the table: walking the whole log by time took half a second for a search.
create index guild_log_entries_place on guild_log_entries (event_id, guild_id, stash_name, x, y, timestamp desc, entry_id desc);

-- An uploaded range of a guild's log, including lines of other leagues: between two ranges there is a gap.
create table guild_log_pages (
  event_id integer not null,
  guild_id integer not null,
  oldest_entry_id bigint not null,
  newest_entry_id bigint not null,
  oldest_at timestamptz not null,
  newest_at timestamptz not null,
  -- Later than newest_at when the page was uploaded right after the one above it.
  covers_until timestamptz not null,
  -- The site had older lines than this page.
  is_truncated boolean not null,
  uploaded_by integer references users on delete set null,
  uploaded_at timestamptz not null,
  primary key (event_id, guild_id, newest_entry_id, oldest_entry_id, is_truncated),
  foreign key (event_id, guild_id) references guilds (event_id, guild_id) on delete cascade
);
create index guild_log_pages_uploader on guild_log_pages (uploaded_by);

-- How far the guild logs of an event have been turned into facts, and under which definition and participants.
create table guild_log_cursors (
  event_id integer primary key references events on delete cascade,
  position bigint not null default 0,
  read_with bytea not null
);

-- A guild tab visible to a participant, with its latest content from the game. A change also becomes a stash snapshot.
create table guild_stash_tabs (
  event_id integer not null references events on delete cascade,
  id text not null,
  team_id integer not null,
  -- Set for the parts of a unique or map collection, which are fetched through it.
  parent_id text,
  folder_name text,
  name text not null,
  type text not null,
  index integer,
  color text,
  fetch_enabled boolean not null default false,
  -- Fetched at a shorter interval; only with fetch_enabled, and not for parts of a collection.
  is_priority boolean not null default false,
  content bytea,
  -- Hash of all properties that a condition can read.
  content_hash bytea,
  -- Hash of the whole content: data derived from the content stays valid until this changes.
  content_key bytea generated always as (sha256(content)) stored,
  item_count integer not null default 0,
  -- A single answer without items is not trusted: the game sometimes sends an empty tab.
  is_empty_unconfirmed boolean not null default false,
  fetched_at timestamptz,
  due_at timestamptz not null,
  -- When a member requested an immediate read of this tab.
  wanted_at timestamptz,
  failures_in_a_row integer not null default 0,
  last_error text,
  primary key (event_id, id),
  foreign key (team_id, event_id) references teams (id, event_id) on delete cascade,
  foreign key (event_id, parent_id) references guild_stash_tabs (event_id, id) on delete cascade
);
create index guild_stash_tabs_team on guild_stash_tabs (team_id);
create index guild_stash_tabs_parent on guild_stash_tabs (event_id, parent_id);

-- A participant who can see a guild tab in the game, by their latest list of tabs.
create table guild_stash_access (
  event_id integer not null,
  tab_id text not null,
  user_id integer not null references users on delete cascade,
  seen_at timestamptz not null,
  primary key (event_id, tab_id, user_id),
  foreign key (event_id, tab_id) references guild_stash_tabs (event_id, id) on delete cascade
);
create index guild_stash_access_user on guild_stash_access (user_id);

-- When a participant's list of guild tabs is read next, and when their token was last used for a guild tab.
create table guild_stash_polls (
  event_id integer not null references events on delete cascade,
  user_id integer not null references users on delete cascade,
  due_at timestamptz not null,
  checked_at timestamptz,
  last_used_at timestamptz,
  -- When a lead last requested a check of their members; more frequent checks would exceed the game's rate limit.
  wanted_at timestamptz,
  failures_in_a_row integer not null default 0,
  last_error text,
  primary key (event_id, user_id)
);
create index guild_stash_polls_user on guild_stash_polls (user_id);


-- The ledger: facts and definitions in one order

-- Numbers facts, definition changes and exclusions. Writers hold the event's ledger lock, so the numbers are in commit order.
create sequence ledger_sequence as bigint;

-- A fact that scores, or the retraction of one. Wide columns come first, to avoid padding. Every index costs bytes for each fact,
-- so each index names its queries.
create table facts (
  sequence bigint not null default nextval('ledger_sequence'),
  number bigint not null,
  timestamp timestamptz not null,
  -- The snapshot in which the items were seen. Not a foreign key: that would need an index, and an unknown number is treated as
  -- null.
  stash_snapshot_id bigint,
  retracts bigint,
  event_id integer not null references events on delete cascade,
  objective_id integer not null references objectives on delete cascade,
  team_id integer not null references teams on delete cascade,
  user_id integer references users on delete set null,
  -- For manually recorded facts: author and reason, and the note that receipts show instead of the reason.
  author_id integer references users on delete set null,
  -- True for an automatic retraction after a change of the fact's rule. A manual retraction (false) survives a re-evaluation of
  -- the objective.
  is_automatic boolean not null default false,
  kind text not null default 'fact',
  source text not null,
  reason text,
  public_note text,
  -- Scorekeepers, rebuilds and previews read an event in order (eachFact); its newest number (findLedgerEnd); deleted events.
  primary key (event_id, sequence),
  foreign key (event_id, retracts) references facts on delete cascade,
  check ((kind = 'retraction') = (retracts is not null))
);
-- Jobs read the last state of a source (loadLatest, loadReported), the guild search reads facts of tabs (listReported), and a
-- re-evaluation reads the facts it replaces (writeChanged). A hash of 4 bytes stands for the text of 70; isFromSource compares
-- both.
create index facts_of_source on facts (event_id, hashtext(source), objective_id, team_id, sequence desc);
-- Receipts (eachFact with objectives), re-evaluations (listChanged), history after a retraction; deleted objectives.
create index facts_objective on facts (objective_id);
-- Deleted teams.
create index facts_team on facts (team_id);
-- Exclusions of a player (namePlayer); users who delete their account or request their data.
create index facts_user on facts (user_id);
-- Whether a fact still counts (isUnretracted, isSeen).
create index facts_retracts on facts (retracts) where retracts is not null;
-- Manual corrections (correctionsOf); users who delete their account.
create index facts_author on facts (author_id) where author_id is not null;
-- Deposits whose rule has changed (retractOthers).
create index facts_deposits on facts (event_id) where source like 'deposit:%';

-- The whole definition of an event each time it changed.
create table definition_changes (
  sequence bigint primary key default nextval('ledger_sequence'),
  event_id integer not null references events on delete cascade,
  definition jsonb not null,
  timestamp timestamptz not null,
  author_id integer references users on delete set null,
  reason text
);
create index definition_changes_event on definition_changes (event_id, sequence);
create index definition_changes_author on definition_changes (author_id);

-- Facts excluded by judges: all facts that a row matches, including later ones. The only change of a row is its withdrawal; the
-- definitions in the ledger record which exclusions apply.
create table exclusions (
  id bigint primary key default nextval('ledger_sequence'),
  event_id integer not null references events on delete cascade,
  -- fact, tab, player, interval
  what text not null,
  -- Null matches everything.
  objective_id integer references objectives on delete cascade,
  team_id integer references teams on delete cascade,
  user_id integer references users on delete cascade,
  source text,
  from_at timestamptz,
  to_at timestamptz,
  reason text not null,
  public_note text,
  author_id integer references users on delete set null,
  created_at timestamptz not null,
  withdrawn_at timestamptz,
  withdrawn_by integer references users on delete set null,
  withdrawal_reason text
);
create index exclusions_event on exclusions (event_id, id);
create index exclusions_objective on exclusions (objective_id);
create index exclusions_team on exclusions (team_id);
create index exclusions_user on exclusions (user_id);
create index exclusions_author on exclusions (author_id);
create index exclusions_withdrawn_by on exclusions (withdrawn_by);

-- Points that organisers give to a team or take. They count through a fact of the event's root.
create table manual_points (
  id bigint primary key default nextval('ledger_sequence'),
  event_id integer not null references events on delete cascade,
  team_id integer not null references teams on delete cascade,
  -- The player they are for; null: the whole team.
  user_id integer references users on delete set null,
  points integer not null,
  reason text not null,
  public_note text,
  -- A link.
  proof text,
  author_id integer references users on delete set null,
  created_at timestamptz not null,
  -- waiting, approved, declined; null: no second person was needed
  approval text,
  decided_by integer references users on delete set null,
  decision_reason text,
  withdrawn_at timestamptz,
  withdrawn_by integer references users on delete set null,
  withdrawal_reason text,
  -- Number of the fact; null until they count. Not a foreign key, like facts.stash_snapshot_id.
  fact_sequence bigint,
  check (fact_sequence is null or approval is null or approval = 'approved')
);
create index manual_points_event on manual_points (event_id, id);
create index manual_points_fact on manual_points (fact_sequence);
create index manual_points_team on manual_points (team_id);
create index manual_points_user on manual_points (user_id);
create index manual_points_author on manual_points (author_id);
create index manual_points_decided_by on manual_points (decided_by);
create index manual_points_withdrawn_by on manual_points (withdrawn_by);


-- Matching: from snapshots and readings to facts

-- How far the snapshots of an event have been matched against its objectives.
create table evaluation_cursors (
  event_id integer primary key references events on delete cascade,
  snapshot_id bigint not null default 0,
  -- Incremented whenever a rule of the event takes effect, so that processes with cached rules notice.
  rules_version bigint not null default 0
);

-- The rule of an objective's facts: conditions and interval, or number and interval (`FactRule` in the domain). All facts from
-- tabs and characters match exactly this rule; a new rule takes effect together with its facts.
create table fact_rules (
  objective_id integer primary key references objectives on delete cascade,
  event_id integer not null references events on delete cascade,
  rule jsonb not null
);
create index fact_rules_event on fact_rules (event_id);

-- A re-evaluation: the rule of an objective has changed, and all stored data is matched against the new rule.
create table rematches (
  objective_id integer primary key references objectives on delete cascade,
  event_id integer not null references events on delete cascade,
  -- The new rule; null: the objective no longer takes facts from tabs and characters.
  rule jsonb,
  -- snapshots, readings
  reads text not null,
  -- Id of the last row read, number of rows read, and number of rows at the start.
  position bigint not null default 0,
  done integer not null default 0,
  total integer not null default 0,
  started_at timestamptz not null
);
create index rematches_event on rematches (event_id);

-- A fact found by a re-evaluation. It does not count until the re-evaluation replaces all old facts at once.
create table rematch_facts (
  id bigint generated always as identity primary key,
  objective_id integer not null references rematches on delete cascade,
  team_id integer not null references teams on delete cascade,
  user_id integer references users on delete set null,
  source text not null,
  number bigint not null,
  timestamp timestamptz not null,
  stash_snapshot_id bigint references stash_snapshots on delete set null
);
create index rematch_facts_source on rematch_facts (objective_id, source, team_id, id desc);
create index rematch_facts_team on rematch_facts (team_id);
create index rematch_facts_user on rematch_facts (user_id);
create index rematch_facts_snapshot on rematch_facts (stash_snapshot_id);


-- Standings: the result of folding the ledger

-- How far the ledger of an event is folded into its scores.
create table score_cursors (
  event_id integer primary key references events on delete cascade,
  ledger_sequence bigint not null default 0,
  change_sequence bigint not null default 0,
  -- Incremented by every writer that takes over; updates by earlier writers then match no row.
  fence bigint not null default 0,
  updated_at timestamptz,
  -- The next time at which a score changes without a new fact; null: none. A new event is evaluated once to find it.
  due_at timestamptz default 'epoch'
);

-- The score of a team on an objective, after the ledger up to score_cursors.ledger_sequence.
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
  -- The share of each rule, with times in milliseconds; null: there is only one rule.
  by_rule json,
  -- The score change that set this score.
  sequence bigint not null,
  primary key (objective_id, team_id)
);
create index scores_event on scores (event_id);
create index scores_team on scores (team_id);
create index scores_user on scores (user_id);

-- A change of a score, numbered 1, 2, 3, … within the event, without gaps.
create table score_changes (
  event_id integer not null references events on delete cascade,
  sequence bigint not null,
  changed_at timestamptz not null,
  objective_id integer not null,
  team_id integer not null,
  diff_type text not null,
  field_diff text[] not null default '{}',
  -- Whether the objective hides its progress after this change, and whether it did before; null: unchanged.
  hide_progress boolean not null,
  hid_before boolean,
  -- The previous score; null: none.
  points_before bigint,
  finished_before boolean,
  -- The new score; for a removed score, its last value.
  points bigint not null,
  rank integer not null,
  number bigint not null,
  finished boolean not null,
  timestamp timestamptz,
  user_id integer,
  -- See scores.
  by_rule json,
  primary key (event_id, sequence)
);

-- A problem that the last scoring found in a definition, in display order.
create table scoring_problems (
  event_id integer not null references events on delete cascade,
  place integer not null,
  code text not null,
  objective_id integer references objectives on delete cascade,
  preset_id integer,
  message text not null,
  primary key (event_id, place)
);
create index scoring_problems_objective on scoring_problems (objective_id);

-- The receipt of a team in an imported event, which has no ledger.
create table archived_receipts (
  event_id integer not null references events on delete cascade,
  objective_id integer not null references objectives on delete cascade,
  team_id integer not null references teams on delete cascade,
  receipt json not null,
  primary key (objective_id, team_id)
);
create index archived_receipts_event on archived_receipts (event_id);
create index archived_receipts_team on archived_receipts (team_id);


-- Submissions

-- A player's claim, decided by a judge. Its points are facts with the source `submission:<id>`, written and retracted together
-- with approval_status.
create table submissions (
  id integer generated always as identity primary key,
  event_id integer not null references events on delete cascade,
  objective_id integer not null references objectives on delete cascade,
  -- The team of the player at the time of submission; it stays when the player moves.
  team_id integer not null,
  user_id integer not null references users on delete cascade,
  -- When the achievement happened, according to the player.
  timestamp timestamptz not null,
  number bigint not null,
  proof text not null default '',
  comment text not null default '',
  -- When the server received the latest edit.
  submitted_at timestamptz not null,
  approval_status text not null default 'PENDING',
  review_comment text,
  -- The judge who decided last; the decision outlives their account.
  reviewer_id integer references users on delete set null,
  reviewed_at timestamptz,
  -- Also incremented by a decision, so that a judge decides about the version they saw.
  version integer not null default 1,
  -- The reported item: its name, and its text as copied in the game. Null: a submission without an item.
  item_name text,
  item_text text,
  -- Hash of the item's properties, equal for copies of one item.
  item_identity text,
  -- Drawn by the client: a report that is sent again is stored once.
  report_key text,
  -- An earlier submission of the same item, for judges.
  same_item_as integer references submissions on delete set null,
  -- It counts on the player's word until a judge decides.
  counts_unreviewed boolean not null default false,
  -- Signs for judges that it may be wrong, found when it was sent.
  suspicions text[] not null default '{}',
  -- Why it waits for another decision, and since when: second_look, challenge, appeal. Null: it does not.
  recheck text,
  recheck_at timestamptz,
  -- Each submission has one appeal.
  is_appealed boolean not null default false,
  foreign key (team_id, event_id) references teams (id, event_id) on delete cascade
);
-- Refuses duplicate claims by hand. A player can find two items in one second.
create unique index submissions_claim on submissions (user_id, objective_id, timestamp) where report_key is null;
create index submissions_report on submissions (user_id, report_key) where report_key is not null;
create index submissions_item on submissions (event_id, item_identity) where item_identity is not null;
create index submissions_same_item on submissions (same_item_as) where same_item_as is not null;
create index submissions_event on submissions (event_id, id);
create index submissions_objective on submissions (objective_id);
create index submissions_team on submissions (team_id, event_id);
create index submissions_reviewer on submissions (reviewer_id);

-- A screenshot as proof, re-encoded by the server. Submissions name it by its address in their proof.
create table proof_pictures (
  id integer generated always as identity primary key,
  event_id integer not null references events on delete cascade,
  -- The team of the player at the time of the upload, whose members see it.
  team_id integer not null,
  user_id integer not null references users on delete cascade,
  picture bytea not null,
  bytes integer not null,
  uploaded_at timestamptz not null,
  foreign key (team_id, event_id) references teams (id, event_id) on delete cascade
);
create index proof_pictures_event on proof_pictures (event_id, user_id) include (bytes);
create index proof_pictures_team on proof_pictures (team_id, event_id);
create index proof_pictures_user on proof_pictures (user_id);

-- The lease of the judge who is reviewing a submission; ends at expires_at unless renewed.
create table submission_claims (
  submission_id integer primary key references submissions on delete cascade,
  judge_id integer not null references users on delete cascade,
  claimed_at timestamptz not null,
  expires_at timestamptz not null
);
create index submission_claims_judge on submission_claims (judge_id);

-- An event in the log of a player's game. The same line read twice is one event.
create table game_log_events (
  id bigint generated always as identity primary key,
  event_id integer not null references events on delete cascade,
  user_id integer not null references users on delete cascade,
  -- level, death, area, passive, boss
  kind text not null,
  -- Name of the player's character; empty for areas, passives and bosses.
  character text not null,
  value text not null,
  number integer not null,
  -- Time of the line in the zone of the player's computer, and the uptime of that computer in milliseconds.
  logged text not null,
  uptime_ms bigint not null,
  -- Whether the line was read as the game wrote it.
  is_live boolean not null,
  -- When it happened: the server's time of a live line, otherwise the time of the line.
  timestamp timestamptz not null,
  unique (user_id, event_id, kind, logged, uptime_ms, character, value, number)
);
create index game_log_events_event on game_log_events (event_id, character);

-- Append-only: a step in the history of a submission, written in the transaction of the step.
create table submission_history (
  id bigint generated always as identity primary key,
  submission_id integer not null references submissions on delete cascade,
  -- submitted, edited, decided, challenged, appealed
  kind text not null,
  -- Null for `submitted`.
  from_status text,
  to_status text not null,
  comment text not null default '',
  -- The step outlives its author's account.
  author_id integer references users on delete set null,
  timestamp timestamptz not null
);
create index submission_history_submission on submission_history (submission_id, id);
create index submission_history_author on submission_history (author_id);


-- Plans of teams

-- The plan of a team: its suggestions, in order.
create table team_plans (
  team_id integer primary key references teams on delete cascade,
  -- Incremented by every change of texts, order or time windows.
  version integer not null default 0,
  -- Time windows in order, as in the API; suggestions refer to them by index.
  windows jsonb not null default '[]'
);

-- An objective that the leads of a team suggest. A suggestion for the root of the tree is a message to the team, without a
-- position in the order. Removed suggestions are kept and can be restored.
create table team_suggestions (
  team_id integer not null references teams on delete cascade,
  objective_id integer not null references objectives on delete cascade,
  position integer not null default 0,
  window_index integer,
  extra text not null default '',
  -- The version of the plan in which the text was written.
  version integer not null default 0,
  written_by integer references users on delete set null,
  written_at timestamptz,
  removed_at timestamptz,
  primary key (team_id, objective_id)
);
create index team_suggestions_objective on team_suggestions (objective_id);
create index team_suggestions_written_by on team_suggestions (written_by);

-- A member who has read a suggestion, and the version they read. Former members stay in the table but are not counted.
create table team_suggestion_readers (
  team_id integer not null,
  objective_id integer not null,
  user_id integer not null references users on delete cascade,
  version integer not null,
  seen_at timestamptz not null,
  primary key (team_id, objective_id, user_id),
  foreign key (team_id, objective_id) references team_suggestions on delete cascade
);
create index team_suggestion_readers_user on team_suggestion_readers (user_id);

-- A member who works on a suggestion.
create table team_suggestion_takers (
  team_id integer not null,
  objective_id integer not null,
  user_id integer not null references users on delete cascade,
  taken_at timestamptz not null,
  primary key (team_id, objective_id, user_id),
  foreign key (team_id, objective_id) references team_suggestions on delete cascade
);
create index team_suggestion_takers_user on team_suggestion_takers (user_id);

-- Items that members of a team want. A wish moves with its player to another team, and ends with the membership.
create table team_wishes (
  id integer generated always as identity primary key,
  event_id integer not null,
  team_id integer not null,
  user_id integer not null,
  -- unique, base, gem.
  kind text not null,
  name text not null,
  -- The order within a team. Numbers are unique in the whole table, so that a player who moves brings no number twice.
  position serial,
  is_build_enabling boolean not null default false,
  fulfilled_at timestamptz,
  -- The owner set or removed the tick, so that equipment no longer changes it.
  is_ticked_by_hand boolean not null default false,
  added_at timestamptz not null,
  foreign key (event_id, user_id, team_id) references team_users (event_id, user_id, team_id)
    on delete cascade on update cascade,
  unique (event_id, user_id, kind, name),
  unique (position) deferrable initially immediate
);
create index team_wishes_team on team_wishes (team_id);


-- Organising

-- The written rules of an event, one row per version. A version never changes; the newest one applies.
create table event_rules (
  event_id integer not null references events on delete cascade,
  version integer not null,
  text text not null,
  written_at timestamptz not null,
  author_id integer references users on delete set null,
  primary key (event_id, version)
);
create index event_rules_author on event_rules (author_id);

-- An announcement of the organisers to everyone, to players or to leads. Removed announcements are kept and can be restored.
create table announcements (
  id integer generated always as identity primary key,
  event_id integer not null references events on delete cascade,
  title text not null,
  text text not null,
  audience text not null,
  starts_at timestamptz not null,
  -- Null: shown until removed.
  ends_at timestamptz,
  author_id integer references users on delete set null,
  version integer not null default 1,
  written_at timestamptz not null,
  removed_at timestamptz,
  check (ends_at is null or ends_at > starts_at)
);
create index announcements_event on announcements (event_id, starts_at);
create index announcements_author on announcements (author_id);

-- The broadcast of an event: the key in the addresses of its overlays, and the producer's choices.
create table broadcasts (
  event_id integer primary key references events on delete cascade,
  key text not null,
  -- The shortest delay of an overlay behind the event.
  least_delay_seconds integer not null default 0,
  -- Null: the card follows the latest points.
  pinned_objective_id integer references objectives on delete set null,
  pinned_at timestamptz,
  -- Null: the card of a player follows the latest points.
  pinned_user_id integer references users on delete set null,
  hidden_objective_ids integer[] not null default '{}',
  hidden_team_ids integer[] not null default '{}',
  version integer not null default 1
);
create index broadcasts_pinned on broadcasts (pinned_objective_id);
create index broadcasts_pinned_user on broadcasts (pinned_user_id);

-- When a program last showed an overlay of each kind.
create table broadcast_loads (
  event_id integer not null references broadcasts on delete cascade,
  kind text not null,
  delay_seconds integer not null,
  loaded_at timestamptz not null,
  primary key (event_id, kind)
);

-- A place to which notices of an event are posted: a chat channel, or a program of the organisers.
create table notice_routes (
  id integer generated always as identity primary key,
  event_id integer not null references events on delete cascade,
  -- Not null: the private channel of a team.
  team_id integer references teams on delete cascade,
  name text not null,
  -- The readers of the channel: public, organisers, team.
  readers text not null,
  -- discord, https
  target text not null,
  -- Encrypted, like the tokens of providers: who knows it can post. The hint is its host and its last characters.
  address bytea not null,
  address_hint text not null,
  -- Encrypted; of https routes.
  signing_key bytea,
  kinds text[] not null,
  minimum_points integer not null,
  digest_minutes integer not null,
  most_per_hour integer not null,
  quiet_from integer,
  quiet_to integer,
  time_zone text not null,
  edits_standings boolean not null,
  -- JSON as text, in which the names of deleted people are replaced.
  templates text not null,
  version integer not null default 1,
  author_id integer references users on delete set null,
  written_at timestamptz not null,
  paused_at timestamptz,
  -- Why the server no longer posts: gone, silent, key_lost. Null: it does.
  stopped text,
  -- The number of the last notice that is in a message or was not for this route.
  position bigint not null,
  -- The number of its newest message.
  last_number integer not null default 0,
  -- Discord's id of the message with the standings, and its text.
  standings_message text,
  standings_text text,
  -- The receiver asked to wait until then.
  not_before timestamptz,
  check ((team_id is null) = (readers <> 'team'))
);
create index notice_routes_event on notice_routes (event_id);
create index notice_routes_team on notice_routes (team_id);
create index notice_routes_author on notice_routes (author_id);

-- A notice of an event, once for all its routes, numbered 1, 2, 3, …
create table notices (
  event_id integer not null references events on delete cascade,
  sequence bigint not null,
  -- The same for the same thing, however often it is found.
  key text not null,
  kind text not null,
  happened_at timestamptz not null,
  team_id integer,
  objective_id integer,
  -- The priority of an announcement.
  audience text,
  -- Values of its text: JSON as text, in which the names of deleted people are replaced.
  facts text not null,
  -- Ranks before and after a change.
  ranks json,
  primary key (event_id, sequence),
  unique (event_id, key)
);

-- How far the notices of an event have been found.
create table notice_cursors (
  event_id integer primary key references events on delete cascade,
  -- The scores and the definition that were read last, and when they are read again without a change of either; null: at once.
  change_sequence bigint not null,
  definition_sequence bigint not null default 0,
  next_look_at timestamptz,
  -- When the first look was, and the last.
  began_at timestamptz not null,
  looked_at timestamptz not null,
  -- The number of its newest notice.
  last_sequence bigint not null,
  -- The standings as visitors saw them.
  standings json not null,
  -- The last notices about the queue and about players' tracking.
  troubles json not null,
  troubles_read_at timestamptz
);

-- A message of a route, numbered 1, 2, 3, … in the order of sending: what waits, and the log.
create table notice_messages (
  route_id integer not null references notice_routes on delete cascade,
  number integer not null,
  -- digest, standings, test
  kind text not null,
  -- waiting, sent, failed, unknown
  state text not null,
  -- Text of a chat, or JSON.
  body text not null,
  notices integer not null,
  made_at timestamptz not null,
  attempts integer not null default 0,
  -- An attempt without an outcome began then.
  began_at timestamptz,
  last_attempt_at timestamptz,
  next_try_at timestamptz,
  status integer,
  detail text not null default '',
  primary key (route_id, number)
);
create index notice_messages_waiting on notice_messages (route_id, number) where state = 'waiting';

-- A notice for one person, which the bell lists and devices are pushed.
create table personal_notices (
  id bigint generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  event_id integer not null references events on delete cascade,
  kind text not null,
  -- The same for the same thing, however often it is found.
  key text not null,
  -- Values of its text: JSON as text.
  facts text not null,
  happened_at timestamptz not null,
  -- Not pushed after this time.
  useful_until timestamptz not null,
  read_at timestamptz,
  unique (user_id, event_id, key)
);
create index personal_notices_user on personal_notices (user_id, id);
create index personal_notices_event on personal_notices (event_id);

-- Which notices a person gets and when they are pushed; people without a row have the usual settings.
create table personal_notice_settings (
  user_id integer primary key references users on delete cascade,
  kinds text[] not null,
  -- The kinds that the person chose from; later kinds have their usual setting.
  known_kinds text[] not null,
  quiet_from integer,
  quiet_to integer,
  time_zone text not null,
  most_per_hour integer not null
);

-- A browser that gets pushed notices of its person.
create table push_devices (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  -- SHA-256 of the address: a browser has one row.
  endpoint_hash bytea not null unique,
  -- Host of the push service.
  service text not null,
  -- Encrypted JSON: address and keys. Who knows them can push.
  subscription bytea not null,
  -- The login that made it; the device ends with the logins of its person.
  token_version integer not null,
  made_at timestamptz not null,
  -- The newest notice that was sent or left out.
  position bigint not null,
  -- Messages of the last hour.
  sent_at timestamptz[] not null default '{}',
  last_sent_at timestamptz,
  test_wanted_at timestamptz,
  -- Failures in a row, and the next try after them.
  failures integer not null default 0,
  next_try_at timestamptz
);
create index push_devices_user on push_devices (user_id);

-- A person who gets their notices as direct messages at Discord; ends when the account is disconnected.
create table direct_messages (
  id integer generated always as identity primary key,
  user_id integer not null unique references users on delete cascade,
  provider text not null default 'discord' check (provider = 'discord'),
  -- The account that was connected then; another account gets nothing.
  account_id text not null,
  started_at timestamptz not null,
  -- The conversation with the bot at Discord; null: not opened yet.
  channel_id text,
  -- The newest notice that was sent or left out.
  position bigint not null,
  -- Messages of the last hour.
  sent_at timestamptz[] not null default '{}',
  last_sent_at timestamptz,
  test_wanted_at timestamptz,
  -- A message whose outcome is not stored yet: Discord makes one message of a number, however often it is sent.
  nonce text,
  nonce_at timestamptz,
  -- The newest notice in that message; null: a test.
  nonce_to bigint,
  -- Why the last message was not accepted.
  problem text,
  -- Failures in a row, and the next try after them.
  failures integer not null default 0,
  next_try_at timestamptz,
  foreign key (user_id, provider) references accounts on delete cascade
);

-- The key pair that identifies this server to push services (RFC 8292), made when it is first needed.
create table push_key (
  is_only boolean primary key default true check (is_only),
  public_key text not null,
  -- Encrypted.
  private_key bytea not null
);

-- How far an event was searched for personal notices.
create table personal_notice_cursors (
  event_id integer primary key references events on delete cascade,
  began_at timestamptz not null,
  looked_at timestamptz not null,
  -- The standings as visitors saw them then.
  standings json not null,
  standings_at timestamptz not null,
  tracking_at timestamptz not null,
  -- The end of signups that was announced.
  signups_told timestamptz
);

-- A player of whom nothing is read.
create table tracking_troubles (
  event_id integer not null references events on delete cascade,
  user_id integer not null references users on delete cascade,
  since timestamptz not null,
  is_told boolean not null,
  primary key (event_id, user_id)
);
create index tracking_troubles_user on tracking_troubles (user_id);

-- The roles of an event at Discord: the server, and the role of leads.
create table discord_roles (
  event_id integer primary key references events on delete cascade,
  server_id text not null,
  lead_role_id text,
  is_on boolean not null,
  version integer not null default 1,
  -- Why the last turn could not finish; null: it did.
  problem text,
  -- No request before then.
  not_before timestamptz
);

-- The role of a team at Discord.
create table discord_team_roles (
  team_id integer primary key references teams on delete cascade,
  event_id integer not null references events on delete cascade,
  role_id text not null
);
create index discord_team_roles_event on discord_team_roles (event_id);

-- Role of a person at Discord. Muster only takes roles in the states giving and given.
create table discord_grants (
  event_id integer not null references events on delete cascade,
  server_id text not null,
  discord_id text not null,
  role_id text not null,
  user_id integer not null references users on delete cascade,
  -- open (not given), giving (sent, without an answer so far), given, had (before Muster gave it)
  state text not null,
  -- Why the last try failed; null: it did not.
  problem text,
  changed_at timestamptz not null,
  next_try_at timestamptz,
  primary key (event_id, server_id, discord_id, role_id)
);
create index discord_grants_user on discord_grants (user_id);
create index discord_grants_role on discord_grants (server_id, discord_id, role_id);

-- An organiser's change to an event other than its definition and people: jobs, the stream, announcements.
create table admin_changes (
  id bigint generated always as identity primary key,
  -- Null for the deletion of an event, because the log outlives the event.
  event_id integer references events on delete cascade,
  author_id integer references users on delete set null,
  changed_at timestamptz not null,
  kind text not null,
  -- The name of the job, the title of the announcement.
  subject text not null,
  -- Short details: until when, from which position to which.
  detail text not null
);
create index admin_changes_event on admin_changes (event_id, id desc);
create index admin_changes_of_no_event on admin_changes (id desc) where event_id is null;
create index admin_changes_author on admin_changes (author_id);

-- The organiser who has taken a step of an event's checklist, and the mark on a step that leaves no trace.
create table event_steps (
  event_id integer not null references events on delete cascade,
  code text not null,
  owner_id integer references users on delete set null,
  marked_by_id integer references users on delete set null,
  marked_at timestamptz,
  primary key (event_id, code)
);
create index event_steps_owner on event_steps (owner_id);
create index event_steps_marked_by on event_steps (marked_by_id);

-- A participant's live stream on Twitch at the last check; all rows are replaced together.
create table twitch_streams (
  -- Twitch's id of the streamer, as in accounts.account_id.
  twitch_id text primary key,
  stream_id text not null,
  user_login text not null,
  user_name text not null,
  game_id text not null,
  game_name text not null,
  title text not null,
  viewer_count integer not null,
  started_at timestamptz not null,
  language text not null,
  thumbnail_url text not null,
  tags text[] not null default '{}',
  is_mature boolean not null
);

-- When a participant's stream was live, and its video: where in a video a moment of the event is. Kept some months.
create table stream_spans (
  -- Twitch's id of the streamer, as in accounts.account_id.
  twitch_id text not null,
  stream_id text not null,
  started_at timestamptz not null,
  -- The last check at which the stream was live.
  seen_until timestamptz not null,
  -- Null until Twitch lists a video of the stream.
  video_id text,
  video_started_at timestamptz,
  -- Null until Twitch was asked for the video.
  video_asked_at timestamptz,
  primary key (twitch_id, started_at),
  check ((video_id is null) = (video_started_at is null))
);
create index stream_spans_end on stream_spans (seen_until);


-- Work in the background, and its health

-- A job of an event. Only one runner at a time: a runner that lost its lease finds its fence outdated and stops.
create table jobs (
  event_id integer not null references events on delete cascade,
  job_type text not null,
  end_date timestamptz not null,
  sleep_after_each_run_seconds integer not null default 0,
  -- Incremented when an organiser changes the job, not by its rounds.
  version integer not null default 1,
  next_run_at timestamptz,
  last_started_at timestamptz,
  last_success_at timestamptz,
  last_error text,
  last_error_at timestamptz,
  failures_in_a_row integer not null default 0,
  -- Start of the period in which the game has not responded to the job; null if it responded last.
  away_since timestamptz,
  lease_owner text,
  lease_expires_at timestamptz,
  fence bigint not null default 0,
  primary key (event_id, job_type)
);

-- A scheduled task without an event, run by one process at a time. Its row is created by its first run.
create table scheduled_tasks (
  name text primary key,
  fence integer not null default 0,
  -- Wall clock: until then no other process runs the task.
  lease_expires_at timestamptz,
  last_started_at timestamptz,
  last_success_at timestamptz,
  last_error text,
  last_error_at timestamptz
);

-- A sync interval: a period in which a source responded, or did not and why. The newest row of a subject is extended; a new row
-- is written only when the state changes.
create table fetch_windows (
  id bigint generated always as identity primary key,
  event_id integer not null references events on delete cascade,
  source text not null,
  subject text not null default '',
  user_id integer references users on delete cascade,
  from_at timestamptz not null,
  to_at timestamptz not null,
  reason text,
  settled_at timestamptz
);
create index fetch_windows_subject on fetch_windows (event_id, source, subject, id desc);
create index fetch_windows_user on fetch_windows (user_id);
-- The few gaps that no later read has filled.
create index fetch_windows_open on fetch_windows (event_id, source, subject) where reason is not null and settled_at is null;

-- An unusable response from an external service, kept for inspection.
create table ingestion_problems (
  id bigint generated always as identity primary key,
  event_id integer references events on delete cascade,
  job_type text not null,
  timestamp timestamptz not null,
  problem text not null,
  excerpt text not null
);
create index ingestion_problems_event on ingestion_problems (event_id, id);

-- A period in which a part of the server had problems, as shown on the status page. Times are wall clock times.
create table outages (
  id integer generated always as identity primary key,
  -- The status page's name of the part: scores, game_data, logins, streams, builds; server = everything.
  part text not null,
  -- Null: concerns more than one event.
  event_id integer references events on delete cascade,
  -- The check that found the outage and will also end it: 'behind' (reasons of /api/ready), 'away' (no process could write), or
  -- the provider of a login.
  cause text not null,
  -- All jobs, scheduled tasks and providers affected during the outage.
  affected text[] not null,
  began_at timestamptz not null,
  -- Null: not over yet.
  ended_at timestamptz,
  -- Organisers' comment.
  note text,
  note_author_id integer references users on delete set null,
  version integer not null default 1,
  check (ended_at is null or ended_at >= began_at)
);
-- Several processes notice the same outage, but only one row is open.
create unique index outages_open on outages (part, coalesce(event_id, 0), cause) where ended_at is null;
create index outages_newest on outages (began_at desc);
create index outages_event on outages (event_id);
create index outages_note_author on outages (note_author_id) where note_author_id is not null;

-- One row: settings of the status page and of the whole installation.
create table status_settings (
  id boolean primary key default true check (id),
  -- Whether everyone can open the status page, or only organisers.
  is_public boolean not null default false,
  -- When a process last completed its checks and could write.
  watched_at timestamptz,
  -- The database belongs to a trial with a simulated game, so no real server may use it. Null: not decided yet.
  is_trial boolean
);
insert into status_settings default values;

-- A row that every health check of a server writes, because an open connection does not reveal a full disk.
create table health_checks (
  name text primary key,
  number bigint not null
);

-- Call counters shared by all processes, for calls with strict limits: logins against guessing, and costly calls. A row lives for
-- a minute, so losing the table in a crash of the database does no harm.
create unlogged table call_windows (
  kind text not null,
  -- A hash of an address or a user, keyed with a server secret.
  caller bytea not null,
  began_at timestamptz not null,
  calls integer not null,
  primary key (kind, caller)
);
create index call_windows_began_at on call_windows (began_at);
