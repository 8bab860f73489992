-- Everything that was calculated of a build, by the names of the Path of Building program: exports are handed out with it.
-- What was calculated before this has none, until its character changes.
alter table build_figures add column stats jsonb;
