import './team-room.css'
import '../../messages/team-room.ts'
import type { RoomMember } from '@muster/contract/team-room'
import { findAnswer } from '@muster/domain/signups/answers'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useServerNow } from '../../api/live/clock.ts'
import { eventInput, read } from '../../api/calls/queries.ts'
import { useEventKey, useTeams } from '../../api/scores/event.ts'
import { useSession } from '../../lib/browser/session.ts'
import { paths } from '../../lib/paths.ts'
import { t, tRich } from '../../lib/text/messages.ts'
import { formatSpan } from '../../lib/time/span.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Empty } from '../../ui/layout/states.tsx'
import { Badge } from '../../ui/marks/badge.tsx'
import { teamStyle } from '../../ui/marks/team-mark.tsx'
import { describeSession, formatLength, splitByPlay } from './play.ts'
import { useKnownRoom, useRoom } from './use-room.ts'

const minute_ms = 60_000
/** Answers hardly change once there are teams. */
const answersFresh_ms = 10 * minute_ms
/** Further members are behind a button. */
const maxShown = 8

export function PlayingCount() {
  const members = useKnownRoom()?.members
  if (!members) return null
  const count = members.filter(({ session }) => session !== null).length
  return <span className="num">{t('room.playingCount', { count, all: members.length })}</span>
}

/** Members who play now and since when; the others on request. */
export function PlayingNow() {
  const { members } = useRoom()
  const self_id = useSession()?.user_id ?? null
  const [showsAll, setShowsAll] = useState(false)
  const { playing, resting } = splitByPlay(members, self_id)
  const shown = showsAll ? [...playing, ...resting] : playing.slice(0, maxShown)
  return (
    <>
      {shown.length === 0 ? (
        <Empty title={t('room.nobodyTitle')} text={t('room.nobodyText')} />
      ) : (
        <MemberList members={shown} self_id={self_id} />
      )}
      {members.length > (showsAll ? maxShown : shown.length) && (
        <p className="room-more">
          <Button kind="quiet" size="small" onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? t('room.showFewer') : t('room.showAll', { count: members.length })}
          </Button>
        </p>
      )}
    </>
  )
}

/** Before the start: the members of the team. */
export function TeamMembers() {
  const { members } = useRoom()
  return <MemberList members={members} self_id={useSession()?.user_id ?? null} />
}

function MemberList({ members, self_id }: { members: readonly RoomMember[]; self_id: number | null }) {
  const now = useServerNow(minute_ms)
  const own = useTeams().find(({ is_own }) => is_own)
  return (
    <ul className="room-members team" style={own && teamStyle(own.look)}>
      {members.map((member) => (
        <li key={member.user_id} className={member.user_id === self_id ? 'room-self' : undefined}>
          <div>
            <Link to={paths.profile} params={{ userId: member.user_id }}>
              <bdi className="strong">{member.display_name}</bdi>
            </Link>
            {member.user_id === self_id && <span className="team-own">{t('room.you')}</span>}
            {member.is_team_lead && <span className="quieter small">{t('room.lead')}</span>}
            {member.chat_name !== null && (
              <span className="quieter small">{tRich('room.chat', { name: <bdi>{member.chat_name}</bdi> })}</span>
            )}
            {member.stream && (
              <Link
                to={paths.stream}
                params={{ account: member.stream }}
                aria-label={t('room.toStream', { name: member.display_name })}
              >
                <Badge kind="running" icon="streams">
                  {t('room.live')}
                </Badge>
              </Link>
            )}
            <small>{describeCharacter(member)}</small>
            <Answers user_id={member.user_id} />
          </div>
          <span className="quiet">{member.session && describeSession(member)}</span>
          <span className="num quieter">{describeTime(member, now)}</span>
        </li>
      ))}
    </ul>
  )
}

/** Answers at signup that the viewer may see: some are for everyone, some for leads. */
function Answers({ user_id }: { user_id: number }) {
  const input = eventInput(useEventKey())
  const members = useQuery({ ...read('getSignupAnswers', input), staleTime: answersFresh_ms }).data
  const own = members?.find((one) => one.user_id === user_id)?.answers ?? []
  const asked = useQuery({ ...read('getSignupQuestions', input), enabled: own.length > 0 }).data?.questions ?? []
  return asked.flatMap(({ id, text }) => {
    const answer = findAnswer(own, id)
    return answer === ''
      ? []
      : [<small key={id}>{tRich('room.answer', { question: <bdi>{text}</bdi>, answer: <bdi>{answer}</bdi> })}</small>]
  })
}

const describeCharacter = ({ character }: RoomMember) =>
  character ? `${character.level} ${character.ascendancy}` : t('room.noCharacter')

function describeTime({ session, last_seen_at, hides_play }: RoomMember, now: number): string {
  if (hides_play) return t('room.hidesPlay')
  if (session) return formatLength(now - Date.parse(session.since))
  return last_seen_at === null ? t('room.neverSeen') : t('room.seen', { length: formatSpan(now - Date.parse(last_seen_at)) })
}
