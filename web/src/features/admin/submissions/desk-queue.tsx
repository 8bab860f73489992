import '../../../messages/submissions.ts'
import '../../../messages/admin-submissions.ts'
import { type Recheck, rechecks, type Submission, type SubmissionClaim } from '@muster/contract/submissions'
import { objectiveKinds } from '@muster/domain/objectives/kinds'
import { Fragment, useEffect, useRef } from 'react'
import type { TeamView } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import { TeamMark } from '../../../ui/marks/team-mark.tsx'
import { listApproved, waitsSince } from './desk.ts'
import type { DeskGroup, DeskKind } from './desk-groups.ts'
import { formatWait } from './format-wait.ts'

interface QueueProps {
  /** All submissions of the event. */
  all: readonly Submission[]
  queue: readonly Submission[]
  /** The queue by player and kind; empty if it is by time. */
  groups: readonly DeskGroup[]
  open_id: number | undefined
  teams: readonly TeamView[]
  claims: ReadonlyMap<number, SubmissionClaim>
  own_user_id: number | null
  now: number
  nameObjective: (submission: Submission) => string
  namePerson: (submission: Submission) => string
  isOwnTeam: (submission: Submission) => boolean
  onOpen: (id: number) => void
  onApproveGroup: () => void
}

/** The list on the left: objective, player, waiting time, and the judge in charge. */
export function DeskQueue(props: QueueProps) {
  const { queue, groups, open_id, namePerson, onApproveGroup } = props
  const list = useRef<HTMLUListElement>(null)
  // Keyboard navigation can move beyond the visible part.
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [open_id])
  const show = (each: Submission) => <QueueEntry key={each.id} submission={each} {...props} />
  return (
    <ul className="judge-queue" aria-label={t('judge.queue')} ref={list}>
      {groups.length === 0
        ? queue.map(show)
        : groups.map(({ key, kind, submissions }) => (
            <Fragment key={key}>
              <li className="judge-group">
                <h2>
                  <bdi>{submissions[0] && namePerson(submissions[0])}</bdi>: {labelKind(kind)}
                </h2>
                <span className="num quieter">{submissions.length}</span>
                {submissions.some(({ id }) => id === open_id) && (
                  <Button size="small" onClick={onApproveGroup}>
                    {t('judge.batch.all')} <kbd aria-hidden="true">⇧A</kbd>
                  </Button>
                )}
              </li>
              {submissions.map(show)}
            </Fragment>
          ))}
    </ul>
  )
}

const isRecheck = (kind: DeskKind): kind is Recheck => rechecks.some((each) => each === kind)

const labelKind = (kind: DeskKind) => (isRecheck(kind) ? t(`judge.recheck.${kind}`) : objectiveKinds[kind].label)

function QueueEntry(props: QueueProps & { submission: Submission }) {
  const { submission, all, open_id, teams, claims, own_user_id, now, nameObjective, namePerson, isOwnTeam, onOpen } = props
  const { id, team_id, item_name, approval_status, suspicions, recheck } = submission
  const team = teams.find((each) => each.id === team_id)
  const claim = claims.get(id)
  const isWaiting = approval_status === 'PENDING' || recheck !== null
  return (
    <li>
      <button type="button" aria-current={id === open_id ? 'true' : undefined} onClick={() => onOpen(id)}>
        <span className="judge-queue-crest">{team && <TeamMark team={team} isShort size="small" />}</span>
        <span className="judge-queue-what">
          <bdi className="strong">{nameObjective(submission)}</bdi>
          {item_name !== null && <bdi className="quiet">{item_name}</bdi>}
          <span className="quieter">
            <bdi>{namePerson(submission)}</bdi>
            {isOwnTeam(submission) && (
              <span className="judge-queue-note icon-line">
                <Icon name="lock" size={11} /> {t('judge.ownTeam')}
              </span>
            )}
            {suspicions.length > 0 && <span className="judge-queue-note ember">{t('judge.suspect')}</span>}
            {recheck !== null && <span className="judge-queue-note ember">{t(`judge.recheck.${recheck}`)}</span>}
            {approval_status === 'PENDING' && listApproved(all, submission).length > 0 && (
              <span className="judge-queue-note ember">{t('judge.hasOne')}</span>
            )}
            {claim && (
              <span className="judge-queue-note">
                {claim.judge.id === own_user_id
                  ? t('judge.claimedOwn')
                  : t('judge.claimedShort', { name: claim.judge.display_name })}
              </span>
            )}
          </span>
        </span>
        <span className="num quieter">
          {isWaiting ? (
            formatWait(now - waitsSince(submission))
          ) : (
            <Icon name={approval_status === 'APPROVED' ? 'check' : 'close'} size={13} />
          )}
          {!isWaiting && <span className="vh">{t(`submissions.status.${approval_status}`)}</span>}
        </span>
      </button>
    </li>
  )
}
