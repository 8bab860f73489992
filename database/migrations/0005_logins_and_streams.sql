alter table accounts
  -- What stands for the account in the provider's addresses (Twitch's login), where that is not the name.
  add column handle text,
  -- Event time: from when on the tokens should be renewed; null when that would not make them live longer.
  add column renew_at timestamptz,
  -- Wall clock: a renewal was sent and its answer is not stored yet. One process at a time.
  add column renewal_started_at timestamptz,
  -- Event time: a renewal was sent whose answer never came. The provider may have used up the refresh token.
  add column renewal_lost_at timestamptz,
  -- Event time: when the provider last said whose account it is.
  add column checked_at timestamptz;

-- Connections made before are renewed once three quarters of what is left of them have passed.
update accounts set renew_at = now() + (expires_at - now()) * 0.75 where refresh_token is not null and expires_at > now();

-- Work that belongs to no event, done by one process at a time. Rows appear with their first turn.
create table chores (
  name text primary key,
  fence integer not null default 0,
  -- Wall clock: until then nobody else takes a turn.
  lease_expires_at timestamptz,
  -- Event time.
  last_started_at timestamptz,
  last_success_at timestamptz,
  last_error text,
  last_error_at timestamptz
);

-- Who of the participants is live on Twitch, as of the last look; replaced as a whole.
create table twitch_streams (
  -- Twitch's id of the streamer, as in accounts.account_id.
  twitch_id text primary key,
  stream_id text not null,
  user_login text not null,
  user_name text not null,
  game_id text not null,
  game_name text not null,
  title text not null,
  viewer_count integer not null,
  started_at timestamptz not null,
  language text not null,
  thumbnail_url text not null,
  tags text[] not null default '{}',
  is_mature boolean not null
);
