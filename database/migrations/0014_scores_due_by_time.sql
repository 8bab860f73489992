-- The next moment at which time alone changes a score; null: none. Until it is known, the event is looked at once.
alter table score_cursors add column due_at timestamptz default 'epoch';
