import type { EventId, ObjectiveId, TeamId } from '@muster/contract/ids'
import { isRetracted, listRetracted } from '@muster/domain/scoring/counter'
import { createEngine } from '@muster/domain/scoring/engine'
import type { Fact } from '@muster/domain/scoring/ledger'
import type { Receipt } from '@muster/domain/scoring/receipt'
import { listReceiptScope } from '@muster/domain/scoring/receipt-scope'
import type { Context } from '../../context.ts'
import { findDefinition, loadDefinition } from '../../db/definition.ts'
import { listRetractionsOf, readFactsOf } from '../../db/ledger.ts'

/**
 * Makes one receipt from the ledger, as the scorekeeper would at this position: the engine may be in another process, so
 * the few objectives that matter are folded anew. Facts pass through in parts; only the team's own are held.
 */
export async function explain(
  ctx: Context,
  event_id: EventId,
  objective_id: ObjectiveId,
  team_id: TeamId,
  upTo: number,
): Promise<Receipt> {
  const { db } = ctx
  const definition = (await findDefinition(db, event_id, upTo))?.definition ?? (await loadDefinition(db, event_id))
  const scope = listReceiptScope(definition, objective_id)
  const now = ctx.clock.now()
  const engine = createEngine(definition, now)
  const retractions = await listRetractionsOf(db, event_id, scope, upTo)
  const retracted = listRetracted(retractions)
  const own: Fact[] = []
  for await (const facts of readFactsOf(db, event_id, scope, upTo)) {
    engine.apply(
      facts.filter((fact) => !isRetracted(fact, retracted)),
      now,
    )
    own.push(...facts.filter((fact) => fact.objective_id === objective_id && fact.team_id === team_id))
  }
  return engine.explain(objective_id, team_id, [...own, ...retractions], now)
}
