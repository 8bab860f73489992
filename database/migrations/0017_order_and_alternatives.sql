-- The order of siblings is the organiser's; until now it was that of their ids.
alter table objectives add column position integer not null default 0;
update objectives set position = listed.position
from (select id, row_number() over (partition by event_id, parent_id order by id) as position from objectives) as listed
where listed.id = objectives.id;

-- Conditions of one objective with the same number are alternatives: one of them has to hold. Null: the condition stands alone.
alter table conditions add column any_of integer;
