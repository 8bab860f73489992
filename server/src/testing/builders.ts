import type { EventId, GuildId, ObjectiveId, ScoringPresetId, TeamId, UserId } from '@muster/contract/ids'
import { type InsertObject, sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import { recordDefinition } from '../db/definition.ts'
import type { Database, NewRow, Row } from '../db/schema.ts'
import { packText } from '../ingestion/stash/stored-items.ts'
import { insertRow } from './rows.ts'

// Rows for tests: each builder fills in everything irrelevant to the test.

let count = 0
const next = (word: string) => `${word} ${++count}`

/** Start of test events (a weekend), ms since 1970. */
export const eventStart = Date.UTC(2026, 0, 16, 18)
export const eventEnd = Date.UTC(2026, 0, 18, 18)
/** Default time of test clocks: one hour into the event. */
export const testNow = eventStart + 3_600_000

/** Stores rows as they are given. */
export async function insertRows<T extends keyof Database>(
  db: Db,
  table: T,
  rows: InsertObject<Database, T> | readonly InsertObject<Database, T>[],
): Promise<void> {
  await db.insertInto(table).values(rows).execute()
}

/** Numbers the event's definition into the ledger, as an edit does. */
export const publishDefinition = (db: Db, event_id: EventId): Promise<unknown> =>
  db.transact((tx) => recordDefinition(tx, event_id, { timestamp: new Date(testNow), author_id: null, reason: 'test' }))

export function anEvent(db: Db, event: Partial<NewRow<'events'>> = {}): Promise<Row<'events'>> {
  const defaults = {
    name: next('Test Muster'),
    game_version: 'poe1' as const,
    is_public: true,
    max_size: 100,
    application_start_time: new Date(eventStart - 14 * 86_400_000),
    application_end_time: new Date(eventStart - 86_400_000),
    event_start_time: new Date(eventStart),
    event_end_time: new Date(eventEnd),
  }
  return insertRow(db, 'events', { ...defaults, ...event })
}

export const aTeam = (db: Db, event_id: EventId, team: Partial<NewRow<'teams'>> = {}): Promise<Row<'teams'>> =>
  insertRow(db, 'teams', { event_id, name: next('Team'), ...team })

export const aUser = (db: Db, user: Partial<NewRow<'users'>> = {}): Promise<Row<'users'>> =>
  insertRow(db, 'users', { display_name: next('User'), ...user })

export async function aMember(
  db: Db,
  team: Pick<Row<'teams'>, 'id' | 'event_id'>,
  user_id: UserId,
  is_team_lead = false,
): Promise<void> {
  await insertRows(db, 'team_users', { team_id: team.id, event_id: team.event_id, user_id, is_team_lead })
}

/** A live stream of a Twitch account. */
export const aStream = (
  db: Db,
  stream: Partial<NewRow<'twitch_streams'>> & Pick<NewRow<'twitch_streams'>, 'twitch_id' | 'user_login'>,
): Promise<Row<'twitch_streams'>> =>
  insertRow(db, 'twitch_streams', {
    stream_id: stream.twitch_id,
    user_name: stream.user_login,
    game_id: '1',
    game_name: 'Path of Exile',
    title: 'Live',
    viewer_count: 1,
    started_at: new Date(testNow),
    language: 'en',
    thumbnail_url: `https://pictures.test/${stream.user_login}.jpg`,
    is_mature: false,
    ...stream,
  })

/** A guild registered by a team; `guild_id` is the game's number. */
export async function aGuild(db: Db, team: Pick<Row<'teams'>, 'id' | 'event_id'>, guild_id: number): Promise<void> {
  await insertRows(db, 'guilds', {
    event_id: team.event_id,
    guild_id: guild_id as GuildId,
    team_id: team.id,
    name: next('Guild'),
    tag: 'TAG',
  })
}

/** A guild tab of a team, visible to these users; `items` adds its content, fetched at `testNow`. */
export async function aGuildTab(
  db: Db,
  team: Pick<Row<'teams'>, 'id' | 'event_id'>,
  tab: Partial<NewRow<'guild_stash_tabs'>> & { id: string; items?: readonly object[]; seen_by?: readonly UserId[] },
): Promise<void> {
  const { items, seen_by = [], ...columns } = tab
  const { event_id, id: team_id } = team
  const name = tab.name ?? next('Tab')
  const sent = { id: tab.id, name, type: 'QuadStash', index: 3, metadata: { colour: 'cc00' }, items }
  const fetched = items && {
    content: packText(JSON.stringify(sent)),
    item_count: items.length,
    fetched_at: new Date(testNow),
  }
  await insertRows(db, 'guild_stash_tabs', {
    event_id,
    team_id,
    type: 'QuadStash',
    due_at: new Date(testNow),
    ...fetched,
    ...columns,
    name,
  })
  const access = seen_by.map((user_id) => ({ event_id, tab_id: tab.id, user_id, seen_at: new Date(testNow) }))
  if (access.length > 0) await insertRows(db, 'guild_stash_access', access)
}

export function anObjective(
  db: Db,
  event_id: EventId,
  objective: Partial<NewRow<'objectives'>> = {},
): Promise<Row<'objectives'>> {
  const defaults = {
    parent_id: null,
    name: next('Objective'),
    objective_type: 'ITEM' as const,
    aggregation: 'EARLIEST' as const,
    number_field: 'STACK_SIZE' as const,
    required_number: 1,
  }
  return insertRow(db, 'objectives', { event_id, ...defaults, ...objective })
}

export async function aPreset(
  db: Db,
  event_id: EventId,
  preset: Partial<NewRow<'scoring_presets'>> = {},
): Promise<ScoringPresetId> {
  const defaults = { name: next('Preset'), points: [10], scoring_method: 'PRESENCE' as const, type: 'OBJECTIVE' as const }
  return (await insertRow(db, 'scoring_presets', { event_id, ...defaults, ...preset })).id
}

/** The subject and the new value of a score change; `points: null` means the score is removed. */
export interface ChangeOfScore {
  readonly event_id: EventId
  readonly objective: Pick<Row<'objectives'>, 'id' | 'hide_progress'>
  readonly team_id: TeamId
  readonly points: number | null
  readonly finished?: boolean
  readonly number?: number
  readonly rank?: number
  readonly user_id?: UserId | null
  /** Milliseconds; default `testNow`. */
  readonly at?: number
}

/**
 * Stores a score change like the projection worker: numbers and records it, sets the score, notifies listeners.
 * @returns its number.
 */
export function aScoreChange(db: Db, change: ChangeOfScore): Promise<number> {
  return db.transact(async (tx) => {
    const { event_id, team_id } = change
    const objective_id: ObjectiveId = change.objective.id
    const cursor = await tx
      .insertInto('score_cursors')
      .values({ event_id, change_sequence: 1 })
      .onConflict((conflict) =>
        conflict.column('event_id').doUpdateSet({ change_sequence: sql`score_cursors.change_sequence + 1` }),
      )
      .returning('change_sequence as sequence')
      .executeTakeFirstOrThrow()
    const { sequence } = cursor
    const pair = { objective_id, team_id }
    const before = await tx
      .selectFrom('scores')
      .selectAll()
      .where('objective_id', '=', objective_id)
      .where('team_id', '=', team_id)
      .executeTakeFirst()
    const at = new Date(change.at ?? testNow)
    const score = {
      points: change.points ?? before?.points ?? 0,
      rank: change.rank ?? 0,
      number: change.number ?? 1,
      finished: change.finished ?? true,
      timestamp: at,
      user_id: change.user_id ?? null,
    }
    await insertRows(tx, 'score_changes', {
      event_id,
      sequence,
      changed_at: at,
      ...pair,
      ...score,
      diff_type: before === undefined ? 'Added' : change.points === null ? 'Removed' : 'Changed',
      field_diff: before && change.points !== null ? ['Points'] : [],
      hide_progress: change.objective.hide_progress,
      points_before: before?.points ?? null,
      finished_before: before?.finished ?? null,
    })
    if (change.points === null) {
      await tx.deleteFrom('scores').where('objective_id', '=', objective_id).where('team_id', '=', team_id).execute()
    } else {
      await tx
        .insertInto('scores')
        .values({ event_id, ...pair, ...score, sequence })
        .onConflict((conflict) => conflict.columns(['objective_id', 'team_id']).doUpdateSet({ ...score, sequence }))
        .execute()
    }
    await sql`select pg_notify('scores', ${String(event_id)})`.execute(tx)
    return sequence
  })
}
