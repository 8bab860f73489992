-- Every stretch of time in which a source was heard, or was not and why. The newest row of a subject grows; a new one is
-- written only where something changes.
create table fetch_windows (
  id bigint generated always as identity primary key,
  event_id integer not null references events (id) on delete cascade,
  source text not null,
  subject text not null default '',
  user_id integer references users (id) on delete cascade,
  from_at timestamptz not null,
  to_at timestamptz not null,
  reason text,
  settled_at timestamptz
);
create index fetch_windows_subject on fetch_windows (event_id, source, subject, id desc);
create index fetch_windows_user on fetch_windows (user_id);
-- The few gaps that nobody has made up for yet.
create index fetch_windows_open on fetch_windows (event_id, source, subject) where reason is not null and settled_at is null;
