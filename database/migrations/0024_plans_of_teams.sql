-- The plan of a team: its suggestions, in order.
create table team_plans (
  team_id integer primary key references teams on delete cascade,
  -- Raised by every change of texts, order and time windows.
  version integer not null default 0,
  -- Time windows in their order, as on the wire; suggestions name them by their place in this list.
  windows jsonb not null default '[]'
);

-- Those on the root are messages to the whole team and have no place. A removed one is kept, and can be brought back.
alter table team_suggestions add column position integer not null default 0;
alter table team_suggestions add column window_index integer;
-- The version of the plan that wrote the text.
alter table team_suggestions add column version integer not null default 0;
alter table team_suggestions add column written_by integer references users on delete set null;
alter table team_suggestions add column written_at timestamptz;
alter table team_suggestions add column removed_at timestamptz;
create index team_suggestions_written_by on team_suggestions (written_by);

-- Who has seen a suggestion, and in which version. Those who left the team stay here, and are not counted.
create table team_suggestion_readers (
  team_id integer not null,
  objective_id integer not null,
  user_id integer not null references users on delete cascade,
  version integer not null,
  seen_at timestamptz not null,
  primary key (team_id, objective_id, user_id),
  foreign key (team_id, objective_id) references team_suggestions on delete cascade
);
create index team_suggestion_readers_user on team_suggestion_readers (user_id);

-- Who is on it.
create table team_suggestion_takers (
  team_id integer not null,
  objective_id integer not null,
  user_id integer not null references users on delete cascade,
  taken_at timestamptz not null,
  primary key (team_id, objective_id, user_id),
  foreign key (team_id, objective_id) references team_suggestions on delete cascade
);
create index team_suggestion_takers_user on team_suggestion_takers (user_id);

-- What was suggested before there were plans stands in the order in which it was listed.
insert into team_plans (team_id, version) select distinct team_id, 1 from team_suggestions;
update team_suggestions set position = listed.position
from (
  select team_id, objective_id, row_number() over (partition by team_id order by objective_id) as position
  from team_suggestions join objectives on objectives.id = objective_id
  where parent_id is not null
) listed
where listed.team_id = team_suggestions.team_id and listed.objective_id = team_suggestions.objective_id;
update team_suggestions set version = 1;
