import type { AdminChangeKind } from '@muster/contract/admin-changes'
import type { Event, EventCreate, EventDuplicate } from '@muster/contract/events'
import type { EventId, UserId } from '@muster/contract/ids'
import { eventFields } from '@muster/contract/events'
import { findDateProblems } from '@muster/domain/events/dates'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/connect.ts'
import { toColumns } from '../../db/event-columns.ts'
import { recordDefinition } from '../../db/definition.ts'
import { applyExample } from '../../definition/examples.ts'
import { notifyAccess } from '../../db/ledger.ts'
import type { Row } from '../../db/schema.ts'
import { retryDeadlocks } from '../../db/deadlocks.ts'
import { listBuildHashes, removeFiguresOf } from '../../ingestion/characters/build-figures.ts'
import { isFinal } from '../../final-event.ts'
import { Refusal, refuseField } from '../../refusal.ts'
import { checkVersion } from '../../versions.ts'
import { insertAdminChange, listChangedFields } from '../admin-changes/store.ts'
import { copyEventContent } from './copy.ts'
import {
  checkGame,
  countContents,
  type EventFields,
  findEvent,
  hasRoot,
  lockEventForEdit,
  insertEvent,
  insertRoot,
  lockCurrent,
  moveCurrent,
  moveRemoval,
  presentEvent,
  refusePersonal,
  refuseSharedLeague,
  removeEvent,
  updateEvent,
} from './store.ts'

/** The settings of an event in a body. */
type NewEventBody = Omit<EventCreate, 'id' | 'base_version' | 'example'>
/** Columns that a body always has. */
type Dates = Record<'event_start_time' | 'event_end_time', Date>

/**
 * Converts a body to columns; fields that were not sent are left out.
 * @throws Refusal invalid_request, when a window closes before it opens
 */
function toFields({ is_current: _, shares_league: __, ...body }: NewEventBody): EventFields & Dates {
  const fields = toColumns(body)
  const problems = findDateProblems(fields)
  if (problems.length > 0) throw new Refusal('invalid_request', undefined, problems)
  return fields
}

async function present(tx: Tx, event_id: EventId): Promise<Event> {
  const row = await findEvent(tx, event_id)
  if (!row) throw new Error('an event that was just written disappeared')
  return presentEvent(tx, row)
}

/** A change of the game also needs a new definition, which restarts evaluation. */
const movesScoring = (before: Row<'events'>, after: EventFields) =>
  eventFields.some(({ name, decides_scores }) => decides_scores && listChangedFields(before, after).includes(name))

interface Author {
  readonly author_id: UserId
}

/** The log text for a flag switched on, and for one switched off. */
const turns = {
  is_public: ['event_shown', 'event_hidden'],
  is_locked: ['event_locked', 'event_unlocked'],
  is_current: ['event_made_current', 'event_made_ordinary'],
} as const satisfies Record<string, readonly [AdminChangeKind, AdminChangeKind]>
const flags = Object.keys(turns) as (keyof typeof turns)[]

/** Logs an edit; the times of the event itself are in its ledger. */
async function logEdit(
  tx: Tx,
  before: Row<'events'>,
  { event_start_time: _, event_end_time: __, is_public, is_locked, ...fields }: EventFields,
  is_current: boolean,
  log: { readonly author_id: UserId; readonly changed_at: Date },
): Promise<void> {
  const change = { event_id: before.id, subject: before.name, ...log }
  const after = { is_public, is_locked, is_current }
  for (const flag of flags)
    if (before[flag] !== after[flag]) {
      await insertAdminChange(tx, { ...change, kind: turns[flag][after[flag] ? 0 : 1], detail: '' })
    }
  const changed = listChangedFields(before, fields)
  if (changed.length > 0) await insertAdminChange(tx, { ...change, kind: 'event_changed', detail: changed.join(' ') })
}

/**
 * Fills a new event, and returns the reason for its ledger. The outer function runs before any row is locked.
 */
type Fill = (tx: Tx) => Promise<(event_id: EventId) => Promise<string>>

/** Creates an event and fills it, in one transaction; an event without content gets the root of its objectives. */
function makeEvent(ctx: Context, body: NewEventBody, author: Author, prepare: Fill) {
  return ctx.db.transact(async (tx) => {
    if (body.is_current || !body.shares_league) await lockCurrent(tx)
    const fill = await prepare(tx)
    const fields = toFields(body)
    refusePersonal({ personal_objectives: null, ...fields })
    if (!body.shares_league) await refuseSharedLeague(tx, fields, null)
    const event_id = await insertEvent(tx, fields)
    if (body.is_current) await moveCurrent(tx, event_id)
    const reason = await fill(event_id)
    await recordDefinition(tx, event_id, { ...author, timestamp: new Date(ctx.clock.now()), reason })
    return present(tx, event_id)
  })
}

