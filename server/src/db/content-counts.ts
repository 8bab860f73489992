/**
 * Counts the events and users of people: a server that has only made its sandbox holds none. Read through JSON, because a database of an
 * earlier version has no such column.
 */
export const countContents = `select
  (select count(*)::int from events where to_jsonb(events) ->> 'is_sandbox' is distinct from 'true') as events,
  (select count(*)::int from users where not exists (
    select from team_users place join events on events.id = place.event_id
    where place.user_id = users.id and to_jsonb(events) ->> 'is_sandbox' = 'true')) as users`
