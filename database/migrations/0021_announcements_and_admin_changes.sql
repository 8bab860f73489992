-- What organisers say to everybody, to players or to leads. A removed one is kept, and can be brought back.
create table announcements (
  id integer generated always as identity primary key,
  event_id integer not null references events on delete cascade,
  title text not null,
  text text not null,
  audience text not null,
  starts_at timestamptz not null,
  -- Null: until it is taken away.
  ends_at timestamptz,
  author_id integer references users on delete set null,
  version integer not null default 1,
  written_at timestamptz not null,
  removed_at timestamptz,
  check (ends_at is null or ends_at > starts_at)
);
create index announcements_event on announcements (event_id, starts_at);
create index announcements_author on announcements (author_id);

-- What organisers did to an event besides its definition and its people: jobs, the stream, announcements.
create table admin_changes (
  id bigint generated always as identity primary key,
  event_id integer not null references events on delete cascade,
  author_id integer references users on delete set null,
  changed_at timestamptz not null,
  kind text not null,
  -- What it was done to: the name of a job, the title of an announcement.
  subject text not null,
  -- A word or two more: until when, from which position to which.
  detail text not null
);
create index admin_changes_event on admin_changes (event_id, id desc);
create index admin_changes_author on admin_changes (author_id);
