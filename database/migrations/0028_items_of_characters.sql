-- A snapshot is of a tab ('stash'), of what a character wears ('worn') or of what it carries ('carried'): then `stash_id` is the
-- character's id, and level and class are what it was then. The kind and the id make the name of the source.
alter table stash_snapshots
  add column kind text not null default 'stash',
  add column level integer,
  add column class text;

-- What a character wears and carries, as its newest snapshots show it.
create table character_items (
  event_id integer not null,
  character_id text not null,
  kind text not null,
  team_id integer not null,
  -- Of everything in it that a condition can tell apart.
  content_hash bytea not null,
  item_count integer not null,
  latest_snapshot_id bigint not null,
  primary key (event_id, character_id, kind),
  foreign key (team_id, event_id) references teams (id, event_id) on delete cascade,
  foreign key (event_id, character_id) references characters (event_id, id) on delete cascade
);
