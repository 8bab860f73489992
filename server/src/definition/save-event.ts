import type { DefinitionEdit } from '@muster/contract/definition'
import { findDateProblems } from '@muster/domain/events/dates'
import { toColumns } from '../db/event-columns.ts'
import { checkGame, findEvent, moveRemoval, refusePersonal, refuseSharedLeague, updateEvent } from '../features/events/store.ts'
import { Refusal } from '../refusal.ts'
import { checkBase, type Draft, refuseProblems } from './draft.ts'

type SaveEvent = Extract<DefinitionEdit, { kind: 'save_event' }>

/**
 * Changes settings of an event; fields missing in the edit stay.
 * @throws Refusal event_not_found, changed_meanwhile, league_taken, invalid_request
 */
export async function saveEvent(
  { tx, event_id }: Draft,
  { event, base_version, shares_league }: SaveEvent,
  now: number,
): Promise<string | null> {
  const before = await findEvent(tx, event_id)
  if (!before) throw new Refusal('event_not_found')
  checkBase(before.version, base_version)
  const fields = toColumns(event)
  refuseProblems(findDateProblems({ ...before, ...fields }).map(({ field, problem }) => ({ field: `event.${field}`, problem })))
  refusePersonal({ ...before, ...fields }, 'event.')
  if (!shares_league) await refuseSharedLeague(tx, { ...before, ...fields }, before)
  await checkGame(tx, before, fields)
  await updateEvent(tx, event_id, { ...fields, ...moveRemoval(before, fields.event_end_time ?? before.event_end_time, now) })
  const changed = Object.keys(fields)
  return changed.length > 0 ? `the event was edited: ${changed.join(', ')}` : null
}
