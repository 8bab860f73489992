-- Calls that all processes count together, because they are limited against guessing: logins, and what costs much. Of use for a minute,
-- so nothing is lost with it when the database crashes.
create unlogged table call_windows (
  kind text not null,
  -- A hash, under our secret, of an address or a user.
  caller bytea not null,
  began_at timestamptz not null,
  calls integer not null,
  primary key (kind, caller)
);
create index call_windows_began_at on call_windows (began_at);
