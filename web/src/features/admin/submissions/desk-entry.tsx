import '../../../messages/admin-submissions.ts'
import type { Submission, SubmissionClaim } from '@muster/contract/submissions'
import { findCounts } from '@muster/domain/scoring/aggregations/counts'
import { Suspense, useEffect } from 'react'
import { DataGuard } from '../../../api/calls/data-block.tsx'
import { WriteProblem } from '../../../api/calls/write-problem.tsx'
import { type TeamView, useScoreTree } from '../../../api/scores/event.ts'
import type { ObjectiveNode } from '../../../api/scores/score-tree.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { describePays } from '../../../lib/text/preset-points.ts'
import { formatExact } from '../../../lib/time/time.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { LinkedText } from '../../../ui/layout/linked-text.tsx'
import { SkeletonRows } from '../../../ui/layout/states.tsx'
import { Badge } from '../../../ui/marks/badge.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import { TeamMark } from '../../../ui/marks/team-mark.tsx'
import { type Check, checkSubmission, findSigns, isWarning } from './desk.ts'
import { describeFinding } from './describe-finding.ts'
import { DeskDecision } from './desk-decision.tsx'
import { formatWait } from './format-wait.ts'
import type { DeskActs } from './judge-keys.tsx'
import { ProofPreview } from './proof-preview.tsx'
import { RecheckNote } from './recheck-note.tsx'
import { ReportedItem, ReportMarks } from './reported-item.tsx'
import { useClaiming } from './use-desk.ts'

interface EntryProps {
  submission: Submission
  all: readonly Submission[]
  /** undefined for a deleted objective */
  node: ObjectiveNode | undefined
  event: { readonly from: number; readonly to: number }
  team: TeamView | undefined
  objective: string
  namePerson: (submission: Submission) => string
  isOwnTeam: boolean
  claim: SubmissionClaim | undefined
  isOwnClaim: boolean
  /** Reports the actions for the keyboard. */
  onActs: (acts: DeskActs) => void
  onOpen: (id: number) => void
  onDecided: (submission: Submission) => void
}

/** Whether a claim includes a value. */
const asksForValue = (node: ObjectiveNode | undefined, number: number) =>
  node ? findCounts(node.item.aggregation) !== 'first' || node.item.required_number > 1 : number !== 1

/** One submission for a judge: the claim, the proof, automatic checks, and the decision. */
export function DeskEntry(props: EntryProps) {
  const { submission, all, node, event, team, objective, namePerson, isOwnTeam, claim, isOwnClaim } = props
  const { onActs, onOpen, onDecided } = props
  const claiming = useClaiming(submission.id, isOwnClaim)
  const hasValue = asksForValue(node, submission.number)
  const bounds = node?.item ?? { valid_from: null, valid_to: null, required_number: 0 }
  const checks = checkSubmission(submission, { all, event, objective: bounds, hasValue })
  const { tree } = useScoreTree()
  const isLevel = ({ objective_id }: Submission) => tree.by_id.get(objective_id)?.item.number_field === 'PLAYER_LEVEL'
  const isOthers = claim !== undefined && !isOwnClaim
  useEffect(() => {
    if (isOwnTeam || isOthers) return undefined
    onActs({ claim: () => claiming.run(isOwnClaim ? 'release' : 'claim') })
    return () => onActs({ claim: undefined })
  })
  return (
    <article className="judge-entry" aria-labelledby="judge-entry-title">
      <header className="judge-entry-head">
        <div>
          <p className="quieter small">
            <bdi>{node?.parent?.item.title}</bdi>
          </p>
          <h2 id="judge-entry-title" className="game">
            <bdi>{objective}</bdi>
          </h2>
        </div>
        {team && <TeamMark team={team} />}
      </header>
      {node && <ObjectiveWords node={node} />}
      <RecheckNote submission={submission} />
      <ReportMarks submission={submission} all={all} namePerson={namePerson} onOpen={onOpen} />
      {submission.item_name !== null && (
        <section aria-labelledby="judge-item">
          <h3 id="judge-item">{t('judge.item')}</h3>
          <DataGuard title={t('judge.item')}>
            <Suspense fallback={<SkeletonRows rows={5} height={24} label={t('loading')} />}>
              <ReportedItem submission={submission} />
            </Suspense>
          </DataGuard>
        </section>
      )}
      <section aria-labelledby="judge-proof">
        <h3 id="judge-proof">{t('judge.proof')}</h3>
        <ProofPreview text={submission.proof} />
        {submission.comment !== '' && (
          <blockquote className="judge-comment">
            <LinkedText text={submission.comment} />
          </blockquote>
        )}
      </section>
      <EntryFacts submission={submission} submitter={namePerson(submission)} value={hasValue ? bounds.required_number : null} />
      <section aria-labelledby="judge-checks">
        <h3 id="judge-checks">{t('judge.checks')}</h3>
        <ul className="judge-checks">
          {findSigns(submission, all, isLevel).map((finding) => (
            <li key={finding.kind} className="ember">
              <Icon name="warning" size={14} />
              <span className="vh">{t('judge.warning')}: </span>
              {describeFinding(finding)}
            </li>
          ))}
          {checks.map((check) => (
            <li key={check.kind} className={isWarning(check) ? 'ember' : undefined}>
              <Icon name={isWarning(check) ? 'warning' : 'check'} size={14} />
              <span className="vh">{t(isWarning(check) ? 'judge.warning' : 'judge.fine')}: </span>
              {describeCheck(check)}
            </li>
          ))}
        </ul>
      </section>
      {isOwnTeam ? (
        <div className="judge-blocked">
          <Badge icon="lock">{t('judge.ownTitle')}</Badge>
          <p className="quiet">{t('judge.ownText')}</p>
        </div>
      ) : (
        <>
          <ClaimBar other={isOthers ? claim.judge.display_name : null} isOwn={isOwnClaim} claiming={claiming} />
          <WriteProblem write={claiming} />
          {!isOthers && <DeskDecision submission={submission} objective={objective} onActs={onActs} onDecided={onDecided} />}
        </>
      )}
    </article>
  )
}

