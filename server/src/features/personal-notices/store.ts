import type { PushDeviceId, UserId } from '@muster/contract/ids'
import {
  maxPersonalNotices,
  maxPushDevices,
  type PersonalNotices,
  type PersonalNoticeSettings,
  personalNoticeKinds,
  type PushDevice,
} from '@muster/contract/personal-notices'
import { readEventTitle } from '@muster/domain/events/title'
import type { NoticeValues } from '@muster/domain/notices/notice-kinds'
import { linkPersonal, personalRowOf, tellPersonal } from '@muster/domain/notices/personal-kinds'
import { type PersonalEntry, usualPersonalSettings } from '@muster/domain/notices/push'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/connect.ts'
import type { NewRow, Row } from '../../db/schema.ts'

type Device = Row<'push_devices'>

const noticeAge_ms = 30 * 24 * 3_600_000
/** Notices younger than this are kept beyond the maximum number, so that a second look finds their keys. */
const lookAge_ms = 3_600_000
/** Maximum number of notices read for a message to a device. */
const maxPending = 200

const readValues = (facts: string) => JSON.parse(facts) as NoticeValues

/** The notices of a person, newest first. */
export async function loadNotices(db: Db, user_id: UserId): Promise<PersonalNotices> {
  const rows = await db
    .selectFrom('personal_notices')
    .selectAll()
    .where('user_id', '=', user_id)
    .orderBy('id', 'desc')
    .limit(maxPersonalNotices)
    .execute()
  return {
    unread: rows.filter(({ read_at }) => read_at === null).length,
    notices: rows.map(({ id, event_id, kind, facts, happened_at, read_at }) => ({
      id,
      event_id,
      kind,
      text: tellPersonal(kind, readValues(facts)),
      link: linkPersonal(kind, event_id),
      at: happened_at.toISOString(),
      is_read: read_at !== null,
    })),
  }
}

export async function markRead(db: Db, user_id: UserId, up_to: number, read_at: Date): Promise<void> {
  await db
    .updateTable('personal_notices')
    .set({ read_at })
    .where('user_id', '=', user_id)
    .where('id', '<=', up_to)
    .where('read_at', 'is', null)
    .execute()
}

/** The settings of a person; the defaults if none are stored. */
export async function loadSettings(db: Db, user_id: UserId): Promise<PersonalNoticeSettings> {
  const row = await db.selectFrom('personal_notice_settings').selectAll().where('user_id', '=', user_id).executeTakeFirst()
  if (!row) return { ...usualPersonalSettings, kinds: [...usualPersonalSettings.kinds] }
  const { kinds, known_kinds, quiet_from, quiet_to, time_zone, most_per_hour } = row
  const isOn = (kind: (typeof personalNoticeKinds)[number]) =>
    known_kinds.includes(kind) ? kinds.includes(kind) : personalRowOf(kind).is_usual
  return { kinds: personalNoticeKinds.filter(isOn), quiet_from, quiet_to, time_zone, most_per_hour }
}

