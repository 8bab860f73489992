-- What the scoring engine of an event held after a number of its ledger, so that whoever takes the event over reads only what
-- came later. May be deleted at any time. What each column is compared with: server/src/checkpoints.ts.
create table engine_checkpoints (
  event_id integer not null references events on delete cascade,
  -- All entries up to this one are in it.
  ledger_sequence bigint not null,
  -- Of the program that made it.
  rules_hash text not null,
  -- Of the definition that held at that number.
  definition_hash text not null,
  -- How often the ledger had been rewritten.
  rewrites integer not null,
  payload bytea not null,
  payload_hash bytea not null,
  -- Wall clock.
  made_at timestamptz not null default now(),
  primary key (event_id, ledger_sequence)
);
-- It is compressed.
alter table engine_checkpoints alter column payload set storage external;

-- Facts are not edited, but what they name can go: a deleted user leaves them without a finder. Each line says that facts of
-- the event changed or went, so that whoever folded them before knows. Deleted objectives and teams leave none: they take
-- all of their facts along, and the definition that comes with it takes them out of every engine.
create table ledger_rewrites (
  id bigint generated always as identity primary key,
  event_id integer not null references events on delete cascade
);
create index ledger_rewrites_event on ledger_rewrites (event_id);

create function note_ledger_rewrite() returns trigger language plpgsql as $$
declare
  rewritten integer[];
begin
  if tg_op = 'DELETE' then
    rewritten := array(
      select distinct event_id from gone
      where exists (select from events where events.id = gone.event_id)
        and exists (select from objectives where objectives.id = gone.objective_id)
        and exists (select from teams where teams.id = gone.team_id));
  else
    -- What only says where a fact comes from decides no score.
    rewritten := array(
      select distinct event_id from (
        select event_id, sequence, kind, objective_id, team_id, user_id, source, number, timestamp, retracts from old_facts
        except
        select event_id, sequence, kind, objective_id, team_id, user_id, source, number, timestamp, retracts from new_facts
      ) as changed);
  end if;
  if cardinality(rewritten) > 0 then
    insert into ledger_rewrites (event_id) select unnest(rewritten);
    delete from engine_checkpoints where event_id = any (rewritten);
  end if;
  return null;
end
$$;
create trigger facts_deleted after delete on facts
  referencing old table as gone for each statement execute function note_ledger_rewrite();
create trigger facts_updated after update on facts
  referencing old table as old_facts new table as new_facts for each statement execute function note_ledger_rewrite();