interface FactsProps {
  submission: Submission
  submitter: string
  /** The required number; null if the submission has no meaningful number. */
  value: number | null
}

function EntryFacts({ submission: { timestamp, submitted_at, number }, submitter, value }: FactsProps) {
  const happened_ms = Date.parse(timestamp)
  return (
    <dl className="judge-facts">
      <div>
        <dt>{t('judge.submittedBy')}</dt>
        <dd className="strong">
          <bdi>{submitter}</bdi>
        </dd>
      </div>
      <div>
        <dt>{t('judge.happened')}</dt>
        <dd className="strong num">
          <time dateTime={timestamp}>{formatExact(happened_ms)}</time>
          <small className="quieter">{t('judge.sentAfter', { wait: formatWait(Date.parse(submitted_at) - happened_ms) })}</small>
        </dd>
      </div>
      {value !== null && (
        <div>
          <dt>{t('judge.value')}</dt>
          <dd className="strong num">
            {value > 1 ? t('judge.valueOf', { number: formatCount(number), required: formatCount(value) }) : formatCount(number)}
          </dd>
        </div>
      )}
    </dl>
  )
}

interface ClaimBarProps {
  /** Another judge who has it. */
  other: string | null
  isOwn: boolean
  claiming: ReturnType<typeof useClaiming>
}

function ClaimBar({ other, isOwn, claiming }: ClaimBarProps) {
  return (
    <div className="judge-claim">
      {other !== null ? (
        <>
          <p>
            <strong className="strong">{t('judge.claimedBy', { name: other })}</strong>
          </p>
          <Button isBusy={claiming.is_busy} onClick={() => claiming.run('take_over')}>
            {t('judge.takeOver')}
          </Button>
        </>
      ) : (
        <>
          <p className="quiet small">{t(isOwn ? 'judge.claimHeld' : 'judge.claimHelp')}</p>
          <Button isBusy={claiming.is_busy} onClick={() => claiming.run(isOwn ? 'release' : 'claim')}>
            {t(isOwn ? 'judge.release' : 'judge.claim')} <kbd aria-hidden="true">C</kbd>
          </Button>
        </>
      )}
    </div>
  )
}

/** Requirements and points of the objective, in the organisers' words if they wrote any. */
function ObjectiveWords({ node: { item } }: { node: ObjectiveNode }) {
  const points = describePays(item)
  const from = item.valid_from === null ? t('judge.windowStart') : formatExact(item.valid_from)
  const to = item.valid_to === null ? t('judge.windowEnd') : formatExact(item.valid_to)
  return (
    <div className="judge-objective">
      {item.note !== '' && (
        <p>
          <LinkedText text={item.note} />
        </p>
      )}
      <p className="quieter small">
        {points !== '' && <span>{t('judge.pays', { points })}</span>}
        {(item.valid_from !== null || item.valid_to !== null) && <span>{t('judge.window', { from, to })}</span>}
      </p>
    </div>
  )
}

function describeCheck(check: Check): string {
  switch (check.kind) {
    case 'too_low':
      return t('judge.check.too_low', { number: formatCount(check.number), required: formatCount(check.required) })
    case 'sent_later':
      return t('judge.check.sent_later', { wait: formatWait(check.after_ms) })
    case 'has_approved':
    case 'same_proof':
      return t(`judge.check.${check.kind}`, { count: check.count })
    case 'has_proof':
    case 'in_time':
    case 'no_link':
    case 'no_proof':
    case 'outside_event':
    case 'outside_objective':
      return t(`judge.check.${check.kind}`)
  }
}
