-- What the leads of a team suggest to go for; on the root of the tree: a message to the team.
create table team_suggestions (
  team_id integer not null references teams on delete cascade,
  objective_id integer not null references objectives on delete cascade,
  extra text not null default '',
  primary key (team_id, objective_id)
);
create index team_suggestions_objective on team_suggestions (objective_id);

-- The rule by which an objective's facts were made: conditions and window, or number and window (see `FactRule` in the
-- domain). All facts from tabs and characters reflect exactly this rule; a new one is taken over together with its facts.
create table fact_rules (
  objective_id integer primary key references objectives on delete cascade,
  event_id integer not null references events on delete cascade,
  rule jsonb not null
);
create index fact_rules_event on fact_rules (event_id);
-- Raised whenever a rule of the event is taken over, so that whoever keeps rules in memory notices.
alter table evaluation_cursors add column rules_version bigint not null default 0;

-- Objectives whose rule has changed: everything stored is being matched again by the new one.
create table rematches (
  objective_id integer primary key references objectives on delete cascade,
  event_id integer not null references events on delete cascade,
  -- The new rule; null when the objective takes no facts from tabs and characters any more.
  rule jsonb,
  -- Which store is read: `snapshots` or `readings`.
  reads text not null,
  -- The last row that was looked at, how many were, and how many there were at the start.
  position bigint not null default 0,
  done integer not null default 0,
  total integer not null default 0,
  started_at timestamptz not null
);
create index rematches_event on rematches (event_id);

-- What a rematch has found so far. Nobody counts it before it replaces the old facts, all at once.
create table rematch_facts (
  id bigint generated always as identity primary key,
  objective_id integer not null references rematches on delete cascade,
  team_id integer not null references teams on delete cascade,
  user_id integer references users on delete set null,
  source text not null,
  number bigint not null,
  timestamp timestamptz not null,
  stash_snapshot_id bigint references stash_snapshots on delete set null,
  character_reading_id bigint references character_readings on delete set null
);
create index rematch_facts_source on rematch_facts (objective_id, source, team_id, id desc);
create index rematch_facts_team on rematch_facts (team_id);
create index rematch_facts_user on rematch_facts (user_id);
create index rematch_facts_snapshot on rematch_facts (stash_snapshot_id);
create index rematch_facts_reading on rematch_facts (character_reading_id);

-- True on retractions that a program wrote, because the fact was made by a rule that holds no longer. What a person
-- retracted (false) stays retracted when the objective is matched again.
alter table facts add column is_automatic boolean not null default false;
create index facts_reading on facts (character_reading_id) where character_reading_id is not null;
-- What a tab shows now is asked for tab by tab.
create index facts_of_source on facts (event_id, source, objective_id, team_id, sequence desc);

-- Raw, append-only: whose readings spoke for a player, or (without a user) for a team, from a moment on. Which character
-- a player is judged by, and who is in a team, changes during an event; the readings alone do not say it.
create table tracked_readings (
  id bigint generated always as identity primary key,
  event_id integer not null references events on delete cascade,
  timestamp timestamptz not null,
  team_id integer not null references teams on delete cascade,
  user_id integer references users on delete cascade,
  reading_ids bigint[] not null
);
create index tracked_readings_event on tracked_readings (event_id, id);
create index tracked_readings_team on tracked_readings (team_id);
create index tracked_readings_user on tracked_readings (user_id);

-- What was read before this table existed, by the teams and tracked characters of now.
insert into tracked_readings (event_id, timestamp, team_id, user_id, reading_ids)
select event_id, timestamp, team_id, user_id, reading_ids
from (
  select reading.event_id, reading.timestamp, player.team_id, spoken.user_id, spoken.reading_ids, reading.id, spoken.place
  from character_readings reading
  join characters on characters.event_id = reading.event_id and characters.id = reading.character_id and characters.is_tracked
  join team_users player on player.event_id = reading.event_id and player.user_id = reading.user_id
  cross join lateral (
    select reading.user_id, array[reading.id] as reading_ids, 1 as place
    union all
    select null, array_agg(latest.id order by latest.id), 2
    from (
      select max(earlier.id) as id
      from team_users mate
      join characters own on own.event_id = mate.event_id and own.user_id = mate.user_id and own.is_tracked
      join character_readings earlier
        on earlier.event_id = own.event_id and earlier.character_id = own.id and earlier.id <= reading.id
      where mate.event_id = player.event_id and mate.team_id = player.team_id
      group by own.id
    ) latest
  ) spoken
) known
order by known.id, place;
