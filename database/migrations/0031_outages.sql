-- When something did not run as it should: what the status page tells of the past. Times are of the wall clock.
create table outages (
  id integer generated always as identity primary key,
  -- What the page calls it: scores, game_data, logins, streams, builds; server = everything.
  part text not null,
  -- Null: of no event alone.
  event_id integer references events on delete cascade,
  -- Who noticed, and so says when it is over: 'behind' (what /api/ready names), 'away' (nobody could write), or the provider of a login.
  cause text not null,
  -- Jobs, chores, providers: everything that was affected from the beginning to the end.
  affected text[] not null,
  began_at timestamptz not null,
  -- Null: it is not over.
  ended_at timestamptz,
  -- What the organisers say about it.
  note text,
  version integer not null default 1,
  check (ended_at is null or ended_at >= began_at)
);
-- Several processes notice the same.
create unique index outages_open on outages (part, coalesce(event_id, 0), cause) where ended_at is null;
create index outages_newest on outages (began_at desc);
create index outages_event on outages (event_id);

-- One row.
create table status_settings (
  id boolean primary key default true check (id),
  -- Everybody with the address sees the status page, not the organisers alone.
  is_public boolean not null default false,
  -- When a process last looked whether everything runs, and could write.
  watched_at timestamptz
);
insert into status_settings default values;
