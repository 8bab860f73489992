import type { EventId, ObjectiveId, TeamId, UserId } from '@muster/contract/ids'
import type { RecordEvent, RecordFind, RecordSharing } from '@muster/contract/records'
import type { ReleasedItem } from '@muster/domain/objectives/release'
import type { MaskedItem } from '@muster/domain/scoring/personal'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '../../db/connect.ts'
import type { Row } from '../../db/schema.ts'
import type { Membership } from '../../viewer.ts'
import { conditionColumns, presentCondition } from '../conditions/store.ts'

/** The facts that decide how much of a player's record a viewer sees. */
export interface RecordOwner {
  readonly sharing: RecordSharing
  /** The viewer's places in the player's events. */
  readonly places: readonly (Membership & { readonly event_id: EventId })[]
}

/** One statement for known and unknown users: the time of the answer reveals nothing. */
export async function findRecordOwner(db: Db, user_id: UserId, viewer_id: UserId | null): Promise<RecordOwner | null> {
  const row = await db
    .selectFrom('users')
    .select((eb) => [
      'record_shown_to as shown_to',
      'record_shows_hours as shows_hours',
      jsonArrayFrom(
        eb
          .selectFrom('team_users as place')
          .select(['place.event_id', 'place.team_id', 'place.is_team_lead'])
          .where('place.user_id', '=', sql<UserId>`${viewer_id}::int`)
          .where(sql<boolean>`place.event_id in ${eventsOf(user_id)}`),
      ).as('places'),
    ])
    .where('id', '=', user_id)
    .executeTakeFirst()
  if (!row) return null
  const { places, ...sharing } = row
  return { sharing, places }
}

const eventsOf = (user_id: UserId) => sql`(
  select event_id from team_users where user_id = ${user_id} union select event_id from characters where user_id = ${user_id})`

export async function updateSharing(db: Db, user_id: UserId, { shown_to, shows_hours }: RecordSharing): Promise<void> {
  await db
    .updateTable('users')
    .set({ record_shown_to: shown_to, record_shows_hours: shows_hours })
    .where('id', '=', user_id)
    .execute()
}

/** More than any player has played; the newest are kept. */
const maxEvents = 200

/** An event of the player, and the positions of its scores, edits and activity. */
export interface PlayedEvent {
  readonly event: Pick<
    Row<'events'>,
    | 'id'
    | 'name'
    | 'game_version'
    | 'is_current'
    | 'is_public'
    | 'event_start_time'
    | 'event_end_time'
    | 'raw_removal_began_at'
    | 'objectives_shown'
    | 'version'
  >
  readonly team_id: TeamId | null
  /** Members of that team. */
  readonly members: number
  readonly change_sequence: number
  readonly definition_sequence: number
  readonly last_seen_at: Date | null
}

/** Newest first. Every subquery is one step into an index, so the cost follows only the number of events. */
export async function listPlayedEvents(db: Db, user_id: UserId): Promise<PlayedEvent[]> {
  const rows = await db
    .selectFrom('events')
    .leftJoin('team_users as place', (join) => join.onRef('place.event_id', '=', 'events.id').on('place.user_id', '=', user_id))
    .leftJoin('score_cursors as cursor', 'cursor.event_id', 'events.id')
    .select(['events.id', 'name', 'game_version', 'is_current', 'is_public', 'event_start_time', 'event_end_time'])
    .select(['objectives_shown', 'version'])
    .select('raw_removal_began_at')
    .select((eb) => [
      'place.team_id',
      eb.fn.coalesce('cursor.change_sequence', sql<number>`0::bigint`).as('change_sequence'),
      sql<number>`(select count(*) from team_users mate where mate.team_id = place.team_id)`.as('members'),
      sql<number>`coalesce((select sequence from definition_changes change where change.event_id = events.id
        order by sequence desc limit 1), 0)::bigint`.as('definition_sequence'),
      sql<Date | null>`(select timestamp from activity_samples sample where sample.event_id = events.id
        and sample.user_id = ${user_id} order by timestamp desc limit 1)`.as('last_seen_at'),
    ])
    .where(sql<boolean>`events.id in ${eventsOf(user_id)}`)
    .orderBy('event_start_time', 'desc')
    .orderBy('events.id', 'desc')
    .limit(maxEvents)
    .execute()
  return rows.map(({ team_id, members, change_sequence, definition_sequence, last_seen_at, ...event }) => ({
    event,
    team_id,
    members,
    change_sequence,
    definition_sequence,
    last_seen_at,
  }))
}

/** The parts of an event's objectives that decide which scores are public; milliseconds. */
export async function listShownItems(db: Db, event_id: EventId): Promise<(MaskedItem & ReleasedItem)[]> {
  const rows = await db
    .selectFrom('objectives')
    .select(['id', 'parent_id', 'name', 'view', 'aggregation', 'valid_from', 'valid_to'])
    .where('event_id', '=', event_id)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(({ valid_from, valid_to, ...item }) => ({
    ...item,
    valid_from: valid_from?.getTime() ?? null,
    valid_to: valid_to?.getTime() ?? null,
  }))
}

export type RecordCharacter = RecordEvent['characters'][number]

/** The player's characters by event, the highest level first. */
export async function listRecordCharacters(db: Db, user_id: UserId): Promise<Map<EventId, RecordCharacter[]>> {
  const rows = await db
    .selectFrom('characters')
    .select(['event_id', 'id', 'name', 'level', 'ascendancy', 'main_skill'])
    .where('user_id', '=', user_id)
    .orderBy('level', 'desc')
    .orderBy('experience', 'desc')
    .orderBy('id')
    .execute()
  const characters = new Map<EventId, RecordCharacter[]>()
  for (const { event_id, ...character } of rows) characters.set(event_id, [...(characters.get(event_id) ?? []), character])
  return characters
}

export type DescribedObjective = Pick<RecordFind, 'name' | 'category' | 'objective_type' | 'conditions'>

/** Objectives in the words of their pages, by id. */
export async function describeObjectives(db: Db, ids: readonly ObjectiveId[]): Promise<Map<ObjectiveId, DescribedObjective>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('objectives')
    .leftJoin('objectives as parent', 'parent.id', 'objectives.parent_id')
    .select((eb) => [
      'objectives.id',
      'objectives.name',
      'objectives.objective_type',
      'parent.name as parent_name',
      'parent.tab as parent_tab',
      'parent.parent_id as grandparent_id',
      jsonArrayFrom(
        eb
          .selectFrom('conditions')
          .select(conditionColumns)
          .whereRef('conditions.objective_id', '=', 'objectives.id')
          .orderBy('conditions.id'),
      ).as('conditions'),
    ])
    .where('objectives.id', '=', sql<ObjectiveId>`any(${ids})`)
    .execute()
  return new Map(
    rows.map(({ id, name, objective_type, parent_name, parent_tab, grandparent_id, conditions }) => {
      // The root is not a category: its name is the same in every event, and no page shows it.
      const category = grandparent_id === null ? '' : (parent_tab ?? parent_name ?? '')
      return [id, { name, objective_type, conditions: conditions.map(presentCondition), category }]
    }),
  )
}
