-- What characters wore and had learnt, and how far players' atlases were, over time.

-- A character's build as Path of Building imports it. A row says: from this time on; the next one says until when.
create table character_builds (
  id bigint generated always as identity primary key,
  event_id integer not null,
  character_id text not null,
  timestamp timestamptz not null,
  level integer not null,
  ascendancy text not null,
  main_skill text not null,
  -- The compressed text, as it is sent in base64.
  export bytea not null,
  -- Of the text before compression: equal builds are told without unpacking.
  export_hash bytea not null,
  foreign key (event_id, character_id) references characters (event_id, id) on delete cascade
);
create index character_builds_character on character_builds (event_id, character_id, id);

-- One atlas tree of a player, each time it was found changed.
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

-- Characters are asked for by their own id, in all events.
create index characters_id on characters (id);

-- When a player's atlas is asked for next; null = as soon as there can be one.
alter table character_polls add column atlas_due_at timestamptz;
