import type { DefinitionEdit } from '@muster/contract/definition'
import { findDateProblems } from '@muster/domain/events/dates'
import { findEvent, updateEvent } from '../features/events/store.ts'
import { Refusal } from '../refusal.ts'
import { checkBase, type Draft, refuseProblems } from './draft.ts'

type SaveEvent = Extract<DefinitionEdit, { kind: 'save_event' }>

const names = ['application_start_time', 'application_end_time', 'event_start_time', 'event_end_time'] as const

/**
 * Changes what an event says of itself; what the edit does not name stays.
 * @throws Refusal event_not_found, changed_meanwhile, invalid_request
 */
export async function saveEvent({ tx, event_id }: Draft, { event, base_version }: SaveEvent): Promise<string | null> {
  const before = await findEvent(tx, event_id)
  if (!before) throw new Refusal('event_not_found')
  checkBase(before.version, base_version)
  const { application_start_time, application_end_time, event_start_time, event_end_time, ...own } = event
  const given = { application_start_time, application_end_time, event_start_time, event_end_time }
  const times = Object.fromEntries(names.map((name) => [name, given[name] === undefined ? before[name] : new Date(given[name])]))
  const dates = times as Record<(typeof names)[number], Date>
  refuseProblems(findDateProblems(dates).map(({ field, problem }) => ({ field: `event.${field}`, problem })))
  await updateEvent(tx, event_id, { ...own, ...dates })
  const changed = Object.entries(event).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  return changed.length > 0 ? `the event was edited: ${changed.join(', ')}` : null
}
