import './team-room.css'
import '../../messages/team-room.ts'
import type { RoomMember, RoomNote, TeamRoom } from '@muster/contract/team-room'
import { readEventTitle } from '@muster/domain/events/title'
import { needsAction } from '@muster/domain/tracking/states'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useServerNow } from '../../api/live/clock.ts'
import { useEvent, useStatus, useTeams } from '../../api/scores/event.ts'
import { useSession } from '../../lib/browser/session.ts'
import { paths } from '../../lib/paths.ts'
import { t } from '../../lib/text/messages.ts'
import { formatSpan } from '../../lib/time/span.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import { Share } from '../../ui/marks/progress.tsx'
import { teamStyle } from '../../ui/marks/team-mark.tsx'
import { showToast } from '../../ui/overlays/show-toast.ts'
import { GameAccounts } from './game-accounts.tsx'
import { listMissing, misses, writeReminder } from './reminder.ts'
import { useKnownRoom, useRoom } from './use-room.ts'

/** Further members are behind a button. */
const maxShown = 6

export function TrackedCount() {
  const members = useKnownRoom()?.members
  if (!members) return null
  const count = members.length - listMissing(members).length
  return <span className="num">{t('room.inOrder', { count, all: members.length })}</span>
}

/** A warning that the viewer's own points are missed; at the top, because the page is long on a phone. */
export function OwnWarning() {
  const self_id = useSession()?.user_id
  const self = useKnownRoom()?.members.find(({ user_id }) => user_id === self_id)
  if (!self || !misses(self)) return null
  return (
    <Link to={paths.tracking} className="room-warning">
      <Icon name="warning" size={14} /> {t('room.youMissing')}
    </Link>
  )
}

/** The tracking state of every member, the viewer first, with their tasks. */
export function TeamTracking() {
  const room = useRoom()
  const own = useTeams().find(({ is_own }) => is_own)
  const self_id = useSession()?.user_id
  const self = room.members.find(({ user_id }) => user_id === self_id)
  const others = listMissing(room.members).filter((member) => member !== self)
  const count = room.members.length - listMissing(room.members).length
  return (
    <div className="team" style={own && teamStyle(own.look)}>
      <div className="room-tracked">
        <Share share={count / Math.max(1, room.members.length)} />
        {self && (misses(self) ? <OwnTrouble self={self} /> : <OwnTracking self={self} room={room} />)}
        {others.length > 0 && <p className="quiet small">{t('room.othersMissing', { count: others.length })}</p>}
      </div>
      {room.notes.length > 0 && <ForOrganisers notes={room.notes} />}
      {others.length > 0 && <Missing members={others} />}
      <GameAccounts members={room.members} />
    </div>
  )
}

/** Only this part rerenders each second. */
function OwnTracking({ self, room }: { self: RoomMember; room: TeamRoom }) {
  const now = useServerNow(5000)
  const say = (text: 'room.yourCharacter' | 'room.publicTabs', at: string | null) =>
    at === null ? '' : t(text, { length: formatSpan(now - Date.parse(at)) })
  return (
    <p className="small">
      <span className="room-fine">
        <Icon name="check" size={12} /> {t('room.youTracked')}
      </span>{' '}
      <span className="quiet">
        {say('room.yourCharacter', self.character_read_at)} {say('room.publicTabs', room.public_tabs_read_at)}
      </span>
    </p>
  )
}

function OwnTrouble({ self }: { self: RoomMember }) {
  return (
    <div className="room-trouble">
      <p className="strong">
        <Icon name="warning" /> {t('room.youMissing')}
      </p>
      <Notes notes={self.notes} />
      <Link to={paths.tracking} className="link small">
        {t('room.toTracking')}
      </Link>
    </div>
  )
}

function Notes({ notes }: { notes: readonly RoomNote[] }) {
  return notes
    .filter(({ state }) => needsAction[state])
    .map(({ finding, message, advice }) => (
      <p key={finding} className="room-note">
        <span>{message}</span> {advice && <b>{advice}</b>}
      </p>
    ))
}

function ForOrganisers({ notes }: { notes: readonly RoomNote[] }) {
  return (
    <div className="room-note">
      <p className="strong small">{t('room.organisers')}</p>
      {notes.map(({ source, finding, message }) => (
        <p key={`${source} ${finding}`}>
          <span>
            {t(`room.source.${source}`)}: {message}
          </span>
        </p>
      ))}
    </div>
  )
}

function Missing({ members }: { members: readonly RoomMember[] }) {
  const { is_team_lead } = useStatus()
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? members : members.slice(0, maxShown)
  return (
    <>
      <ul className="room-missing">
        {shown.map((member) => (
          <li key={member.user_id} className={member.tracking === 'broken' ? 'room-broken' : undefined}>
            <Icon name={member.tracking === 'broken' ? 'close' : 'warning'} size={14} />
            <div>
              <bdi className="strong">{member.display_name}</bdi>
              <Notes notes={member.notes} />
            </div>
            {is_team_lead && (
              <Remind members={[member]} label={t('room.remind')} name={t('room.remindOf', { name: member.display_name })} />
            )}
          </li>
        ))}
      </ul>
      <p className="room-more">
        {members.length > shown.length && (
          <Button kind="quiet" size="small" onClick={() => setShowsAll(true)}>
            {t('room.moreTracking', { count: members.length })}
          </Button>
        )}
        {is_team_lead && members.length > 1 && <Remind members={members} label={t('room.remindAll')} />}
      </p>
    </>
  )
}

interface RemindProps {
  members: readonly RoomMember[]
  label: string
  name?: string
}

/** Muster cannot message people; a lead can, in the team's chat. */
function Remind({ members, label, name }: RemindProps) {
  const event = useEvent()
  const router = useRouter()
  const copy = async () => {
    const address = new URL(router.buildLocation({ to: paths.tracking }).href, window.location.href).href
    try {
      await navigator.clipboard.writeText(writeReminder(members, readEventTitle(event?.name ?? ''), address))
      showToast(t('room.copied'))
    } catch {
      showToast(t('room.copyFailed'), { kind: 'bad' })
    }
  }
  return (
    <Button size="small" icon="copy" aria-label={name} onClick={() => void copy()}>
      {label}
    </Button>
  )
}