/**
 * Creates an event, empty or filled with an example.
 * @throws Refusal league_taken; invalid_request about dates, and if the example is for another game
 */
export function createEvent(
  ctx: Context,
  { id: _, base_version: __, example, ...body }: EventCreate,
  author: Author,
): Promise<Event> {
  return makeEvent(ctx, body, author, async (tx) => async (event_id) => {
    await insertRoot(tx, event_id)
    if (!example) return 'event created'
    await applyExample(tx, event_id, example, { ...author, now: ctx.clock.now() })
    return `created from the example ${example}`
  })
}

/**
 * Updates an event. Locked events too: this call unlocks them.
 * @throws Refusal event_not_found, event_archived, event_final, changed_meanwhile, league_taken; invalid_request about dates and
 * game
 */
export function changeEvent(ctx: Context, event_id: EventId, body: EventCreate, author: Author): Promise<Event> {
  return ctx.db.transact(async (tx) => {
    if (body.is_current || !body.shares_league) await lockCurrent(tx)
    const before = await lockEventForEdit(tx, event_id)
    if (before.archived_at !== null) throw new Refusal('event_archived')
    const { id: _, base_version, example, ...rest } = body
    if (example) throw refuseField('example', 'can only fill a new event')
    checkVersion(base_version, before.version)
    const fields = toFields(rest)
    await checkGame(tx, before, fields)
    refusePersonal({ ...before, ...fields })
    if (!body.shares_league) await refuseSharedLeague(tx, fields, before)
    if (isFinal(before) && movesScoring(before, fields)) throw new Refusal('event_final')
    await updateEvent(tx, event_id, {
      ...fields,
      ...moveRemoval(before, fields.event_end_time, ctx.clock.now()),
      ...(!body.is_current && { is_current: false }),
    })
    if (body.is_current) await moveCurrent(tx, event_id)
    if (before.is_public !== body.is_public) await notifyAccess(tx)
    const timestamp = new Date(ctx.clock.now())
    if (movesScoring(before, fields))
      await recordDefinition(tx, event_id, { ...author, timestamp, reason: 'settings that decide scores changed' })
    await logEdit(tx, before, fields, body.is_current, { ...author, changed_at: timestamp })
    return present(tx, event_id)
  })
}

/**
 * Creates an event with the rules of another one: presets, objectives and conditions are copied, teams only on request.
 * @throws Refusal event_not_found if the original was deleted meanwhile; objective_not_found, league_taken; invalid_request about
 *   dates and windows
 */
export function duplicateEvent(ctx: Context, original_id: EventId, body: EventDuplicate, author: Author): Promise<Event> {
  const { copy_teams, copy_logos, copy_objectives, copy_rules, windows, ...rest } = body
  const wanted = { copy_teams, copy_logos, copy_objectives, copy_rules, windows }
  return makeEvent(ctx, rest, author, async (tx) => {
    const original = await lockEventForEdit(tx, original_id)
    return async (event_id) => {
      const shift_ms = Date.parse(body.event_start_time) - original.event_start_time.getTime()
      await copyEventContent(tx, { from: original_id, to: event_id, shift_ms, ...wanted })
      if (!(await hasRoot(tx, event_id))) await insertRoot(tx, event_id)
      return `copied from event ${original_id}`
    }
  })
}

/**
 * Deletes an event and everything that belongs to it, or nothing. The log keeps its name and size.
 * @throws Refusal event_not_found, event_locked
 */
export async function deleteEvent(ctx: Context, event_id: EventId, { author_id }: Author): Promise<void> {
  const { name } = await retryDeadlocks(() =>
    ctx.db.transact(async (tx) => {
      const event = await lockEventForEdit(tx, event_id)
      // An imported event can be imported again from its archive.
      if (event.is_locked && event.archived_at === null) throw new Refusal('event_locked')
      const { objectives, points } = await countContents(tx, event_id)
      const builds = await listBuildHashes(tx, sql`event_id = ${event_id}`)
      await removeEvent(tx, event_id)
      await removeFiguresOf(tx, builds)
      await insertAdminChange(tx, {
        event_id: null,
        author_id,
        changed_at: new Date(ctx.clock.now()),
        kind: 'event_deleted',
        subject: event.name,
        detail: `${objectives} ${points}`,
      })
      await notifyAccess(tx)
      return event
    }),
  )
  ctx.log.info({ event_id, name, author_id }, 'an event was deleted')
}
