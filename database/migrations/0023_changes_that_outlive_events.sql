-- That an event was deleted has to be found after it is gone: such a change belongs to no event.
alter table admin_changes alter column event_id drop not null;
create index admin_changes_of_no_event on admin_changes (id desc) where event_id is null;

-- Raised by one whenever somebody sets a job, so that two who set it at the same time notice. What its rounds note does not raise it.
alter table jobs add column version integer not null default 1;
