import type { ObjectiveId, TeamId } from '@muster/contract/ids'
import type { Receipt } from '@muster/domain/scoring/receipt'
import type { Scoreboard } from '@muster/domain/scoring/score'
import { renew } from '../../cache.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import { listFacts } from '../../db/ledger.ts'
import { catchUp } from '../../kept-engine.ts'

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