export async function upsertSettings(db: Db, user_id: UserId, settings: PersonalNoticeSettings): Promise<void> {
  const row = { ...settings, kinds: [...new Set(settings.kinds)], known_kinds: [...personalNoticeKinds] }
  await db
    .insertInto('personal_notice_settings')
    .values({ user_id, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
}

const presentDevice = ({ id, endpoint_hash, service, made_at, last_sent_at }: Device): PushDevice => ({
  id,
  endpoint_hash: endpoint_hash.toString('hex'),
  service,
  made_at: made_at.toISOString(),
  last_sent_at: last_sent_at?.toISOString() ?? null,
})

/** The devices that a person added with their present logins, oldest first. */
export async function listDevices(db: Db, user_id: UserId): Promise<PushDevice[]> {
  const rows = await db
    .selectFrom('push_devices')
    .innerJoin('users', 'users.id', 'push_devices.user_id')
    .selectAll('push_devices')
    .where('push_devices.user_id', '=', user_id)
    .whereRef('push_devices.token_version', '=', 'users.token_version')
    .orderBy('push_devices.id')
    .execute()
  return rows.map(presentDevice)
}

/** The place under which a subscription is sealed: another row cannot use it. */
export const subscriptionPlace = (endpoint_hash: Buffer): string => `push_device:${endpoint_hash.toString('hex')}`

/** 0: the person has none. */
export async function findNewestNotice(db: Db, user_id: number): Promise<number> {
  const newest = await db
    .selectFrom('personal_notices')
    .select((eb) => eb.fn.max('id').as('id'))
    .where('user_id', '=', user_id as UserId)
    .executeTakeFirst()
  return newest?.id ?? 0
}

/** Adds a browser or gives it to this person; notices from before are not pushed. */
export async function upsertDevice(
  tx: Tx,
  device: Pick<NewRow<'push_devices'>, 'user_id' | 'service' | 'token_version' | 'made_at'> & {
    readonly endpoint_hash: Buffer
    readonly subscription: Buffer
  },
): Promise<PushDevice> {
  const fresh = {
    ...device,
    position: await findNewestNotice(tx, device.user_id),
    last_sent_at: null,
    test_wanted_at: null,
    failures: 0,
    next_try_at: null,
  }
  const { endpoint_hash: _, ...changed } = fresh
  const row = await tx
    .insertInto('push_devices')
    .values(fresh)
    .onConflict((conflict) => conflict.column('endpoint_hash').doUpdateSet(changed))
    .returningAll()
    .executeTakeFirstOrThrow()
  await sql`
    delete from push_devices where user_id = ${device.user_id} and id <> ${row.id} and id not in (
      select id from push_devices where user_id = ${device.user_id} and id <> ${row.id} order by id desc limit ${maxPushDevices - 1})`.execute(
    tx,
  )
  return presentDevice(row)
}

/** @returns whether the person had this device. */
export async function removeDevice(db: Db, user_id: UserId, id: PushDeviceId): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('push_devices')
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** @returns whether the person has this device. */
export async function wantTest(db: Db, user_id: UserId, id: PushDeviceId, test_wanted_at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('push_devices')
    .set({ test_wanted_at })
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes devices whose logins have ended. */
export async function removeEndedDevices(db: Db): Promise<void> {
  await sql`
    delete from push_devices using users
    where users.id = push_devices.user_id and users.token_version <> push_devices.token_version`.execute(db)
}

/**
 * Devices with a test or with notices after their position. Devices that waited already come last, so that they cannot keep
 * others out of a turn.
 */
export async function listWaitingDevices(db: Db, now: number, limit: number): Promise<Device[]> {
  return db
    .selectFrom('push_devices')
    .selectAll('push_devices')
    .where((where) =>
      where.or([
        where('next_try_at', 'is', null),
        where('next_try_at', '<=', new Date(now)),
        // A test goes to a device that only waits; a failing device keeps its pause.
        where.and([where('test_wanted_at', 'is not', null), where('failures', '=', 0)]),
      ]),
    )
    .where((where) =>
      where.or([
        where('test_wanted_at', 'is not', null),
        sql<boolean>`exists (select from personal_notices own
          where own.user_id = push_devices.user_id and own.id > push_devices.position)`,
      ]),
    )
    .orderBy(sql`next_try_at nulls first`)
    .orderBy(sql`last_sent_at nulls first`)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Notices after the position of a receiver in events that are public, oldest first. */
export async function listPending(db: Db, { user_id, position }: Pick<Device, 'user_id' | 'position'>): Promise<PersonalEntry[]> {
  const rows = await db
    .selectFrom('personal_notices')
    .innerJoin('events', 'events.id', 'personal_notices.event_id')
    .select(['personal_notices.id', 'event_id', 'kind', 'facts', 'useful_until', 'read_at', 'events.name', 'is_public'])
    .where('user_id', '=', user_id)
    .where('personal_notices.id', '>', position)
    .orderBy('personal_notices.id')
    .limit(maxPending)
    .execute()
  return rows.map(({ id, event_id, kind, facts, useful_until, read_at, name, is_public }) => ({
    id,
    event_id,
    event_name: readEventTitle(name),
    kind,
    values: readValues(facts),
    // A hidden event pushes nothing, not even notices that already wait.
    useful_until: is_public ? useful_until.getTime() : 0,
    is_read: read_at !== null,
  }))
}

export async function updateDevice(db: Db, id: PushDeviceId, fields: Partial<NewRow<'push_devices'>>): Promise<void> {
  await db.updateTable('push_devices').set(fields).where('id', '=', id).execute()
}

export interface NewNotice {
  readonly user_id: number
  readonly kind: string
  readonly key: string
  readonly facts: string
  readonly happened_at: string
  readonly useful_until: string
}

/** Rows per statement. */
const together = 1000

/** Inserts notices for people who want their kind; a known key is left as it is. */
export async function insertNotices(tx: Tx, event_id: number, notices: readonly NewNotice[]): Promise<void> {
  const usual = usualPersonalSettings.kinds.join(',')
  for (let start = 0; start < notices.length; start += together) {
    const rows = JSON.stringify(notices.slice(start, start + together))
    await sql`
      insert into personal_notices (user_id, event_id, kind, key, facts, happened_at, useful_until)
      select new.user_id, ${event_id}, new.kind, new.key, new.facts, new.happened_at, new.useful_until
      from json_to_recordset(${rows}::json)
        as new (user_id integer, kind text, key text, facts text, happened_at timestamptz, useful_until timestamptz)
      join users on users.id = new.user_id and users.deleted_at is null
      left join personal_notice_settings own on own.user_id = new.user_id
      where case when new.kind = any(own.known_kinds) then new.kind = any(own.kinds)
        else new.kind = any(string_to_array(${usual}, ',')) end
      on conflict (user_id, event_id, key) do nothing`.execute(tx)
  }
}

/** Deletes notices by age and number. */
export async function removeOldNotices(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('personal_notices')
    .where('happened_at', '<', new Date(now - noticeAge_ms))
    .execute()
  await sql`
    delete from personal_notices using (
      select id, row_number() over (partition by user_id order by id desc) as place from personal_notices
      where user_id in (select user_id from personal_notices group by user_id having count(*) > ${maxPersonalNotices})) as ranked
    where ranked.id = personal_notices.id and ranked.place > ${maxPersonalNotices}
      and happened_at < ${new Date(now - lookAge_ms)}`.execute(db)
}
