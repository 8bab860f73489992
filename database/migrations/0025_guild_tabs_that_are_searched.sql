-- Tells contents of a tab apart without reading them: what was made of one is kept until another is stored.
alter table guild_stash_tabs add column content_key bytea generated always as (sha256(content)) stored;

-- Who put an item in is asked by where it lies, the latest lines first. With the time in it no other index is ever cheaper, whatever
-- is known of the table: walking the whole log by time took half a second for a search.
create index guild_log_entries_place on guild_log_entries (event_id, guild_id, stash_name, x, y, timestamp desc, entry_id desc);

-- When a lead last asked for a check of their members: asking again at once would only use up the game's patience.
alter table guild_stash_polls add column wanted_at timestamptz;
