-- What the organisers say beyond the scoring, version by version. A version is never changed: the newest one counts.
create table event_rules (
  event_id integer not null references events on delete cascade,
  version integer not null,
  text text not null,
  written_at timestamptz not null,
  author_id integer references users on delete set null,
  primary key (event_id, version)
);
create index event_rules_author on event_rules (author_id);
