-- Guilds that teams play in, their logs, and their stash tabs.

-- A guild of the game as registered by a team. One team per guild and event, so that nobody feeds another team's log.
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

-- Lines of a guild's log as uploaded, of the event's league only. Insert-only: an uploaded line is never changed.
create table guild_log_entries (
  event_id integer not null,
  guild_id integer not null,
  -- The number the game's site gives the line; ascends with time.
  entry_id bigint not null,
  -- Order of upload, drawn under a lock: whoever has seen n has seen all smaller ones.
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

-- Which stretches of a log were uploaded, other leagues' lines included: what lies between two stretches is a gap.
create table guild_log_pages (
  event_id integer not null,
  guild_id integer not null,
  oldest_entry_id bigint not null,
  newest_entry_id bigint not null,
  oldest_at timestamptz not null,
  newest_at timestamptz not null,
  -- Later than newest_at when the page was uploaded right after the one that lies above it.
  covers_until timestamptz not null,
  -- The site had older lines than this page.
  is_truncated boolean not null,
  uploaded_by integer references users on delete set null,
  uploaded_at timestamptz not null,
  primary key (event_id, guild_id, newest_entry_id, oldest_entry_id, is_truncated),
  foreign key (event_id, guild_id) references guilds (event_id, guild_id) on delete cascade
);
create index guild_log_pages_uploader on guild_log_pages (uploaded_by);

-- How far an event's guild logs were turned into facts, and under which definition and participants.
create table guild_log_cursors (
  event_id integer primary key references events on delete cascade,
  position bigint not null default 0,
  read_with bytea not null
);

-- A guild tab that a participant can see. Its content is what the game sent last; news also become stash snapshots.
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
  content bytea,
  -- Over everything that a condition can read, and nothing else.
  content_hash bytea,
  item_count integer not null default 0,
  -- One answer without items is not believed: the game now and then sends an empty tab.
  is_empty_unconfirmed boolean not null default false,
  fetched_at timestamptz,
  due_at timestamptz not null,
  -- Somebody asked for this tab now.
  wanted_at timestamptz,
  failures_in_a_row integer not null default 0,
  last_error text,
  primary key (event_id, id),
  foreign key (team_id, event_id) references teams (id, event_id) on delete cascade,
  foreign key (event_id, parent_id) references guild_stash_tabs (event_id, id) on delete cascade
);
create index guild_stash_tabs_team on guild_stash_tabs (team_id);
create index guild_stash_tabs_parent on guild_stash_tabs (event_id, parent_id);

-- Who can see a tab in the game, as their own list of tabs said last.
create table guild_stash_access (
  event_id integer not null,
  tab_id text not null,
  user_id integer not null references users on delete cascade,
  seen_at timestamptz not null,
  primary key (event_id, tab_id, user_id),
  foreign key (event_id, tab_id) references guild_stash_tabs (event_id, id) on delete cascade
);
create index guild_stash_access_user on guild_stash_access (user_id);

-- When a participant's list of tabs is read next, and when their token was used last for a guild tab.
create table guild_stash_polls (
  event_id integer not null references events on delete cascade,
  user_id integer not null references users on delete cascade,
  due_at timestamptz not null,
  checked_at timestamptz,
  last_used_at timestamptz,
  failures_in_a_row integer not null default 0,
  last_error text,
  primary key (event_id, user_id)
);
create index guild_stash_polls_user on guild_stash_polls (user_id);
