-- Positions in the public stash stream from which the game has given a page: where reading can go back to.
create table stream_positions (
  id bigint generated always as identity primary key,
  event_id integer not null references events on delete cascade,
  change_id text not null,
  read_at timestamptz not null
);
create index stream_positions_event on stream_positions (event_id, id);

-- The position of the page before: the game took that one.
alter table stream_cursors add column previous_change_id text;

insert into stream_positions (event_id, change_id, read_at)
select event_id, next_change_id, moved_at from stream_cursors where next_change_id ~ '^[0-9]{1,20}(-[0-9]{1,20}){0,15}$';
