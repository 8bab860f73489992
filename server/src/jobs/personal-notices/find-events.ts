import type { UserId } from '@muster/contract/ids'
import {
  findDecision,
  findOpening,
  findOvertaken,
  findSignupsClosing,
  type PersonalFinding,
  stepTracking,
  type TrackingTrouble,
} from '@muster/domain/notices/find-personal'
import { readRelease } from '@muster/domain/objectives/release'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { shownOf, spanOf } from '../../db/event-columns.ts'
import type { Db, Tx } from '../../db/connect.ts'
import type { Row } from '../../db/schema.ts'
import { insertNotices, type NewNotice } from '../../features/personal-notices/store.ts'
import { listShownItems } from '../../features/records/store.ts'
import { listTracking } from '../../features/tracking/store.ts'
import { loadPublicView } from '../notices/public-view.ts'

type Event = Row<'events'>
type Cursor = Row<'personal_notice_cursors'>

/**
 * A transaction that began earlier may become visible later: decisions of the last minutes are read again, and keys recognise
 * them.
 */
const lookBack_ms = 5 * 60_000
/**
 * Reading standings and the tracking of players costs much, and a delay costs little; two changes of ranks in between are one.
 */
const standingsEvery_ms = 5 * 60_000
const trackingEvery_ms = 2 * 60_000
/** Players still learn of decisions for this long after the end of an event. */
const afterEvent_ms = 30 * 24 * 3_600_000
const maxDecisions = 2000

const toNotice = (user_id: number, { kind, key, at, useful_until, values }: PersonalFinding): NewNotice => ({
  user_id,
  kind,
  key,
  facts: JSON.stringify(values),
  happened_at: new Date(at).toISOString(),
  useful_until: new Date(useful_until).toISOString(),
})

/** Decisions of judges about reports. A player who is also the judge of their own report already knows. */
async function findDecisions(db: Db, event: Event, from: number, names: ReadonlyMap<number, string>): Promise<NewNotice[]> {
  const rows = await db
    .selectFrom('submission_history as step')
    .innerJoin('submissions', 'submissions.id', 'step.submission_id')
    .select(['step.id', 'step.to_status', 'step.timestamp', 'submissions.user_id', 'submissions.objective_id'])
    .where('submissions.event_id', '=', event.id)
    .where('step.kind', '=', 'decided')
    .where('step.timestamp', '>', new Date(from))
    .where(sql<boolean>`step.author_id is distinct from submissions.user_id`)
    .orderBy('step.id')
    .limit(maxDecisions)
    .execute()
  return rows.flatMap(({ id, to_status, timestamp, user_id, objective_id }) =>
    user_id === null
      ? []
      : [toNotice(user_id, findDecision(id, to_status, names.get(objective_id) ?? null, timestamp.getTime()))],
  )
}

const listMembers = (db: Db, event_id: Event['id']) =>
  db.selectFrom('team_users').select(['user_id', 'team_id']).where('event_id', '=', event_id).execute()

/** People with a login who are not signed up. */
async function listOthers(db: Db, event_id: Event['id']): Promise<UserId[]> {
  const { rows } = await sql<{ id: UserId }>`
    select id from users
    where deleted_at is null and archived_event_id is null
      and (exists (select from accounts where accounts.user_id = users.id) or exists (select from passkeys where passkeys.user_id = users.id))
      and not exists (select from signups where signups.event_id = ${event_id} and signups.user_id = users.id)`.execute(db)
  return rows.map(({ id }) => id)
}

interface Troubles {
  readonly notices: readonly NewNotice[]
  readonly kept: readonly { readonly user_id: UserId; readonly trouble: TrackingTrouble }[]
}

/**
 * Players about whom nothing is read now, compared with before. Reads outside a transaction: `listTracking` uses several
 * connections.
 */
async function findTroubles(ctx: Context, event: Event, now: number): Promise<Troubles> {
  const stored = await ctx.db.selectFrom('tracking_troubles').selectAll().where('event_id', '=', event.id).execute()
  const before = new Map(stored.map(({ user_id, since, is_told }) => [user_id, { since: since.getTime(), is_told }]))
  const steps = (await listTracking(ctx, event, now, {})).map(({ user_id, notes }) => {
    const broken = notes.find(({ state }) => state === 'broken')
    return { user_id, ...stepTracking(user_id, before.get(user_id) ?? null, broken ?? null, now) }
  })
  return {
    notices: steps.flatMap(({ user_id, finding }) => (finding ? [toNotice(user_id, finding)] : [])),
    kept: steps.flatMap(({ user_id, trouble }) => (trouble ? [{ user_id, trouble }] : [])),
  }
}

