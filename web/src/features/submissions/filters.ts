import type { Submission } from '@muster/contract/submissions'
import type { SubmissionSearch } from './submission-search.ts'

const fold = (text: string) => text.toLocaleLowerCase('en')

/** @param describe the searched texts: names of objective and player, proof, comments */
export function filterSubmissions(
  all: readonly Submission[],
  search: SubmissionSearch,
  own_user_id: number | null,
  describe: (submission: Submission) => string,
): Submission[] {
  const { status, for_team, objective, mine, q, order = 'newest' } = search
  const wanted = q === undefined ? null : fold(q.trim())
  const shown = all.filter(
    (each) =>
      (status === undefined || each.approval_status === status) &&
      (for_team === undefined || each.team_id === for_team) &&
      (objective === undefined || each.objective_id === objective) &&
      (mine !== true || each.user_id === own_user_id) &&
      (wanted === null || fold(describe(each)).includes(wanted)),
  )
  const at = (each: Submission) => Date.parse(order === 'happened' ? each.timestamp : each.submitted_at)
  const sign = order === 'oldest' ? 1 : -1
  return shown.sort((a, b) => sign * (at(a) - at(b) || a.id - b.id))
}

/** Whether the team already has an approved claim for the objective: a second approval changes nothing, or is a mistake. */
export function findApprovedBefore(all: readonly Submission[], submission: Submission): boolean {
  return all.some(
    ({ id, team_id, objective_id, approval_status }) =>
      id !== submission.id &&
      approval_status === 'APPROVED' &&
      team_id === submission.team_id &&
      objective_id === submission.objective_id,
  )
}
