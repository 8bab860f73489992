import './submissions.css'
import '../../messages/submissions.ts'
import type { ApprovalStatus, Submission } from '@muster/contract/submissions'
import { readReviewState } from '@muster/domain/submissions/review-state'
import { Link } from '@tanstack/react-router'
import { Suspense, useDeferredValue, useState } from 'react'
import { useServerNow } from '../../api/live/clock.ts'
import { openOnly, useReopening } from '../../api/drafts/use-draft.ts'
import { useEvent, useParticipants, useScoreTree, useTeams } from '../../api/scores/event.ts'
import { askForSubmission } from '../../api/people/submission-request.ts'
import { useSubmissions } from '../../api/people/submissions.ts'
import { t } from '../../lib/text/messages.ts'
import { usePointerHold } from '../../lib/use-pointer-hold.ts'
import { formatCount } from '../../lib/text/numbers.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/browser/session.ts'
import { Button, nameButton } from '../../ui/forms/button.tsx'
import { lazyPart } from '../../ui/deferred/lazy-part.ts'
import { Empty } from '../../ui/layout/states.tsx'
import { EntryDialog, type EntryQuestion } from './entry-dialog.tsx'
import { filterSubmissions, findApprovedBefore } from './filters.ts'
import type { Objection } from './objections.ts'
import type { SubmissionSearch } from './submission-search.ts'
import { SubmissionEntry } from './submission-entry.tsx'
import { SubmissionFilters } from './submission-filters.tsx'
import { useEntryQuestion } from './use-entry-question.ts'
import { type Review, useIsJudge, useMayJudge, useReview } from './use-review.ts'
import { asksForValue } from './value-field.ts'

const ReviewDialog = lazyPart(() => import('./review-dialog.tsx').then((module) => ({ default: module.ReviewDialog })))

/** Number of entries at first, and per further press. */
const pageLength = 100

/**
 * Waits for a judge, and may be decided with others: a submission that came back, or an item reported before, is decided alone.
 */
const isPlain = (each: Submission) =>
  readReviewState(each) === 'waiting' && each.same_item_as === null && each.suspicions.length === 0 && each.recheck === null

interface PageProps {
  search: SubmissionSearch
  onSearch: (change: Partial<SubmissionSearch>) => void
}

