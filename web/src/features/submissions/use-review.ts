import type { ApprovalStatus, Submission } from '@muster/contract/submissions'
import { judgesOwnTeam } from '@muster/domain/submissions/judging'
import { useState } from 'react'
import { callWrite } from '../../api/calls/writes.ts'
import { useMay } from '../../api/people/may.ts'
import { useEventKey, useSelf, useStatus } from '../../api/scores/event.ts'
import { Failure } from '../../api/calls/failure.ts'
import { eventInput } from '../../api/calls/queries.ts'
import { t } from '../../lib/text/messages.ts'

/** Whether the viewer is a judge; the server checks again. */
export const useIsJudge = (): boolean => useMay('reviewSubmission')

/** Whether a judge may decide a submission: never for their own team. */
export function useMayJudge(): (submission: Submission) => boolean {
  const isJudge = useIsJudge()
  const user_id = useSelf().data?.id
  const { team_id } = useStatus()
  return (submission) => isJudge && user_id !== undefined && !judgesOwnTeam({ user_id, team_id }, submission)
}

export interface Verdict {
  readonly approval_status: ApprovalStatus
  readonly review_comment: string
}

export interface Review {
  /** Ids of decisions being sent. */
  readonly deciding: ReadonlySet<number>
  /** Reasons for undecided submissions, by id. */
  readonly problems: ReadonlyMap<number, string>
  /**
   * Decides one after the other, so that one refusal does not stop the rest.
   * @returns the ids of the undecided ones
   */
  readonly decide: (submissions: readonly Submission[], verdict: Verdict) => Promise<ReadonlySet<number>>
}

export function useReview(): Review {
  const event = useEventKey()
  const [deciding, setDeciding] = useState<ReadonlySet<number>>(new Set())
  const [problems, setProblems] = useState<ReadonlyMap<number, string>>(new Map())
  async function decide(submissions: readonly Submission[], body: Verdict): Promise<ReadonlySet<number>> {
    const failed = new Map<number, string>()
    setProblems(new Map())
    setDeciding(new Set(submissions.map(({ id }) => id)))
    for (const { id, version } of submissions) {
      try {
        await callWrite('reviewSubmission', { ...eventInput(event), submission_id: id, body: { ...body, base_version: version } })
      } catch (failure) {
        failed.set(id, failure instanceof Failure ? failure.message : t('failure.ours'))
      }
      setDeciding((before) => new Set([...before].filter((each) => each !== id)))
    }
    setProblems(failed)
    return new Set(failed.keys())
  }
  return { deciding, problems, decide }
}
