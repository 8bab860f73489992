-- An event that was imported from an archive: nobody plays in it, nobody edits it, and nothing scores it.
alter table events
  -- When the archive was made; null: an event of this installation.
  add column archived_at timestamptz,
  -- Of the records of the archive, so that none is imported twice.
  add column archive_hash text unique,
  -- How many people had signed up: who they were is not in an archive.
  add column archived_signups integer not null default 0;

-- People of an imported event. They have no account, nobody can log in as one of them, and they go with their event.
alter table users add column archived_event_id integer references events (id) on delete cascade;
create index users_archived_event on users (archived_event_id);

-- Why a team of an imported event has its points: there is no ledger that would tell.
create table archived_receipts (
  event_id integer not null references events (id) on delete cascade,
  objective_id integer not null references objectives (id) on delete cascade,
  team_id integer not null references teams (id) on delete cascade,
  receipt json not null,
  primary key (objective_id, team_id)
);
create index archived_receipts_event on archived_receipts (event_id);
create index archived_receipts_team on archived_receipts (team_id);
