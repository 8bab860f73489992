-- Builds that wait for their figures: one row for each character, holding its newest state as the service wants it.
create table build_queue (
  event_id integer not null,
  character_id text not null,
  export_hash bytea not null,
  -- Packed; null: nothing waits.
  request bytea,
  due_at timestamptz not null,
  calculated_at timestamptz,
  primary key (event_id, character_id),
  foreign key (event_id, character_id) references characters (event_id, id) on delete cascade
);
create index build_queue_due on build_queue (due_at) where request is not null;

-- What the service said of a build, by its content. Without figures: it could not read it.
create table build_figures (
  export_hash bytea primary key,
  engine text not null,
  figures jsonb,
  is_partial boolean not null default false,
  calculated_at timestamptz not null
);
create index character_builds_hash on character_builds (event_id, character_id, export_hash);
