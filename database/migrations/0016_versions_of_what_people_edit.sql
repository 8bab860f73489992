-- Raised by one with every edit: an edit that began with an older version is refused, so that nobody overwrites what somebody
-- else has changed meanwhile.
alter table events add column version integer not null default 1;
alter table teams add column version integer not null default 1;
alter table scoring_presets add column version integer not null default 1;
-- An objective's conditions are part of it; its place among its siblings is not.
alter table objectives add column version integer not null default 1;
