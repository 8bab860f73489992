import type { EventId, UserId } from '@muster/contract/ids'
import { parametersField } from '@muster/contract/preset-parameters'
import { readCounts } from '@muster/domain/conditions/accept'
import type { ConditionDefinition, EventDefinition } from '@muster/domain/objectives/definition'
import type { Db, Tx } from './connect.ts'
import { EventGone } from './event-gone.ts'
import { furtherPresetIds, nameFurther } from './further-presets.ts'
import { lockLedger, notify } from './ledger.ts'

const toTime = (date: Date | null): number | null => date?.getTime() ?? null

/** Everything that decides the scores of an event, read from the tables. @throws EventGone */
export async function loadDefinition(db: Db, event_id: EventId): Promise<EventDefinition> {
  const event = await db
    .selectFrom('events')
    .selectAll()
    .where('id', '=', event_id)
    .executeTakeFirstOrThrow(() => new EventGone(event_id))
  const teams = await db.selectFrom('teams').select('id').where('event_id', '=', event_id).orderBy('id').execute()
  const objectives = await db
    .selectFrom('objectives')
    .selectAll()
    .select(furtherPresetIds)
    .where('event_id', '=', event_id)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const presets = await db.selectFrom('scoring_presets').selectAll().where('event_id', '=', event_id).orderBy('id').execute()
  const conditions = await db
    .selectFrom('conditions')
    .innerJoin('objectives', 'objectives.id', 'conditions.objective_id')
    .select(['conditions.objective_id', 'field', 'operator', 'value', 'any_of', 'at_least', 'counts_as'])
    .where('objectives.event_id', '=', event_id)
    .orderBy('conditions.id')
    .execute()
  const conditionsOf = new Map<number, ConditionDefinition[]>()
  for (const { objective_id, field, operator, value, ...counts } of conditions) {
    const list = conditionsOf.get(objective_id) ?? []
    conditionsOf.set(objective_id, list)
    list.push({ field, operator, value, ...readCounts(counts) })
  }
  const exclusions = await db
    .selectFrom('exclusions')
    .select(['id', 'objective_id', 'team_id', 'user_id', 'source', 'from_at', 'to_at'])
    .where('event_id', '=', event_id)
    .where('withdrawn_at', 'is', null)
    .orderBy('id')
    .execute()
  return {
    start_at: event.event_start_time.getTime(),
    end_at: event.event_end_time.getTime(),
    game_version: event.game_version,
    guild_log: event.guild_log,
    ...(event.personal_objectives && { personal_objectives: event.personal_objectives }),
    team_ids: teams.map((team) => team.id),
    objectives: objectives.map(
      ({ event_id: _, version: __, position: ___, valid_from, valid_to, further_preset_ids, finished_by, ...objective }) => ({
        ...objective,
        ...nameFurther(further_preset_ids, finished_by),
        valid_from: toTime(valid_from),
        valid_to: toTime(valid_to),
        conditions: conditionsOf.get(objective.id) ?? [],
      }),
    ),
    presets: presets.map(({ event_id: _, version: __, parameters, ...preset }) => ({
      ...preset,
      ...parametersField(parameters),
    })),
    exclusions: exclusions.map(({ from_at, to_at, ...named }) => ({ ...named, from: toTime(from_at), to: toTime(to_at) })),
  }
}

/**
 * Records the present definition in the ledger under a new number. Call it in the transaction that edited objectives, conditions,
 * presets, teams or event times, so that edit and number are committed together.
 */
export async function recordDefinition(
  tx: Tx,
  event_id: EventId,
  change: { timestamp: Date; author_id: UserId | null; reason: string },
): Promise<void> {
  lockLedger(tx, event_id)
  const definition = JSON.stringify(await loadDefinition(tx, event_id))
  await tx
    .insertInto('definition_changes')
    .values({ event_id, definition, ...change })
    .execute()
  notify(tx, 'ledger', event_id)
  notify(tx, 'definition', event_id)
}

/** The number of the newest definition; 0 before the first. */
export async function findDefinitionSequence(db: Db, event_id: EventId): Promise<number> {
  const row = await db
    .selectFrom('definition_changes')
    .select('sequence')
    .where('event_id', '=', event_id)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.sequence ?? 0
}

/** The newest recorded definition; before the first record, the definition read from the tables. */
export async function getDefinition(db: Db, event_id: EventId): Promise<EventDefinition> {
  return (await findDefinition(db, event_id))?.definition ?? loadDefinition(db, event_id)
}

/** The newest numbered definition up to `upTo`, or null before the first. */
export async function findDefinition(db: Db, event_id: EventId, upTo = Number.MAX_SAFE_INTEGER) {
  const row = await db
    .selectFrom('definition_changes')
    .select(['sequence', 'definition'])
    .where('event_id', '=', event_id)
    .where('sequence', '<=', upTo)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}
