import type { LogEventKind } from '@muster/contract/game-log'
import type { EventId, UserId } from '@muster/contract/ids'
import { asksForEveryArea, readDemand } from '@muster/domain/game-log/log-demand'
import { findLogKind } from '@muster/domain/game-log/log-numbers'
import type { ConditionDefinition } from '@muster/domain/objectives/definition'
import type { ReportRules } from '@muster/domain/submissions/report-rules'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Tx } from '../../db/connect.ts'
import type { Row } from '../../db/schema.ts'
import { presentCondition } from '../conditions/store.ts'
import { loadRelease, loadReportRules } from '../objectives/store.ts'

/** The objectives that count a number of a single player, with their conditions. */
const listPlayerObjectives = (tx: Tx, event_id: EventId) =>
  tx
    .selectFrom('objectives')
    .select(['id', 'objective_type', 'number_field', 'aggregation', 'required_number', 'valid_from', 'valid_to'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('conditions')
          .select(['field', 'operator', 'value', 'any_of', 'at_least', 'counts_as'])
          .whereRef('conditions.objective_id', '=', 'objectives.id')
          .orderBy('conditions.id'),
      ).as('conditions'),
    )
    .where('event_id', '=', event_id)
    .where('objective_type', '=', 'PLAYER')
    .orderBy('id')
    .execute()

type Objective = Awaited<ReturnType<typeof listPlayerObjectives>>[number]

/** An objective that counts events of the log. */
export interface Goal extends Omit<Objective, 'conditions'> {
  readonly conditions: readonly ConditionDefinition[]
  readonly rules: ReportRules
  readonly kind: LogEventKind
  readonly asks: ReturnType<typeof readDemand>
}

/** The visible objectives that take reports and count a number of the log. */
export async function listGoals(tx: Tx, event: Row<'events'>, now: number): Promise<Goal[]> {
  const visible = (await loadRelease(tx, event, now)).ids
  const readRules = await loadReportRules(tx, event)
  return (await listPlayerObjectives(tx, event.id)).flatMap((objective) => {
    const { id } = objective
    const conditions = objective.conditions.map(presentCondition)
    const kind = findLogKind(objective)
    const rules = readRules(id)
    if (kind === null || !visible.has(id) || rules.reports === 'refused') return []
    return [{ ...objective, conditions, rules, kind, asks: readDemand({ kind, conditions }) }]
  })
}

/** A log whose last area is older says nothing about a find. */
const areasOfFind_ms = 60 * 60_000

/**
 * The level of the highest area that the player's log names before a find; null: it names none in the hour before, or need not
 * name all areas. Times in milliseconds.
 */
export async function findHighestArea(
  tx: Tx,
  event: Row<'events'>,
  user_id: UserId,
  { happened_at, now }: { readonly happened_at: number; readonly now: number },
): Promise<number | null> {
  const row = await tx
    .selectFrom('game_log_events')
    .select(({ fn }) => fn.max('number').as('level'))
    .where('user_id', '=', user_id)
    .where('event_id', '=', event.id)
    .where('kind', '=', 'area')
    .where('timestamp', '<=', new Date(happened_at))
    .having(({ fn }) => fn.max('timestamp'), '>=', new Date(happened_at - areasOfFind_ms))
    .executeTakeFirst()
  if (!row || row.level === null) return null
  return (await listGoals(tx, event, now)).some(asksForEveryArea) ? row.level : null
}