async function storeTroubles(tx: Tx, event_id: Event['id'], { kept }: Troubles): Promise<void> {
  await tx.deleteFrom('tracking_troubles').where('event_id', '=', event_id).execute()
  const rows = kept.map(({ user_id, trouble }) => ({
    user_id,
    since: new Date(trouble.since).toISOString(),
    is_told: trouble.is_told,
  }))
  // A player may have deleted their account since.
  await sql`
    insert into tracking_troubles (event_id, user_id, since, is_told)
    select ${event_id}, held.user_id, held.since, held.is_told
    from json_to_recordset(${JSON.stringify(rows)}::json) as held (user_id integer, since timestamptz, is_told boolean)
    join users on users.id = held.user_id and users.deleted_at is null`.execute(tx)
}

async function startCursor(db: Db, event: Event, now: number): Promise<void> {
  const { view } = await loadPublicView(db, event, now)
  const start = {
    looked_at: new Date(now),
    standings: JSON.stringify(view.standings),
    standings_at: new Date(now),
    tracking_at: new Date(now),
  }
  await db
    .insertInto('personal_notice_cursors')
    .values({ event_id: event.id, began_at: new Date(now), ...start })
    .onConflict((conflict) => conflict.column('event_id').doUpdateSet({ ...start, began_at: new Date(now) }))
    .execute()
}

async function findOfEvent(ctx: Context, event: Event, cursor: Cursor, now: number) {
  const { db } = ctx
  const { starts_at, ends_at } = spanOf(event)
  const isRunning = starts_at <= now && now < ends_at
  const items = await listShownItems(db, event.id)
  const release = readRelease(items, shownOf(event), now)
  const names = new Map(items.flatMap(({ id, name }): [number, string][] => (release.ids.has(id) ? [[id, name]] : [])))
  // Events before the first look cause no notices.
  const from = Math.max(cursor.looked_at.getTime() - lookBack_ms, cursor.began_at.getTime())
  const notices = await findDecisions(db, event, from, names)

  const areStandingsDue = isRunning && cursor.standings_at.getTime() <= now - standingsEvery_ms
  const scene = areStandingsDue ? await loadPublicView(db, event, now) : null
  const lost = scene ? findOvertaken(cursor.standings, scene.view.standings, scene.sequence, now) : []
  const opening = findOpening(release.next_at, starts_at, ends_at, now)
  if (lost.length > 0 || opening) {
    for (const { user_id, team_id } of await listMembers(db, event.id)) {
      if (opening) notices.push(toNotice(user_id, opening))
      for (const one of lost) if (one.team_id === team_id) notices.push(toNotice(user_id, one.finding))
    }
  }
  const isTrackingDue = isRunning && ctx.game !== null && cursor.tracking_at.getTime() <= now - trackingEvery_ms
  const troubles = isTrackingDue ? await findTroubles(ctx, event, now) : null
  if (troubles) notices.push(...troubles.notices)

  const closes_at = event.application_end_time
  const closing = findSignupsClosing(event.application_start_time.getTime(), closes_at.getTime(), now)
  const isNews = closing !== null && cursor.signups_told?.getTime() !== closes_at.getTime()
  if (closing && isNews) for (const user_id of await listOthers(db, event.id)) notices.push(toNotice(user_id, closing))

  return {
    notices,
    troubles,
    changed: {
      looked_at: new Date(now),
      ...(scene && { standings: JSON.stringify(scene.view.standings), standings_at: new Date(now) }),
      ...(troubles && { tracking_at: new Date(now) }),
      ...(isNews && { signups_told: closes_at }),
    },
  }
}

/** Finds the notices for people about an event since the last look, which is remembered in the same transaction. */
export async function findNoticesOfEvent(ctx: Context, event: Event): Promise<void> {
  const { db } = ctx
  const now = ctx.clock.now()
  const cursor = await db.selectFrom('personal_notice_cursors').selectAll().where('event_id', '=', event.id).executeTakeFirst()
  // A hidden event sends nothing, and nothing from its hidden time later.
  if (!cursor || !event.is_public) return startCursor(db, event, now)
  const { notices, troubles, changed } = await findOfEvent(ctx, event, cursor, now)
  await db.transact(async (tx) => {
    const held = await tx
      .selectFrom('personal_notice_cursors')
      .select('looked_at')
      .where('event_id', '=', event.id)
      .forUpdate()
      .executeTakeFirst()
    // Another process was faster.
    if (held?.looked_at.getTime() !== cursor.looked_at.getTime()) return
    await insertNotices(tx, event.id, notices)
    if (troubles) await storeTroubles(tx, event.id, troubles)
    await tx.updateTable('personal_notice_cursors').set(changed).where('event_id', '=', event.id).execute()
  })
}

/** Events of this installation that are not long over. */
export const listEvents = (db: Db, now: number): Promise<Event[]> =>
  db
    .selectFrom('events')
    .selectAll()
    .where('archived_at', 'is', null)
    .where('is_sandbox', '=', false)
    .where('raw_removal_began_at', 'is', null)
    .where('event_end_time', '>', new Date(now - afterEvent_ms))
    .orderBy('id')
    .execute()
