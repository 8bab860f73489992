import '../submissions.css'
import '../../../messages/report.ts'
import '../../../messages/submissions.ts'
import type { Submission } from '@muster/contract/submissions'
import { readReviewState } from '@muster/domain/submissions/review-state'
import { findMedianWait } from '@muster/domain/submissions/waiting-time'
import { Link } from '@tanstack/react-router'
import { askForSubmission } from '../../../api/people/submission-request.ts'
import { useSubmissions } from '../../../api/people/submissions.ts'
import { useScoreTree } from '../../../api/scores/event.ts'
import { paths } from '../../../lib/paths.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatDayTime } from '../../../lib/time/time.ts'
import { formatSpan } from '../../../lib/time/span.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { LinkedText } from '../../../ui/layout/linked-text.tsx'
import { Badge, type BadgeKind } from '../../../ui/marks/badge.tsx'
import { Icon, type IconName } from '../../../ui/marks/icon.tsx'
import { ChallengeReason } from '../challenge-reason.tsx'
import { EntryDialog, type EntryQuestion } from '../entry-dialog.tsx'
import type { Objection } from '../objections.ts'
import { useEntryQuestion } from '../use-entry-question.ts'
import { type Author, dropReport, sendWaiting, useWaitingReports, type WaitingReport } from './waiting-reports.ts'

/** Older ones are on the page of submissions. */
const maxShown = 12

const states = {
  queue: { kind: 'plain', icon: 'clock' },
  refused: { kind: 'bad', icon: 'warning' },
  pending: { kind: 'note', icon: 'clock' },
  asked: { kind: 'running', icon: 'note' },
  reported: { kind: 'good', icon: 'check' },
  approved: { kind: 'good', icon: 'check' },
  rejected: { kind: 'bad', icon: 'close' },
  challenge: { kind: 'running', icon: 'note' },
  uncounted: { kind: 'running', icon: 'note' },
  appeal: { kind: 'note', icon: 'clock' },
} as const satisfies Record<string, { kind: BadgeKind; icon: IconName }>
type State = keyof typeof states

const StateBadge = ({ state }: { state: State }) => (
  <Badge kind={states[state].kind} icon={states[state].icon}>
    {t(`report.state.${state}`)}
  </Badge>
)

function readState(submission: Submission): State {
  const state = readReviewState(submission)
  const { recheck, counts_as } = submission
  if (state !== 'waiting') return state
  // A player who is a judge elsewhere sees a second look at their own report like any approval.
  if (recheck === 'challenge' && counts_as === null) return 'uncounted'
  if (recheck !== null) return recheck === 'second_look' ? 'approved' : recheck
  return counts_as === 'reported' ? 'reported' : 'pending'
}

const toTime = (text: string | null) => (text === null ? null : Date.parse(text))

interface ReportsProps {
  author: Author
  isOver: boolean
  /** Puts a refused report back into the form; null without a form. */
  onEdit: ((report: WaitingReport) => void) | null
}

/** The viewer's reports. Reports that wait for a connection come first. */
export function OwnReports({ author, isOver, onEdit }: ReportsProps) {
  const all = useSubmissions()
  const { tree } = useScoreTree()
  const waiting = useWaitingReports(author)
  const { question, setQuestion, objectionTo } = useEntryQuestion(all)
  const own = all.filter(({ user_id }) => user_id === author.user_id).toSorted((a, b) => b.id - a.id)
  const nameOf = ({ objective_id }: Submission) =>
    tree.by_id.get(objective_id)?.item.name ?? t('submissions.unknownObjective', { id: objective_id })
  const answered = all.filter((each) => readReviewState(each) !== 'waiting')
  const wait = findMedianWait(
    answered.map(({ submitted_at, reviewed_at }) => ({
      submitted_at: Date.parse(submitted_at),
      reviewed_at: toTime(reviewed_at),
    })),
  )
  return (
    <aside aria-label={t('report.yours')}>
      <div className="block-head">
        <h2 className="block-title">{t('report.yours')}</h2>
        {own.length > 0 && (
          <Link to={paths.submissions} search={(before: object) => ({ ...before, mine: true })} className="link block-note">
            {t('report.all', { count: own.length })}
          </Link>
        )}
      </div>
      <WaitingNote count={waiting.filter(({ refusal }) => refusal === '').length} author={author} />
      {wait !== null && own.some((each) => readReviewState(each) === 'waiting') && (
        <p className="small quiet report-wait">{t('report.median', { time: formatSpan(wait) })}</p>
      )}
      {own.length + waiting.length === 0 && <p className="quiet report-wait">{t('report.none')}</p>}
      <ul className="own-reports" aria-label={t('report.yours')}>
        {waiting.map((report) => (
          <Waiting key={report.key} report={report} author={author} onEdit={onEdit} />
        ))}
        {own.slice(0, maxShown).map((each) => (
          <Own
            key={each.id}
            submission={each}
            name={nameOf(each)}
            isOver={isOver}
            objection={objectionTo(each)}
            onAsk={(kind) => setQuestion({ kind, submission: each })}
          />
        ))}
      </ul>
      <EntryDialog question={question} nameObjective={nameOf} onClose={() => setQuestion(null)} />
    </aside>
  )
}

