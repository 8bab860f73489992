import { randomUUID } from 'node:crypto'
import type { CorrectionCreate, CorrectionId } from '@muster/contract/corrections'
import type { TeamId, UserId } from '@muster/contract/ids'
import { readClaimWindow } from '@muster/domain/submissions/claim'
import type { Tx } from '../../db/connect.ts'
import { spanOf } from '../../db/event-columns.ts'
import { appendStatements } from '../../db/ledger.ts'
import type { Row } from '../../db/schema.ts'
import { type findJudge, refuseOwnTeam } from '../../own-team.ts'
import { Refusal, refuseField } from '../../refusal.ts'
import { hasTeam } from '../receipts/store.ts'
import { lockObjective, toClaimed } from '../submissions/store.ts'

/** The context of a correction. The ledger of the event is locked. */
export interface Correcting {
  readonly tx: Tx
  readonly event: Row<'events'>
  readonly judge: Awaited<ReturnType<typeof findJudge>>
  /** Milliseconds on the event clock. */
  readonly now: number
}

/** @throws Refusal invalid_request if the user is not a member of the team */
export async function refuseStranger(tx: Tx, team_id: TeamId, user_id: UserId): Promise<void> {
  const member = tx.selectFrom('team_users').select('user_id').where('team_id', '=', team_id).where('user_id', '=', user_id)
  if (!(await member.executeTakeFirst())) throw refuseField('user_id', 'is not in this team')
}

/**
 * Adds a fact by a judge. It must be able to count, because a correction without effect is a mistake.
 * @throws Refusal objective_not_found, team_not_found, own_team, invalid_request
 */
export async function addFact({ tx, event, judge, now }: Correcting, body: CorrectionCreate): Promise<CorrectionId> {
  const { objective_id, team_id, user_id, number, reason, public_note } = body
  const objective = await lockObjective(tx, event.id, objective_id)
  if (!objective) throw new Refusal('objective_not_found')
  if (!(await hasTeam(tx, event.id, team_id))) throw new Refusal('team_not_found')
  refuseOwnTeam(judge, { team_id, user_id })
  if (objective.aggregation === 'NONE')
    throw refuseField('objective_id', 'counts the facts of its children, and has none of its own')
  if (user_id !== null) await refuseStranger(tx, team_id, user_id)
  const window = readClaimWindow(toClaimed(objective), spanOf(event))
  const at = body.timestamp === null ? Math.min(now, window.to) : new Date(body.timestamp).getTime()
  if (at > now) throw refuseField('timestamp', 'is in the future')
  if (at < window.from || at > window.to) throw refuseField('timestamp', 'is outside the time the objective counts')
  const fact = { objective_id, team_id, user_id, number, timestamp: new Date(at) }
  const ruling = { ...fact, source: `correction:${randomUUID()}`, author_id: judge.user_id, reason, public_note }
  const [sequence] = await appendStatements(tx, event.id, [ruling])
  return sequence as CorrectionId
}
