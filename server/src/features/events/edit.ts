import type { Event, EventCreate, EventDuplicate } from '@muster/contract/events'
import type { EventId, UserId } from '@muster/contract/ids'
import { findDateProblems } from '@muster/domain/events/dates'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/connect.ts'
import { recordDefinition } from '../../db/definition.ts'
import { notifyAccess } from '../../db/ledger.ts'
import type { Row } from '../../db/schema.ts'
import { retryDeadlocks } from '../../db/deadlocks.ts'
import { Refusal } from '../../refusal.ts'
import { checkVersion } from '../../versions.ts'
import { copyEventContent } from './copy.ts'
import {
  type EventFields,
  findEvent,
  hasRoot,
  lockEventForEdit,
  lockEditableEvent,
  insertEvent,
  insertRoot,
  lockCurrent,
  moveCurrent,
  presentEvent,
  removeEvent,
  updateEvent,
} from './store.ts'

/**
 * A body as columns. A `patch` that was not sent is not among them.
 * @throws Refusal invalid_request, when a window closes before it opens
 */
function toFields(body: Omit<EventCreate, 'id'>): EventFields {
  const { is_current: _, patch, ...fields } = body
  const dates = {
    application_start_time: new Date(body.application_start_time),
    application_end_time: new Date(body.application_end_time),
    event_start_time: new Date(body.event_start_time),
    event_end_time: new Date(body.event_end_time),
  }
  const problems = findDateProblems(dates)
  if (problems.length > 0) throw new Refusal('invalid_request', undefined, problems)
  return { ...fields, ...dates, ...(patch !== undefined && { patch }) }
}

async function present(tx: Tx, event_id: EventId): Promise<Event> {
  const row = await findEvent(tx, event_id)
  if (!row) throw new Error('an event that was just written is gone')
  return presentEvent(tx, row)
}

const movesScoring = (before: Row<'events'>, after: EventFields) =>
  before.event_start_time.getTime() !== new Date(after.event_start_time).getTime() ||
  before.event_end_time.getTime() !== new Date(after.event_end_time).getTime()

interface Author {
  readonly author_id: UserId
}

/** A new event with the root of its objectives. */
export function createEvent(ctx: Context, body: EventCreate, author: Author): Promise<Event> {
  return ctx.db.transact(async (tx) => {
    if (body.is_current) await lockCurrent(tx)
    const { id: _, base_version: __, ...fields } = body
    const event_id = await insertEvent(tx, toFields(fields))
    if (body.is_current) await moveCurrent(tx, event_id)
    await insertRoot(tx, event_id)
    await recordDefinition(tx, event_id, { ...author, timestamp: new Date(ctx.clock.now()), reason: 'event created' })
    return present(tx, event_id)
  })
}

/**
 * The new state of an event. Locked ones too: this is how one unlocks.
 * @throws Refusal event_not_found, changed_meanwhile
 */
export function changeEvent(ctx: Context, event_id: EventId, body: EventCreate, author: Author): Promise<Event> {
  return ctx.db.transact(async (tx) => {
    if (body.is_current) await lockCurrent(tx)
    const before = await lockEventForEdit(tx, event_id)
    const { id: _, base_version, ...rest } = body
    checkVersion(base_version, before.version)
    const fields = toFields(rest)
    await updateEvent(tx, event_id, body.is_current ? fields : { ...fields, is_current: false })
    if (body.is_current) await moveCurrent(tx, event_id)
    if (before.is_public !== body.is_public) await notifyAccess(tx)
    if (movesScoring(before, fields)) {
      await recordDefinition(tx, event_id, { ...author, timestamp: new Date(ctx.clock.now()), reason: 'event times changed' })
    }
    return present(tx, event_id)
  })
}

/**
 * A new event that plays like another one: presets, objectives and conditions are copied, teams only when asked for.
 * @throws Refusal event_not_found, when the original was deleted meanwhile; objective_not_found, invalid_request, about windows
 */
export function duplicateEvent(ctx: Context, original_id: EventId, body: EventDuplicate, author: Author): Promise<Event> {
  return ctx.db.transact(async (tx) => {
    if (body.is_current) await lockCurrent(tx)
    const original = await lockEventForEdit(tx, original_id)
    const { copy_teams, copy_logos, copy_objectives, copy_rules, windows, ...fields } = body
    const wanted = { copy_teams, copy_logos, copy_objectives, copy_rules, windows }
    const event_id = await insertEvent(tx, toFields(fields))
    if (body.is_current) await moveCurrent(tx, event_id)
    const shift_ms = Date.parse(body.event_start_time) - original.event_start_time.getTime()
    await copyEventContent(tx, { from: original_id, to: event_id, shift_ms, ...wanted })
    if (!(await hasRoot(tx, event_id))) await insertRoot(tx, event_id)
    const reason = `copied from event ${original_id}`
    await recordDefinition(tx, event_id, { ...author, timestamp: new Date(ctx.clock.now()), reason })
    return present(tx, event_id)
  })
}

/**
 * Deletes an event and everything that belongs to it, or nothing.
 * @throws Refusal event_not_found, event_locked
 */
export async function deleteEvent(ctx: Context, event_id: EventId, { author_id }: Author): Promise<void> {
  const { name } = await retryDeadlocks(() =>
    ctx.db.transact(async (tx) => {
      const event = await lockEditableEvent(tx, event_id)
      await removeEvent(tx, event_id)
      await notifyAccess(tx)
      return event
    }),
  )
  ctx.log.info({ event_id, name, author_id }, 'an event was deleted')
}