function WaitingNote({ count, author }: { count: number; author: Author }) {
  if (count === 0) return null
  return (
    <div className="report-offline" role="status">
      <Icon name="clock" />
      <div>
        <p className="strong">{t('report.waiting', { count })}</p>
        <p className="small quiet">{t('report.waitingText')}</p>
        <Button size="small" onClick={() => void sendWaiting(author)}>
          {t('report.tryNow')}
        </Button>
      </div>
    </div>
  )
}

type WaitingProps = Pick<ReportsProps, 'author' | 'onEdit'> & { report: WaitingReport }

function Waiting({ report, author, onEdit }: WaitingProps) {
  const { key, name, timestamp, refusal } = report
  const isRefused = refusal !== ''
  return (
    <li>
      <time dateTime={timestamp}>{formatDayTime(Date.parse(timestamp))}</time>
      <StateBadge state={isRefused ? 'refused' : 'queue'} />
      <div>
        <bdi className="game">{name}</bdi>
        <p className={isRefused ? 'small bad' : 'small quiet'}>{isRefused ? refusal : t('report.inQueue')}</p>
        <p className="report-acts">
          {isRefused && onEdit && (
            <Button size="small" onClick={() => onEdit(report)}>
              {t('report.editAgain')}
            </Button>
          )}
          <Button size="small" kind="quiet" onClick={() => dropReport(author, key)}>
            {t('report.remove')}
          </Button>
        </p>
      </div>
    </li>
  )
}

interface OwnProps {
  submission: Submission
  /** Name of its objective. */
  name: string
  isOver: boolean
  objection: Objection | null
  onAsk: (kind: EntryQuestion['kind']) => void
}

function Own({ submission, name, isOver, objection, onAsk }: OwnProps) {
  const { objective_id, item_name, timestamp, review_comment } = submission
  const state = readState(submission)
  const isChallenged = submission.recheck === 'challenge'
  return (
    <li>
      <time dateTime={timestamp}>{formatDayTime(Date.parse(timestamp))}</time>
      <StateBadge state={state} />
      <div>
        <bdi className="game">{name}</bdi>
        {item_name !== null && item_name !== name && (
          <p className="small quiet">
            <bdi>{item_name}</bdi>
          </p>
        )}
        {review_comment !== null && review_comment !== '' && (
          <p className={state === 'rejected' || state === 'asked' ? 'small entry-reason' : 'small quiet'}>
            <LinkedText text={review_comment} />
          </p>
        )}
        {isChallenged && <ChallengeReason submission_id={submission.id} />}
        <p className="report-acts">
          {objection && (
            <Button size="small" onClick={() => onAsk(objection)}>
              {t(`submissions.${objection}`)}
            </Button>
          )}
          {!isOver && (
            <Button size="small" onClick={() => askForSubmission({ objective_id, submission })}>
              {t('report.edit')}
            </Button>
          )}
          {!isChallenged && (
            <Button size="small" kind="quiet" onClick={() => onAsk('delete')}>
              {t('report.takeBack')}
            </Button>
          )}
        </p>
      </div>
    </li>
  )
}
