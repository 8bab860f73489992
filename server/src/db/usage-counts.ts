/**
 * Counts the events and users of people: a server that has only made its sandbox has none. Read through JSON, because a database
 * of an earlier version has no such column.
 */
export const usageCounts = `select
  (select count(*)::int from events where to_jsonb(events) ->> 'is_sandbox' is distinct from 'true') as events,
  (select count(*)::int from users where archived_event_id is null) as users`
