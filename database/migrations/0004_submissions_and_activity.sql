-- Claims that a judge decides. The points are facts with the source `submission:<id>`, written and retracted together with
-- approval_status.
create table submissions (
  id integer generated always as identity primary key,
  event_id integer not null references events on delete cascade,
  objective_id integer not null references objectives on delete cascade,
  -- The team of the player at the time; moving the player later does not move it.
  team_id integer not null,
  user_id integer not null references users on delete cascade,
  -- When it happened, as the player says.
  timestamp timestamptz not null,
  number bigint not null,
  proof text not null default '',
  comment text not null default '',
  -- When the server received it in its present form.
  submitted_at timestamptz not null,
  approval_status text not null default 'PENDING',
  review_comment text,
  -- Whoever decided last; the decision outlives them.
  reviewer_id integer references users on delete set null,
  reviewed_at timestamptz,
  foreign key (team_id, event_id) references teams (id, event_id) on delete cascade,
  -- The same claim twice is a slip.
  unique (user_id, objective_id, timestamp)
);
create index submissions_event on submissions (event_id, id);
create index submissions_objective on submissions (objective_id);
create index submissions_team on submissions (team_id, event_id);
create index submissions_reviewer on submissions (reviewer_id);

-- One row for every minute in which a player was seen to play.
create table activity_samples (
  event_id integer not null references events on delete cascade,
  user_id integer not null references users on delete cascade,
  -- The beginning of the minute.
  timestamp timestamptz not null,
  primary key (event_id, user_id, timestamp)
);
create index activity_samples_user on activity_samples (user_id);

-- Finding the retraction of a fact, and the facts that somebody decided.
create index facts_retracts on facts (retracts) where retracts is not null;
create index facts_author on facts (author_id) where author_id is not null;

-- Partners are named by game account, without regard to case.
create index accounts_lower_name on accounts (provider, lower(name));
