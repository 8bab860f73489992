import '../../../messages/submissions.ts'
import '../../../messages/admin-submissions.ts'
import type { Submission, SubmissionHistory } from '@muster/contract/submissions'
import type { DefinitionEditInput } from '@muster/contract/definition'
import { Suspense, useState } from 'react'
import { call } from '../../../api/calls/client.ts'
import { eventInput } from '../../../api/calls/queries.ts'
import { DataGuard } from '../../../api/calls/data-block.tsx'
import { type TeamView, useEvent, useEventKey } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatExact, formatFull } from '../../../lib/time/time.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { LinkedText } from '../../../ui/layout/linked-text.tsx'
import { SkeletonRows } from '../../../ui/layout/states.tsx'
import { Badge, type BadgeKind } from '../../../ui/marks/badge.tsx'
import { TeamMark } from '../../../ui/marks/team-mark.tsx'
import { WhatIfPanel } from '../what-if/what-if-panel.tsx'
import { useHistory } from './use-desk.ts'

const looks = { PENDING: 'note', APPROVED: 'good', REJECTED: 'bad' } as const satisfies Record<
  Submission['approval_status'],
  BadgeKind
>

interface SideProps {
  submission: Submission
  /** Other submissions for the same objective. */
  others: readonly Submission[]
  teams: readonly TeamView[]
  /** Whether the viewer may decide it: the preview is computed for judges only. */
  mayDecide: boolean
  namePerson: (submission: Submission) => string
  onOpen: (id: number) => void
}

/** Context for a judge: other submissions for the same objective, and the history of this one. */
export function DeskSide({ submission, others, teams, mayDecide, namePerson, onOpen }: SideProps) {
  return (
    <div className="judge-side">
      {mayDecide && submission.approval_status !== 'APPROVED' && <IfApproved key={submission.id} submission={submission} />}
      <section aria-labelledby="judge-same">
        <h3 id="judge-same">{t('judge.sameObjective')}</h3>
        {others.length === 0 ? (
          <p className="quieter small">{t('judge.onlyOne')}</p>
        ) : (
          <ul className="judge-same">
            {others.map((each) => {
              const team = teams.find(({ id }) => id === each.team_id)
              return (
                <li key={each.id}>
                  <button type="button" onClick={() => onOpen(each.id)}>
                    {team && <TeamMark team={team} isShort size="small" />}
                    <bdi className="judge-same-who">{namePerson(each)}</bdi>
                    <Badge kind={looks[each.approval_status]}>{t(`submissions.status.${each.approval_status}`)}</Badge>
                  </button>
                  {each.review_comment && <p className="quieter small judge-same-comment">{each.review_comment}</p>}
                </li>
              )
            })}
          </ul>
        )}
      </section>
      <section aria-labelledby="judge-log">
        <h3 id="judge-log">{t('judge.log')}</h3>
        <DataGuard title={t('judge.log')}>
          <Suspense fallback={<SkeletonRows rows={2} height={32} label={t('loading')} />}>
            <Log submission={submission} />
          </Suspense>
        </DataGuard>
      </section>
    </div>
  )
}

/** Effect of an approval on the standings; on request, because the server evaluates the whole event again. */
function IfApproved({ submission }: { submission: Submission }) {
  const event = useEventKey()
  const event_id = useEvent()?.id
  const [isAsked, setIsAsked] = useState(false)
  const body = { approval_status: 'APPROVED', base_version: submission.version } as const
  if (!isAsked || event_id === undefined) {
    return (
      <div>
        <Button onClick={() => setIsAsked(true)}>{t('judge.ifApproved')}</Button>
      </div>
    )
  }
  return (
    <WhatIfPanel
      eventId={event_id}
      edits={[{ ...body, id: submission.id }] as unknown as readonly DefinitionEditInput[]}
      ask={(signal) => call('previewReview', { ...eventInput(event), submission_id: submission.id, body }, signal)}
    />
  )
}

function Log({ submission }: { submission: Submission }) {
  const history = useHistory(submission.id)
  return (
    <ol className="judge-log">
      {history.toReversed().map((each) => (
        <li key={each.id}>
          <time className="num quieter" dateTime={each.timestamp} title={formatExact(Date.parse(each.timestamp))}>
            {formatFull(Date.parse(each.timestamp))}
          </time>
          <span>
            <bdi>{describeStep(each)}</bdi>
            {each.comment !== '' && (
              <span className="quiet judge-log-comment">
                <LinkedText text={each.comment} />
              </span>
            )}
          </span>
        </li>
      ))}
    </ol>
  )
}

function describeStep({ kind, to_status, comment, author }: SubmissionHistory): string {
  const name = author?.display_name ?? t('judge.someone')
  if (kind === 'submitted' && to_status === 'APPROVED') return t('judge.log.trusted', { name })
  if (kind === 'decided' && to_status === 'PENDING' && comment !== '') return t('judge.log.asked', { name })
  return t(kind === 'decided' ? `judge.log.${to_status}` : `judge.log.${kind}`, { name })
}
