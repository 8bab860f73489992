-- Whose roles were changed, by whom.
create table permission_changes (
  id bigint generated always as identity primary key,
  changed_at timestamptz not null default now(),
  user_id integer not null references users on delete cascade,
  -- null: from the command line, or by somebody who is gone.
  author_id integer references users on delete set null,
  permissions_before text[] not null,
  permissions_after text[] not null
);
create index permission_changes_user on permission_changes (user_id);
create index permission_changes_author on permission_changes (author_id);

-- What the scorekeeper could not score when it looked last, in the order in which it says so.
create table scoring_problems (
  event_id integer not null references events on delete cascade,
  place integer not null,
  code text not null,
  objective_id integer references objectives on delete cascade,
  preset_id integer,
  message text not null,
  primary key (event_id, place)
);

-- Whether the objective hid its progress before this change; null = as it does with it.
alter table score_changes add column hid_before boolean;