/** All submissions: players can edit their own, and judges decide. */
export function SubmissionsPage({ search, onSearch }: PageProps) {
  const all = useSubmissions()
  const teams = useTeams()
  const people = useParticipants()
  const { tree } = useScoreTree()
  const own_id = useSession()?.user_id ?? null
  const isJudge = useIsJudge()
  const mayJudge = useMayJudge()
  const review = useReview()
  const isOver = useIsOver()
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [limit, setLimit] = useState(pageLength)
  const [asked, setAsked] = useState<{ ids: ReadonlySet<number>; status: ApprovalStatus } | null>(null)
  const { question, setQuestion, objectionTo } = useEntryQuestion(all)

  const nameObjective = ({ objective_id }: Submission) =>
    tree.by_id.get(objective_id)?.item.name ?? t('submissions.unknownObjective', { id: objective_id })
  const namePerson = ({ user_id }: Submission) => people.get(user_id)?.display_name ?? t('submissions.unknownUser')
  const nameBoth = (each: Submission) => `${nameObjective(each)}, ${namePerson(each)}`
  const describe = (each: Submission) =>
    [nameObjective(each), each.item_name, namePerson(each), each.proof, each.comment, each.review_comment].join(' ')
  const wanted = useDeferredValue(search)
  const shown = filterSubmissions(all, wanted, own_id, describe)
  const { rows, hold } = useHeldRows(all, shown, wanted)
  const waiting = shown.filter((each) => isPlain(each) && mayJudge(each))
  // Hidden entries are never decided by accident.
  const chosen = shown.filter(({ id }) => selected.has(id))
  const ask = (submissions: readonly Submission[], status: ApprovalStatus) =>
    setAsked({ ids: new Set(submissions.map(({ id }) => id)), status })
  useReopenedForms(all, (submission) => ask([submission], submission.approval_status))
  const toggle = (id: number, isOn: boolean) =>
    setSelected((before) => new Set(isOn ? [...before, id] : [...before].filter((each) => each !== id)))
  if (all.length === 0) return <Nothing />
  return (
    <>
      <SubmissionFilters search={search} onSearch={onSearch} all={all} nameObjective={nameObjective} />
      <div className="submission-count">
        <span role="status">
          {shown.length === all.length
            ? t('submissions.count', { count: all.length })
            : t('submissions.shown', { shown: formatCount(shown.length), all: formatCount(all.length) })}
        </span>
        {isJudge && waiting.length > 0 && (
          <Button size="small" onClick={() => setSelected(new Set(waiting.map(({ id }) => id)))}>
            {t('review.selectWaiting')}
          </Button>
        )}
        <ChosenActions count={chosen.length} onAsk={(status) => ask(chosen, status)} onClear={() => setSelected(new Set())} />
      </div>
      {rows.length === 0 && <Empty title={t('submissions.noneTitle')} text={t('submissions.noneText')} />}
      <ul className="entries" aria-label={t('submissions.list')} {...hold}>
        {rows.slice(0, limit).map((each) => {
          const item = tree.by_id.get(each.objective_id)?.item
          const isOwn = each.user_id === own_id
          const isJudged = mayJudge(each)
          const objection = objectionTo(each)
          return (
            <SubmissionEntry
              key={each.id}
              submission={each}
              team={teams.find(({ id }) => id === each.team_id)}
              objective={nameObjective(each)}
              submitter={namePerson(each)}
              hasValue={item === undefined ? each.number !== 1 : asksForValue(item)}
              isOwn={isOwn}
              hasTwin={each.approval_status === 'PENDING' && findApprovedBefore(all, each)}
              problem={asked === null ? review.problems.get(each.id) : undefined}
              actions={
                (isOwn || isJudge || objection !== null) && (
                  <EntryActions
                    submission={each}
                    isOwn={isOwn}
                    isEditable={isOwn && !isOver && item !== undefined}
                    isJudge={isJudge}
                    isJudged={isJudged}
                    review={review}
                    onAsk={(status) => ask([each], status)}
                    objection={objection}
                    onQuestion={(kind) => setQuestion({ kind, submission: each })}
                  />
                )
              }
              select={
                isJudged &&
                each.recheck === null && (
                  <Selection
                    name={t('submissions.select', { name: namePerson(each), objective: nameObjective(each) })}
                    isOn={selected.has(each.id)}
                    onChange={(isOn) => toggle(each.id, isOn)}
                  />
                )
              }
            />
          )
        })}
      </ul>
      {rows.length > limit && <MoreEntries left={rows.length - limit} onMore={() => setLimit(limit + pageLength)} />}
      <Suspense>
        {asked && (
          <ReviewDialog
            submissions={all.filter(({ id }) => asked.ids.has(id))}
            first={asked.status}
            review={review}
            nameOf={nameBoth}
            onLeft={(ids) => setAsked({ ...asked, ids })}
            onClose={() => {
              setAsked(null)
              setSelected(new Set())
            }}
          />
        )}
      </Suspense>
      <EntryDialog question={question} nameObjective={nameObjective} onClose={() => setQuestion(null)} />
    </>
  )
}

const MoreEntries = ({ left, onMore }: { left: number; onMore: () => void }) => (
  <div className="entries-more">
    <Button onClick={onMore}>{t('submissions.more', { count: Math.min(pageLength, left) })}</Button>
  </div>
)

/**
 * The entries to show. A decided entry stays in its place for a moment, so that the next press does not decide its successor.
 */
function useHeldRows(all: readonly Submission[], shown: readonly Submission[], search: SubmissionSearch) {
  const { list, hold } = usePointerHold(
    shown.map(({ id }) => id),
    JSON.stringify(search),
  )
  const byId = new Map(all.map((each) => [each.id, each]))
  return { rows: list.flatMap((id) => byId.get(id) ?? []), hold }
}

/** Opens a submission or its review again if the viewer was typing in it when the login ended. */
function useReopenedForms(all: readonly Submission[], review: (submission: Submission) => void): void {
  const event_id = useEvent()?.id
  useReopening({
    submission: (id) =>
      all.some((submission) => {
        const { objective_id } = submission
        return openOnly(`${event_id}.${objective_id}.${submission.id}`, () => askForSubmission({ objective_id, submission }))(id)
      }),
    submission_review: (id) => all.some((one) => openOnly(one.id, () => review(one))(id)),
  })
}

