-- When somebody's account was deleted: the row stays as a pseudonym, so that scores keep somebody they belong to.
alter table users add column deleted_at timestamptz;

-- How many people of the event deleted their account. What a process remembers of the event under an earlier number is stale:
-- names and sources are others by now.
alter table events add column deleted_people integer not null default 0;
