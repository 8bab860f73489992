-- Until when the raw data of an event is kept; null: for ever. From the moment at which its removal begins the event is final.
alter table events
  add column raw_kept_until timestamptz,
  add column raw_removal_began_at timestamptz,
  add column raw_removed_at timestamptz,
  -- How many rows of each kind, as far as the removal has come.
  add column raw_removed jsonb;

-- The events whose raw data is still to be removed one day; few.
create index events_raw_kept_until on events (raw_kept_until) where raw_kept_until is not null and raw_removed_at is null;

-- Figures go with the last build of their hash, whatever event that is in.
create index character_builds_export_hash on character_builds (export_hash);