/** After the event nothing can be submitted or changed. */
function useIsOver(): boolean {
  const now = useServerNow(10_000)
  const event = useEvent()
  return event === null || now > Date.parse(event.event_end_time)
}

/** The view of the judge desk that shows a submission. */
const viewOf = { waiting: undefined, asked: 'asked', approved: 'decided', rejected: 'decided' } as const

interface EntryActionsProps {
  submission: Submission
  isOwn: boolean
  isEditable: boolean
  isJudge: boolean
  /** The viewer may decide this one: it is not of their own team. */
  isJudged: boolean
  review: Review
  onAsk: (status: ApprovalStatus) => void
  objection: Objection | null
  onQuestion: (kind: EntryQuestion['kind']) => void
}

function EntryActions(props: EntryActionsProps) {
  const { submission, isOwn, isEditable, isJudge, isJudged, review, onAsk, objection, onQuestion } = props
  const isPending = submission.approval_status === 'PENDING'
  const isBusy = review.deciding.has(submission.id)
  const approve = () => void review.decide([submission], { approval_status: 'APPROVED', review_comment: '' })
  return (
    <>
      {isJudge && (
        <Link
          to={paths.judgeDesk}
          search={(before: object) => ({
            ...before,
            submission: submission.id,
            view: viewOf[readReviewState(submission)],
          })}
          className={nameButton({ size: 'small', kind: 'quiet' })}
        >
          {t('review.desk')}
        </Link>
      )}
      {isJudge && !isJudged && <small className="quieter">{t('review.ownTeam')}</small>}
      {isJudged && !isPending && (
        <Button size="small" isBusy={isBusy} onClick={() => onAsk('PENDING')}>
          {t('review.change')}
        </Button>
      )}
      {isJudged && isPending && (
        <>
          <Button size="small" kind="good" icon="check" isBusy={isBusy} onClick={approve}>
            {t('review.approve')}
          </Button>
          <Button size="small" kind="bad" icon="close" isBusy={isBusy} onClick={() => onAsk('REJECTED')}>
            {t('review.reject')}
          </Button>
        </>
      )}
      {isEditable && (
        <Button size="small" onClick={() => askForSubmission({ objective_id: submission.objective_id, submission })}>
          {t('submissions.edit')}
        </Button>
      )}
      {isOwn && submission.recheck !== 'challenge' && (
        <Button size="small" kind="quiet" onClick={() => onQuestion('delete')}>
          {t('submissions.delete')}
        </Button>
      )}
      {objection && (
        <Button size="small" kind="quiet" onClick={() => onQuestion(objection)}>
          {t(`submissions.${objection}`)}
        </Button>
      )}
    </>
  )
}

const Selection = ({ name, isOn, onChange }: { name: string; isOn: boolean; onChange: (isOn: boolean) => void }) => (
  <input type="checkbox" aria-label={name} checked={isOn} onChange={(change) => onChange(change.target.checked)} />
)

/** Decides all selected submissions. */
function ChosenActions(props: { count: number; onAsk: (status: ApprovalStatus) => void; onClear: () => void }) {
  const { count, onAsk, onClear } = props
  if (count === 0) return null
  return (
    <>
      <span className="strong">{t('review.selected', { count })}</span>
      <Button size="small" kind="good" onClick={() => onAsk('APPROVED')}>
        {t('review.actApprove', { count })}
      </Button>
      <Button size="small" kind="bad" onClick={() => onAsk('REJECTED')}>
        {t('review.actReject', { count })}
      </Button>
      <Button size="small" kind="quiet" onClick={onClear}>
        {t('review.selectNone')}
      </Button>
    </>
  )
}

function Nothing() {
  const hasBounties = useScoreTree().categories.some(({ item }) => item.view === 'bounties')
  return (
    <Empty title={t('submissions.emptyTitle')} text={t('submissions.emptyText')}>
      {hasBounties && (
        <Link to={paths.tab} params={{ tab: 'bounties' }} className={nameButton({})}>
          {t('submissions.emptyLink')}
        </Link>
      )}
    </Empty>
  )
}
