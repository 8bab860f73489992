import '../../../messages/admin-submissions.ts'
import '../../../messages/admin.ts'
import type { ApprovalStatus, Submission, SubmissionClaim } from '@muster/contract/submissions'
import { readReviewState } from '@muster/domain/submissions/review-state'
import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { Failure } from '../../../api/calls/failure.ts'
import { type EventKey, eventInput, queryClient, read } from '../../../api/calls/queries.ts'
import { callWrite, type Write } from '../../../api/calls/writes.ts'
import { readHistory, readSubmissions } from '../../../api/people/submissions.ts'
import { useEventKey } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { showToast } from '../../../ui/overlays/show-toast.ts'

/** Other judges act meanwhile, and players edit: polled while the page is visible. */
const renewed_ms = 5000
/** A claim lasts three minutes; an earlier renewal leaves time for a slow network. */
const claimRenewed_ms = 60_000

const readClaims = (event: EventKey) => read('getSubmissionClaims', eventInput(event))

/** All submissions, oldest first, refreshed often enough for judging. */
export function useDeskSubmissions(): readonly Submission[] {
  return useSuspenseQuery({ ...readSubmissions(useEventKey()), refetchInterval: renewed_ms }).data
}

/** The current judge of each submission. Empty without an answer; the server decides. */
export function useClaims(): ReadonlyMap<number, SubmissionClaim> {
  const { data } = useQuery({ ...readClaims(useEventKey()), refetchInterval: renewed_ms, staleTime: 0 })
  return new Map((data ?? []).map((claim) => [claim.submission_id, claim]))
}

export function useHistory(submission_id: Submission['id']) {
  return useSuspenseQuery({ ...readHistory(useEventKey(), submission_id), refetchInterval: renewed_ms, staleTime: 0 }).data
}

/** An edit changes only proof and comment, so the copied text of a submission stays the same. */
const readItem = (event: EventKey, submission_id: Submission['id']) => ({
  ...read('getSubmissionItem', { ...eventInput(event), submission_id }),
  staleTime: Number.POSITIVE_INFINITY,
})

export const useReportedText = (submission_id: Submission['id']): string =>
  useSuspenseQuery(readItem(useEventKey(), submission_id)).data.text

/** Fetches the copied text of the next submission while the judge reads this one. */
export function useTextAhead(next: Submission | undefined): void {
  const event = useEventKey()
  const id = next && next.item_name !== null ? next.id : undefined
  useEffect(() => {
    if (id !== undefined) void queryClient.prefetchQuery(readItem(event, id))
  }, [event, id])
}

/** Claims and releases; renews the viewer's own claim while its submission is open, and releases it on leaving. */
export function useClaiming(submission_id: Submission['id'], isHeld: boolean): Write<'claim' | 'take_over' | 'release'> {
  const event = useEventKey()
  const send = useCallback(
    async (what: 'claim' | 'take_over' | 'release') => {
      const input = { ...eventInput(event), submission_id }
      if (what === 'release') await callWrite('releaseSubmission', input)
      else await callWrite('claimSubmission', { ...input, body: { take_over: what === 'take_over' } })
    },
    [event, submission_id],
  )
  useEffect(() => {
    if (!isHeld) return
    const renew = () => {
      // A hidden page does not renew: the claim expires. A refusal appears in the claims, which are fetched again.
      if (document.visibilityState === 'visible') void send('claim').catch(() => {})
    }
    const release = () => void send('release').catch(() => {})
    const timer = setInterval(renew, claimRenewed_ms)
    window.addEventListener('pagehide', release)
    return () => {
      clearInterval(timer)
      window.removeEventListener('pagehide', release)
      release()
    }
  }, [isHeld, send, event])
  const { mutate, isPending, error, reset } = useMutation({ mutationFn: send })
  const failure = error === null ? null : error instanceof Failure ? error : new Failure(0, 'unknown', t('failure.ours'))
  return { run: mutate, is_busy: isPending, failure, reset, problemOf: () => undefined }
}

interface Decided {
  readonly submission: Submission
  readonly approval_status: ApprovalStatus
  readonly review_comment: string
}

const saidOf = { APPROVED: 'judge.approved', REJECTED: 'judge.rejected', PENDING: 'judge.backDone' } as const

/**
 * Decides the shown version of a submission. `say` confirms it, and offers to take it back by another decision, so that the
 * history has both.
 */
export function useDeciding(nameOf: (submission: Submission) => string) {
  const event = useEventKey()
  const send = ({ submission, approval_status, review_comment }: Decided) =>
    callWrite('reviewSubmission', {
      ...eventInput(event),
      submission_id: submission.id,
      body: { approval_status, review_comment, base_version: submission.version },
    })
  const takeBack = async (before: Submission, decided: Submission) => {
    try {
      const { approval_status, review_comment } = before
      // A comment would ask the player for more.
      const comment = readReviewState(before) === 'waiting' ? '' : (review_comment ?? '')
      await send({ submission: decided, approval_status, review_comment: comment })
      // A report counts on the player's word only until its first decision.
      const text = before.counts_as === 'reported' ? t('judge.undoneUncounted') : undefined
      showToast(t('judge.undone', { objective: nameOf(before) }), { text })
    } catch (failure) {
      const text = failure instanceof Failure ? failure.message : t('failure.ours')
      showToast(t('judge.notUndone'), { text, kind: 'bad' })
    }
  }
  const say = (submission: Submission, reply: Submission) =>
    showToast(
      t(readReviewState(reply) === 'asked' ? 'judge.askedDone' : saidOf[reply.approval_status], {
        objective: nameOf(submission),
      }),
      // The decision after an objection or a second look stands: another one corrects it.
      submission.recheck === null ? { action: { label: t('undo.act'), run: () => void takeBack(submission, reply) } } : {},
    )
  return { send, say }
}
