import '../../../messages/submissions.ts'
import '../../../messages/admin-submissions.ts'
import type { Submission, SubmissionClaim } from '@muster/contract/submissions'
import { useEffect, useRef } from 'react'
import type { TeamView } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { Icon } from '../../../ui/marks/icon.tsx'
import { TeamMark } from '../../../ui/marks/team-mark.tsx'
import { listApproved } from './desk.ts'
import { formatWait } from './format-wait.ts'

interface QueueProps {
  /** All submissions of the event. */
  all: readonly Submission[]
  queue: readonly Submission[]
  open_id: number | undefined
  teams: readonly TeamView[]
  claims: ReadonlyMap<number, SubmissionClaim>
  own_user_id: number | null
  now: number
  nameObjective: (submission: Submission) => string
  namePerson: (submission: Submission) => string
  isOwnTeam: (submission: Submission) => boolean
  onOpen: (id: number) => void
}

/** The list on the left: objective, player, waiting time, and the judge in charge. */
export function DeskQueue(props: QueueProps) {
  const { all, queue, open_id, teams, claims, own_user_id, now, nameObjective, namePerson, isOwnTeam, onOpen } = props
  const list = useRef<HTMLUListElement>(null)
  // Keyboard navigation can move beyond the visible part.
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [open_id])
  return (
    <ul className="judge-queue" aria-label={t('judge.queue')} ref={list}>
      {queue.map((each) => {
        const team = teams.find(({ id }) => id === each.team_id)
        const claim = claims.get(each.id)
        const isWaiting = each.approval_status === 'PENDING'
        return (
          <li key={each.id}>
            <button type="button" aria-current={each.id === open_id ? 'true' : undefined} onClick={() => onOpen(each.id)}>
              <span className="judge-queue-crest">{team && <TeamMark team={team} isShort size="small" />}</span>
              <span className="judge-queue-what">
                <bdi className="strong">{nameObjective(each)}</bdi>
                {each.item_name !== null && <bdi className="quiet">{each.item_name}</bdi>}
                <span className="quieter">
                  <bdi>{namePerson(each)}</bdi>
                  {isOwnTeam(each) && (
                    <span className="judge-queue-note">
                      <Icon name="lock" size={11} /> {t('judge.ownTeam')}
                    </span>
                  )}
                  {isWaiting && listApproved(all, each).length > 0 && (
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
                  formatWait(now - Date.parse(each.submitted_at))
                ) : (
                  <Icon name={each.approval_status === 'APPROVED' ? 'check' : 'close'} size={13} />
                )}
                {!isWaiting && <span className="vh">{t(`submissions.status.${each.approval_status}`)}</span>}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
