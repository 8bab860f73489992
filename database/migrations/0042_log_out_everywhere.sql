-- "Log out everywhere" also ends what was on its way: a connection keeps the version of the login that began it, and a login that began
-- before its user logged out everywhere is refused. Null: begun by a program of the version before, or never logged out.
alter table login_states
  add column token_version integer,
  add column began_at timestamptz not null default now();
alter table users add column logged_out_at timestamptz;
