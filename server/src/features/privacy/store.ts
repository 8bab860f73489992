import { randomBytes } from 'node:crypto'
import type { EventId, UserId } from '@muster/contract/ids'
import { mustRematch, readFactRule, readsItems } from '@muster/domain/objectives/fact-rule'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/connect.ts'
import { findDefinition } from '../../db/definition.ts'
import { isFromSource, lockGuildLogs, lockLedger, lockPeople, lockSnapshots, notifyAccess } from '../../db/ledger.ts'
import { listBuildHashes, removeFiguresOf } from '../../ingestion/characters/build-figures.ts'
import { loadRules, lockRules } from '../../ingestion/rules/fact-rules.ts'
import { makePseudonym } from '../users/store.ts'
import { findPerson, listEventsOf, listJudgedEvents, listMarks, type Person } from './person.ts'
import { personalTables, programTexts } from './register.ts'

/** Old ids of the game, and their new names, which do not reveal the old ones. */
interface NewNames {
  readonly old: readonly string[]
  readonly fresh: readonly string[]
}

const makeNames = (old: readonly string[]): NewNames => ({ old, fresh: old.map(() => randomBytes(32).toString('hex')) })

const prefix = ({ old, fresh }: NewNames, word: string): NewNames => ({
  old: old.map((id) => `${word}:${id}`),
  fresh: fresh.map((id) => `${word}:${id}`),
})

/** The names as a table for joins. */
const asTable = ({ old, fresh }: NewNames) => sql`unnest(${old}::text[], ${fresh}::text[]) as names (old, fresh)`

/**
 * Blocks all writers of these events: a writer that read an old name before must not write it again afterwards. In the common
 * lock order.
 */
export async function lockEvents(tx: Tx, event_ids: readonly EventId[]): Promise<void> {
  for (const event_id of event_ids) lockPeople(tx, event_id)
  for (const event_id of event_ids) {
    lockRules(tx, event_id)
    tx.defer(sql`select from evaluation_cursors where event_id = ${event_id} for update`)
    lockGuildLogs(tx, event_id)
    lockLedger(tx, event_id)
    lockSnapshots(tx, event_id)
    tx.defer(sql`select from rematches where event_id = ${event_id} order by objective_id for update`)
  }
}

/** All rows to delete, and the figures of builds that no other build shares. */
async function removeRows(tx: Tx, person: Person): Promise<void> {
  const hashes = await listBuildHashes(tx, sql`character_id = any(${person.character_ids}::text[])`)
  for (const [name, table] of personalTables) {
    if (table.rows === 'go') await sql`delete from ${sql.table(name)} where ${table.about(person)}`.execute(tx)
  }
  await removeFiguresOf(tx, hashes)
}

/** Empties the texts of the person, and references to the person, in rows that stay. */
async function emptyTexts(tx: Tx, person: Person): Promise<void> {
  for (const [name, table] of personalTables) {
    const columns = Object.entries(table.columns ?? {})
    for (const [column, fate] of columns) {
      if (fate !== 'removed') continue
      const reference = sql.ref(column)
      await sql`update ${sql.table(name)} set ${reference} = null where ${reference} = ${person.user_id}`.execute(tx)
    }
    const emptied = columns.flatMap(([column, fate]) => (fate === 'emptied' ? [sql`${sql.ref(column)} = ''`] : []))
    // Permissions are emptied with the name.
    if (emptied.length === 0 || name === 'users') continue
    await sql`update ${sql.table(name)} set ${sql.join(emptied)} where ${table.about(person)}`.execute(tx)
  }
}

/**
 * Gives tabs and characters other ids, in the ledger, too: one source stays one source, so that the same facts supersede each
 * other.
 */
