-- How organisers sort signups into teams: what they have prepared, what they submitted, and what they did to the queue.

-- Whole hours from UTC; null = not said.
alter table signups add column utc_offset_hours integer;
-- Before or behind all others of the queue, because an organiser said so; null = in the order of arrival.
alter table signups add column queue_place text;

-- One per event, shared by all who sort it.
create table team_sort_drafts (
  event_id integer primary key references events on delete cascade,
  version integer not null default 1,
  draft jsonb not null,
  author_id integer references users on delete set null,
  changed_at timestamptz not null
);
create index team_sort_drafts_author on team_sort_drafts (author_id);

create table team_sorts (
  id integer generated always as identity primary key,
  event_id integer not null references events on delete cascade,
  created_at timestamptz not null,
  author_id integer references users on delete set null,
  note text not null,
  -- Null together: the teams were made by hand alone.
  seed bigint,
  sort_version integer,
  input jsonb,
  proposal jsonb,
  -- Who is which row; never published.
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

create table signup_changes (
  id integer generated always as identity primary key,
  event_id integer not null references events on delete cascade,
  user_id integer not null references users on delete cascade,
  kind text not null,
  changed_at timestamptz not null,
  author_id integer references users on delete set null,
  -- The signup as it was, and the place in a team; for what was removed.
  signup jsonb,
  membership jsonb
);
create index signup_changes_event on signup_changes (event_id, id desc);
create index signup_changes_user on signup_changes (user_id);
create index signup_changes_author on signup_changes (author_id);
