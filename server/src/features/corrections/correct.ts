import { randomUUID } from 'node:crypto'
import type { Correction, CorrectionCreate, CorrectionId } from '@muster/contract/corrections'
import type { UserId } from '@muster/contract/ids'
import { readClaimWindow } from '@muster/domain/submissions/claim'
import type { Context } from '../../context.ts'
import { appendRulings, lockLedger, retractFacts } from '../../db/ledger.ts'
import type { Row } from '../../db/schema.ts'
import { Refusal } from '../../refusal.ts'
import { hasTeam } from '../receipts/store.ts'
import { lockObjective } from '../submissions/store.ts'
import { findCorrection } from './store.ts'

const refuseField = (field: string, problem: string) => new Refusal('invalid_request', undefined, [{ field, problem }])

/**
 * Adds a fact in a judge's name. It must be able to count, because a correction that changes nothing is a mistake.
 * @throws Refusal objective_not_found, team_not_found, invalid_request
 */
export function correct(ctx: Context, event: Row<'events'>, author_id: UserId, body: CorrectionCreate): Promise<Correction> {
  const { objective_id, team_id, user_id, number, reason } = body
  return ctx.db.transact(async (tx) => {
    lockLedger(tx, event.id)
    const objective = await lockObjective(tx, event.id, objective_id)
    if (!objective) throw new Refusal('objective_not_found')
    if (!(await hasTeam(tx, event.id, team_id))) throw new Refusal('team_not_found')
    if (objective.aggregation === 'NONE')
      throw refuseField('objective_id', 'counts no facts of its own, only those of its children')
    if (user_id !== null) {
      const member = tx.selectFrom('team_users').select('user_id').where('team_id', '=', team_id).where('user_id', '=', user_id)
      if (!(await member.executeTakeFirst())) throw refuseField('user_id', 'is not in this team')
    }
    const now = ctx.clock.now()
    const window = readClaimWindow(
      {
        objective_type: objective.objective_type,
        valid_from: objective.valid_from?.getTime() ?? null,
        valid_to: objective.valid_to?.getTime() ?? null,
      },
      { starts_at: event.event_start_time.getTime(), ends_at: event.event_end_time.getTime() },
    )
    const at = body.timestamp === null ? Math.min(now, window.to) : new Date(body.timestamp).getTime()
    if (at > now) throw refuseField('timestamp', 'is in the future')
    if (at < window.from || at > window.to) throw refuseField('timestamp', 'is outside the time the objective counts')
    const fact = { objective_id, team_id, user_id, number, timestamp: new Date(at), author_id, reason }
    const [sequence] = await appendRulings(tx, event.id, [{ ...fact, source: `correction:${randomUUID()}` }])
    return getCorrection(await findCorrection(tx, event.id, sequence as CorrectionId))
  })
}

/**
 * Takes a correction back. Doing so twice changes nothing.
 * @throws Refusal correction_not_found
 */
export function withdraw(
  ctx: Context,
  event: Row<'events'>,
  author_id: UserId,
  id: CorrectionId,
  reason: string,
): Promise<Correction> {
  return ctx.db.transact(async (tx) => {
    lockLedger(tx, event.id)
    const known = getCorrection(await findCorrection(tx, event.id, id))
    if (known.withdrawal) return known
    retractFacts(tx, event.id, [id], { author_id, reason })
    return getCorrection(await findCorrection(tx, event.id, id))
  })
}

function getCorrection(correction: Correction | null): Correction {
  if (!correction) throw new Refusal('correction_not_found')
  return correction
}
