import type { EventId, ObjectiveId, TeamId } from '@muster/contract/ids'
import type { Receipt } from '@muster/domain/scoring/receipt'
import type { Scoreboard } from '@muster/domain/scoring/score'
import { renew } from '../../cache.ts'
import type { EngineAt } from '../../caches.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import { listFacts } from '../../db/ledger.ts'
import { applyEntries, readLedger, rebuildEngine } from '../../ledger-engine.ts'

/**
 * The scorekeeper's engine may be in another process, so this one has its own, built from the same ledger: once in full, then
 * only new facts.
 */
async function catchUp(
  { db, clock }: Context,
  event_id: EventId,
  known: EngineAt | null,
  upTo: number,
  confirmed_only = false,
): Promise<EngineAt> {
  const now = clock.now()
  const counted = { confirmed_only }
  if (!known) return { engine: (await rebuildEngine(db, event_id, upTo, now, undefined, counted)).engine, position: upTo }
  const { engine, position } = known
  const entries = await readLedger(db, event_id, position, upTo, undefined, counted)
  await applyEntries(db, event_id, engine, entries, now, counted)
  return { engine, position: Math.max(position, upTo) }
}

/** Explains a team's score on an objective, at `upTo` or at a later position of the ledger that another call has requested. */
export function explain(
  ctx: Context,
  event: Pick<Row<'events'>, 'id' | 'deleted_people'>,
  objective_id: ObjectiveId,
  team_id: TeamId,
  upTo: number,
): Promise<{ readonly receipt: Receipt; readonly ledger_sequence: number }> {
  // Each deletion of a person renames sources in the ledger.
  return renew(ctx.caches.engines, event.id, event.deleted_people, async (known) => {
    const next = await catchUp(ctx, event.id, known, upTo)
    const { engine, position } = next
    const history = await listFacts(ctx.db, event.id, { objective_ids: [objective_id], team_id, upTo: position })
    const receipt = engine.explain(objective_id, team_id, history, ctx.clock.now())
    return { next, answer: { receipt, ledger_sequence: position } }
  })
}

/** The scores at `upTo` or later without the reports that no judge has confirmed. */
export function scoreConfirmed(
  ctx: Context,
  event: Pick<Row<'events'>, 'id' | 'deleted_people'>,
  upTo: number,
): Promise<Scoreboard> {
  return renew(ctx.caches.confirmedEngines, event.id, event.deleted_people, async (known) => {
    const next = await catchUp(ctx, event.id, known, upTo, true)
    next.engine.advance(ctx.clock.now())
    return { next, answer: next.engine.scoreboard() }
  })
}
