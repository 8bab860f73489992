-- What definition files call objectives and presets. A key stays when the name changes, so that a file from before the
-- rename still means the same thing. Whoever inserts without one (tests, repairs by hand) gets a made one.

alter table objectives add column file_key text not null default 'o' || substr(md5(random()::text), 1, 12);
alter table scoring_presets add column file_key text not null default 'p' || substr(md5(random()::text), 1, 12);

-- Of what is there already, the first with a name has its key, and others are numbered. Names that no key can be made of keep
-- a made one.
with slugs as (
  select id, event_id, trim(both '-' from left(regexp_replace(lower(name), '[^a-z0-9]+', '-', 'g'), 70)) as slug from objectives
), numbered as (
  select id, event_id, slug, row_number() over (partition by event_id, slug order by id) as number from slugs
)
update objectives set file_key = slug || case when number = 1 then '' else '-' || number end
from numbered
where numbered.id = objectives.id and slug <> ''
  and (number = 1 or not exists (
    select from slugs as other where other.event_id = numbered.event_id and other.slug = numbered.slug || '-' || number));

with slugs as (
  select id, event_id, trim(both '-' from left(regexp_replace(lower(name), '[^a-z0-9]+', '-', 'g'), 70)) as slug from scoring_presets
), numbered as (
  select id, event_id, slug, row_number() over (partition by event_id, slug order by id) as number from slugs
)
update scoring_presets set file_key = slug || case when number = 1 then '' else '-' || number end
from numbered
where numbered.id = scoring_presets.id and slug <> ''
  and (number = 1 or not exists (
    select from slugs as other where other.event_id = numbered.event_id and other.slug = numbered.slug || '-' || number));

create unique index objectives_file_key on objectives (event_id, file_key);
create unique index scoring_presets_file_key on scoring_presets (event_id, file_key);
