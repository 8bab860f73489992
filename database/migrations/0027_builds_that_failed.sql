-- How often the program ended in the middle of a build, and why the last attempt at it came to nothing. Such a build stays in the queue
-- and is tried again a day later.
alter table build_queue add column interruptions integer not null default 0;
alter table build_queue add column failure text;

-- What no program could read used to be kept as a build without figures, for good.
delete from build_figures where figures is null;
alter table build_figures alter column figures set not null;
