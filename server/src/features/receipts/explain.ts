import type { ObjectiveId, TeamId } from '@muster/contract/ids'
import type { Receipt } from '@muster/domain/scoring/receipt'
import type { EngineAt } from '../../caches.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import { listFacts } from '../../db/ledger.ts'
import { applyEntries, readLedger, rebuildEngine } from '../../ledger-engine.ts'

type ExplainedEvent = Pick<Row<'events'>, 'id' | 'deleted_people'>

/**
 * The scorekeeper's engine may be in another process, so this one has its own, built from the same ledger: once in full, then
 * only new facts.
 */
async function catchUp(ctx: Context, event: ExplainedEvent, known: EngineAt | null, upTo: number): Promise<EngineAt> {
  const now = ctx.clock.now()
  const { id: event_id, deleted_people } = event
  if (known?.deleted_people !== deleted_people) {
    const position = Math.max(upTo, known?.position ?? 0)
    return { engine: (await rebuildEngine(ctx.db, event_id, position, now)).engine, position, deleted_people }
  }
  const { engine, position } = known
  await applyEntries(ctx.db, event_id, engine, await readLedger(ctx.db, event_id, position, upTo), now)
  return { ...known, position: Math.max(position, upTo) }
}

/**
 * Why a team has its score on an objective, at this position of the ledger or a later one that was requested before. Calls for
 * one event wait for each other, so that no call sees an engine between two positions.
 */
export async function explain(
  ctx: Context,
  event: ExplainedEvent,
  objective_id: ObjectiveId,
  team_id: TeamId,
  upTo: number,
): Promise<{ readonly receipt: Receipt; readonly ledger_sequence: number }> {
  const { engines } = ctx.caches
  const event_id = event.id
  const before = engines.get(event_id) ?? Promise.resolve(null)
  const explained = before.then(async (known) => {
    const next = await catchUp(ctx, event, known, upTo)
    const history = await listFacts(ctx.db, event_id, { objective_ids: [objective_id], team_id, upTo: next.position })
    return { next, receipt: next.engine.explain(objective_id, team_id, history, ctx.clock.now()) }
  })
  engines.set(
    event_id,
    explained.then(
      ({ next }) => next,
      () => null,
    ),
  )
  const { next, receipt } = await explained
  return { receipt, ledger_sequence: next.position }
}