async function renameSources(
  tx: Tx,
  { user_id, character_ids }: Person,
  event_ids: readonly EventId[],
  name: string,
): Promise<void> {
  const tabs = await sql<{ stash_id: string }>`
    select stash_id from stashes where user_id = ${user_id}
    union
    select stash_id from stash_snapshots snapshot where user_id = ${user_id} and kind = 'stash' and not exists (
      select from stashes where stashes.event_id = snapshot.event_id and stashes.stash_id = snapshot.stash_id
        and stashes.user_id is distinct from ${user_id})`.execute(tx)
  const [tab_names, character_names] = [makeNames(tabs.rows.map(({ stash_id }) => stash_id)), makeNames(character_ids)]
  const parts = [prefix(tab_names, 'stash'), prefix(character_names, 'worn'), prefix(character_names, 'carried')]
  const sources = { old: parts.flatMap(({ old }) => old), fresh: parts.flatMap(({ fresh }) => fresh) }
  // Definitions contain exclusions as well, and are part of the ledger.
  const excluded = await sql<{ old: string; fresh: string }>`
    select distinct old, fresh from exclusions join ${asTable(sources)} on source = old
    where event_id = any(${event_ids})`.execute(tx)
  for (const { old, fresh } of excluded.rows) {
    await sql`
      update definition_changes set definition = replace(definition::text, ${JSON.stringify(old)}, ${JSON.stringify(fresh)})::jsonb
      where event_id = any(${event_ids}) and strpos(definition::text, ${JSON.stringify(old)}) > 0`.execute(tx)
  }
  await sql`
    update facts set source = fresh from ${asTable(sources)}
    where event_id = any(${event_ids}) and ${isFromSource(sql`old`)}`.execute(tx)
  await sql`
    update exclusions set source = fresh from ${asTable(sources)}
    where event_id = any(${event_ids}) and source = old`.execute(tx)
  await sql`update rematch_facts set source = fresh from ${asTable(sources)} where source = old`.execute(tx)
  const ids = { old: [...tab_names.old, ...character_names.old], fresh: [...tab_names.fresh, ...character_names.fresh] }
  for (const table of ['stash_snapshots', 'stashes']) {
    await sql`
      update ${sql.table(table)} set stash_id = fresh from ${asTable(ids)}
      where event_id = any(${event_ids}) and stash_id = old`.execute(tx)
  }
  await sql`
    update character_readings set character_id = fresh from ${asTable(character_names)}
    where user_id = ${user_id} and character_id = old`.execute(tx)
  await sql`
    update characters set id = fresh, name = ${name} from ${asTable(character_names)}
    where user_id = ${user_id} and id = old`.execute(tx)
}

/** Replaces names in texts of programs and organisers. */
async function renameTexts(tx: Tx, person: Person, character_names: readonly string[], name: string): Promise<void> {
  // The subject of an organiser's change to a signup, or of a new login link, is the name at that time.
  await sql`
    update admin_changes set subject = ${name} from signup_changes change
    where change.user_id = ${person.user_id} and change.event_id = admin_changes.event_id
      and change.changed_at = admin_changes.changed_at and change.author_id is not distinct from admin_changes.author_id
      and admin_changes.kind like 'signup\_%'`.execute(tx)
  await sql`
    update admin_changes set subject = ${name} from invitations
    where for_user_id = ${person.user_id} and invitations.author_id is not distinct from admin_changes.author_id
      and created_at = changed_at and kind = 'login_link_made'`.execute(tx)
  await sql`
    update admin_changes set subject = ${name}
    where subject = ${person.display_name} and kind like 'signup\_%'`.execute(tx)
  // The detail is the player's id.
  await sql`
    update admin_changes set subject = ${name}
    where kind like 'account\_%' and detail = ${String(person.user_id)}`.execute(tx)
  const accounts = [...person.accounts.map((one) => one.name), ...person.confirmed_names].map((one) => one.toLowerCase())
  await sql`
    update guild_log_entries set account_name = ${name} where lower(account_name) = any(${accounts}::text[])`.execute(tx)
  // Texts of others stay unchanged, except for the full name of an account.
  const full_names = [...person.accounts.flatMap((one) => (one.name.includes('#') ? [one.name] : [])), ...person.confirmed_names]
  for (const [table, { columns = {} }] of personalTables) {
    for (const [column, fate] of Object.entries(columns)) {
      if (typeof fate === 'string' || !fate.may_name) continue
      for (const full_name of full_names) {
        await sql`
          update ${sql.table(table)} set ${sql.ref(column)} = replace(${sql.ref(column)}, ${full_name}, ${name})
          where strpos(${sql.ref(column)}, ${full_name}) > 0`.execute(tx)
      }
    }
  }
  for (const character_name of character_names) {
    const [old, fresh] = [character_name, name].map((one) => `"name":${JSON.stringify(one)}`)
    await sql`
      update archived_receipts set receipt = replace(receipt::text, ${old}, ${fresh})::json
      where event_id = (select archived_event_id from users where id = ${person.user_id})
        and strpos(receipt::text, ${old}) > 0`.execute(tx)
  }
  for (const [table, column] of programTexts) {
    for (const mark of listMarks(person, character_names)) {
      await sql`
        update ${sql.table(table)} set ${sql.ref(column)} = replace(${sql.ref(column)}, ${mark}, ${name})
        where strpos(${sql.ref(column)}, ${mark}) > 0`.execute(tx)
    }
  }
}

