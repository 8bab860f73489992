-- A snapshot may be stored as what differs from an earlier one of the same tab, which is always a whole. Null: it is a whole itself.
-- No foreign key: whoever stores it has looked that the base is there, and nothing removes a base before what is told by it.
alter table stash_snapshots add column base_id bigint;

-- One row. From when on that is done. A program of before reads no differences, so that a server which has run one waits for a day:
-- within it, going back changes nothing.
create table snapshot_deltas (
  id boolean primary key default true check (id),
  stored_from timestamptz not null
);
insert into snapshot_deltas (stored_from)
select case when exists (select from events) then now() + interval '1 day' else now() end;
