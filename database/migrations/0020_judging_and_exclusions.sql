-- Raised by one with every edit and every decision, so that a judge never decides something other than what they saw.
alter table submissions add column version integer not null default 1;

-- Who is judging a submission at the moment. A lease: over at expires_at unless its judge renews it.
create table submission_claims (
  submission_id integer primary key references submissions on delete cascade,
  judge_id integer not null references users on delete cascade,
  claimed_at timestamptz not null,
  expires_at timestamptz not null
);
create index submission_claims_judge on submission_claims (judge_id);

-- What became of submissions, in order; only ever added to, in the transaction of what it tells.
create table submission_history (
  id bigint generated always as identity primary key,
  submission_id integer not null references submissions on delete cascade,
  -- submitted, edited, decided
  kind text not null,
  -- Null when it was submitted.
  from_status text,
  to_status text not null,
  comment text not null default '',
  -- Whoever did it; what they did outlives them.
  author_id integer references users on delete set null,
  timestamp timestamptz not null
);
create index submission_history_submission on submission_history (submission_id, id);
create index submission_history_author on submission_history (author_id);

-- As much as is known of what happened before.
insert into submission_history (submission_id, kind, to_status, author_id, timestamp)
select id, 'submitted', 'PENDING', user_id, submitted_at from submissions order by id;
insert into submission_history (submission_id, kind, from_status, to_status, comment, author_id, timestamp)
select id, 'decided', 'PENDING', approval_status, coalesce(review_comment, ''), reviewer_id, reviewed_at
from submissions where reviewed_at is not null order by id;

-- What receipts show of a ruling instead of its reason.
alter table facts add column public_note text;

-- Facts that judges take out of the count: all that a row names, those recorded later included. A row never changes but to be
-- withdrawn; the definitions in the ledger say which of them hold. Numbered with the ledger, as added facts are.
create table exclusions (
  id bigint primary key default nextval('ledger_sequence'),
  event_id integer not null references events on delete cascade,
  -- fact, tab, player, interval
  what text not null,
  -- What is null is left open.
  objective_id integer references objectives on delete cascade,
  team_id integer references teams on delete cascade,
  user_id integer references users on delete cascade,
  source text,
  from_at timestamptz,
  to_at timestamptz,
  reason text not null,
  public_note text,
  author_id integer references users on delete set null,
  created_at timestamptz not null,
  withdrawn_at timestamptz,
  withdrawn_by integer references users on delete set null,
  withdrawal_reason text
);
create index exclusions_event on exclusions (event_id, id);
create index exclusions_objective on exclusions (objective_id);
create index exclusions_team on exclusions (team_id);
create index exclusions_user on exclusions (user_id);
create index exclusions_author on exclusions (author_id);
create index exclusions_withdrawn_by on exclusions (withdrawn_by);