/** Leaves events before their start; in the others the place in the team stays, because points belong to it. */
async function leaveTeams(tx: Tx, user_id: UserId, now: Date): Promise<void> {
  await sql`
    delete from team_users using events
    where events.id = team_users.event_id and team_users.user_id = ${user_id} and event_start_time > ${now}`.execute(tx)
  await tx.updateTable('team_users').set({ is_team_lead: false }).where('user_id', '=', user_id).execute()
}

/**
 * Deletes the data about a user, and makes the row a pseudonym: the numbers of the ledger, and everything derived from them, stay
 * unchanged. The caller has locked the row of the user.
 * @returns the pseudonym
 */
export async function erasePerson(tx: Tx, user_id: UserId, now: Date): Promise<string> {
  const event_ids = (await listEventsOf(tx, user_id)) as EventId[]
  const named_in = [...new Set([...event_ids, ...(await listJudgedEvents(tx, user_id))])].toSorted((a, b) => a - b) as EventId[]
  await lockEvents(tx, named_in)
  const person = await findPerson(tx, user_id)
  if (!person) throw new Error(`user ${user_id} is deleted already`)
  const name = await makePseudonym(tx, user_id, now)
  const characters = await tx.selectFrom('characters').select('name').where('user_id', '=', user_id).execute()
  await renameTexts(
    tx,
    person,
    characters.map((one) => one.name),
    name,
  )
  await emptyTexts(tx, person)
  await removeRows(tx, person)
  await renameSources(tx, person, event_ids, name)
  await leaveTeams(tx, user_id, now)
  await sql`update events set deleted_people = deleted_people + 1 where id = any(${named_in})`.execute(tx)
  // Projection workers hold the old sources in memory, and start again; evaluation starts again with a new version of its rules.
  await sql`update score_cursors set fence = fence + 1 where event_id = any(${event_ids})`.execute(tx)
  await sql`update evaluation_cursors set rules_version = rules_version + 1 where event_id = any(${event_ids})`.execute(tx)
  await notifyAccess(tx)
  return name
}

/** Events whose raw data is due for removal, including partly removed ones. */
export function listDue(db: Db, now: Date) {
  return db
    .selectFrom('events')
    .select(['id', 'name', 'raw_removal_began_at'])
    .where('raw_removed_at', 'is', null)
    .where('raw_kept_until', '<=', now)
    .where('event_end_time', '<=', now)
    .orderBy('id')
    .execute()
}

/** Whether all data of an event has been matched by the current conditions: removed data can no longer be matched. */
export async function isMatched(db: Db, event_id: EventId): Promise<boolean> {
  const { rows } = await sql<{ rematches: boolean; unseen: boolean; snapshots: boolean; readings: boolean }>`
    select
      exists (select from rematches where event_id = ${event_id}) as rematches,
      coalesce((select max(id) from stash_snapshots where event_id = ${event_id}), 0)
        > coalesce((select snapshot_id from evaluation_cursors where event_id = ${event_id}), 0) as unseen,
      exists (select from stash_snapshots where event_id = ${event_id}) as snapshots,
      exists (select from tracked_readings where event_id = ${event_id}) as readings`.execute(db)
  const [stored] = rows
  if (!stored || stored.rematches || stored.unseen) return false
  const recorded = await findDefinition(db, event_id)
  if (!recorded) return true
  const made = await loadRules(db, event_id)
  return !recorded.definition.objectives.some((objective) => {
    const [before, rule] = [made.get(objective.id as never) ?? null, readFactRule(objective, recorded.definition)]
    const read = rule ?? before
    return read !== null && (readsItems(read) ? stored.snapshots : stored.readings) && mustRematch(before, rule)
  })
}

/** Events whose raw data is due for removal, and stays because not all of it is matched. */
export async function listUnmatched(db: Db, now: Date): Promise<{ readonly id: EventId; readonly name: string }[]> {
  const due = (await listDue(db, now)).filter((event) => event.raw_removal_began_at === null)
  const matched = await Promise.all(due.map(({ id }) => isMatched(db, id)))
  return due.flatMap(({ id, name }, place) => (matched[place] ? [] : [{ id, name }]))
}
