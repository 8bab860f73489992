import './submissions.css'
import '../../messages/submissions.ts'
import type { Submission } from '@muster/contract/submissions'
import { readReviewState } from '@muster/domain/submissions/review-state'
import type { ReactNode } from 'react'
import { useMay } from '../../api/people/may.ts'
import { Proof } from '../../api/people/proof-pictures.tsx'
import { type TeamView, useParticipants } from '../../api/scores/event.ts'
import { t } from '../../lib/text/messages.ts'
import { formatCount } from '../../lib/text/numbers.ts'
import { formatExact, formatFull } from '../../lib/time/time.ts'
import { LinkedText } from '../../ui/layout/linked-text.tsx'
import { Badge, type BadgeKind } from '../../ui/marks/badge.tsx'
import type { IconName } from '../../ui/marks/icon.tsx'
import { TeamMark, teamStyle } from '../../ui/marks/team-mark.tsx'
import { ChallengeReason } from './challenge-reason.tsx'

const looks = {
  PENDING: { kind: 'note', icon: 'clock' },
  APPROVED: { kind: 'good', icon: 'check' },
  REJECTED: { kind: 'bad', icon: 'close' },
} as const satisfies Record<Submission['approval_status'], { kind: BadgeKind; icon: IconName }>

function StatusBadge({ submission: { approval_status, counts_as, reviewed_at } }: { submission: Submission }) {
  const isTrusted = approval_status === 'APPROVED' && reviewed_at === null
  const text = counts_as === 'reported' ? 'submissions.onWord' : isTrusted ? 'submissions.trusted' : null
  return (
    <Badge kind={looks[approval_status].kind} icon={looks[approval_status].icon}>
      {t(text ?? `submissions.status.${approval_status}`)}
    </Badge>
  )
}

interface EntryProps {
  submission: Submission
  /** undefined for a deleted team */
  team: TeamView | undefined
  objective: string
  submitter: string
  /** Whether the value is meaningful. */
  hasValue: boolean
  isOwn: boolean
  hasTwin: boolean
  select: ReactNode
  actions: ReactNode
  problem: string | undefined
}

/** One submission: player, objective, proof, and the judges' comment. */
export function SubmissionEntry(props: EntryProps) {
  const { submission, team, objective, submitter, hasValue, isOwn, hasTwin, select, actions, problem } = props
  const {
    approval_status,
    counts_as,
    item_name,
    recheck,
    review_comment,
    reviewed_at,
    comment,
    proof,
    number,
    timestamp,
    submitted_at,
  } = submission
  const isJudge = useMay('getProofPicture')
  const seesPictures = isJudge || team?.is_own === true
  const isAsked = readReviewState(submission) === 'asked'
  return (
    <li className={isOwn ? 'entry entry-own team' : 'entry'} style={isOwn && team ? teamStyle(team.look) : undefined}>
      {select && <div className="entry-select">{select}</div>}
      <div className="entry-what">
        <h2 className="game">
          <bdi>{objective}</bdi>
        </h2>
        {item_name !== null && item_name !== objective && (
          <p>
            <bdi>{item_name}</bdi>
          </p>
        )}
        <p className="quiet">
          {team ? <TeamMark team={team} isShort size="small" /> : t('submissions.noTeam')}
          <bdi>{submitter}</bdi>
          {isOwn && <span className="team-own">{t('submissions.you')}</span>}
        </p>
      </div>
      <div className="entry-proof">
        {proof === '' ? (
          <span className="quieter">{t('submissions.noProof')}</span>
        ) : (
          <Proof text={proof} isShown={seesPictures} />
        )}
        {comment !== '' && (
          <p className="quiet">
            <LinkedText text={comment} />
          </p>
        )}
      </div>
      <dl className="entry-facts">
        {hasValue && (
          <div>
            <dt>{t('submit.value')}</dt>
            <dd className="num strong">{formatCount(number)}</dd>
          </div>
        )}
        <div>
          <dt>{t('submissions.happened')}</dt>
          <dd className="num">
            <time dateTime={timestamp}>{formatExact(Date.parse(timestamp))}</time>
          </dd>
        </div>
        <div>
          <dt>{t('submissions.sent')}</dt>
          <dd className="num">
            <time dateTime={submitted_at}>{formatFull(Date.parse(submitted_at))}</time>
          </dd>
        </div>
      </dl>
      <div className="entry-status">
        {isAsked ? <Asks judge_id={submission.reviewer_id} /> : <StatusBadge submission={submission} />}
        {reviewed_at !== null && approval_status !== 'PENDING' && (
          <span className="quieter small num">{formatFull(Date.parse(reviewed_at))}</span>
        )}
        {review_comment && (
          <p className={approval_status === 'REJECTED' ? 'entry-reason' : 'quiet'}>
            <LinkedText text={review_comment} />
          </p>
        )}
        {recheck !== null && (
          <Badge kind="running">
            {t(`submissions.recheck.${recheck === 'challenge' && counts_as === null ? 'uncounted' : recheck}`)}
          </Badge>
        )}
        {isOwn && recheck === 'challenge' && <ChallengeReason submission_id={submission.id} />}
        {hasTwin && <p className="ember small">{t('submissions.twin')}</p>}
        {problem && (
          <p className="bad small" role="alert">
            {problem}
          </p>
        )}
      </div>
      {actions && <div className="entry-actions">{actions}</div>}
    </li>
  )
}

/** The judge who asks for more; judges who do not play in the event have no name here. */
function Asks({ judge_id }: { judge_id: number | null }) {
  const people = useParticipants()
  const name = judge_id === null ? undefined : people.get(judge_id)?.display_name
  return (
    <>
      <Badge kind="running">{t('submissions.moreAsked')}</Badge>
      <p className="ember small">{t('submissions.asked', { name: name ?? t('submissions.aJudge') })}</p>
    </>
  )
}
