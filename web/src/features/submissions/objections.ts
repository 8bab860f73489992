import type { Submission } from '@muster/contract/submissions'

export type Objection = 'challenge' | 'appeal'

/** A player, with their team in the event if they play. */
interface Objector {
  readonly user_id: number | null
  readonly team_id: number | null
}

type Contested = Pick<Submission, 'user_id' | 'team_id' | 'approval_status' | 'counts_as' | 'recheck' | 'is_appealed'>

/** The objection that a player can raise: against a rival's counting submission, or once against the rejection of their own. */
export function findObjection(submission: Contested, { user_id, team_id }: Objector): Objection | null {
  const { approval_status, counts_as, recheck, is_appealed } = submission
  if (submission.user_id === user_id) return approval_status === 'REJECTED' && !is_appealed ? 'appeal' : null
  const isRival = team_id !== null && team_id !== submission.team_id
  return isRival && counts_as !== null && recheck !== 'challenge' ? 'challenge' : null
}
