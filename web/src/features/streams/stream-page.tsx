import './streams.css'
import '../../messages/streams.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useParticipants, useTeams } from '../../api/scores/event.ts'
import { t } from '../../lib/text/messages.ts'
import { formatCount } from '../../lib/text/numbers.ts'
import { outside, paths } from '../../lib/paths.ts'
import { Badge } from '../../ui/marks/badge.tsx'
import { Button, nameButton } from '../../ui/forms/button.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import { Empty } from '../../ui/layout/states.tsx'
import { TeamMark } from '../../ui/marks/team-mark.tsx'
import { useCharacters, useStreams } from './use-streams.ts'

/** One participant's channel. Nothing is loaded from Twitch before the viewer asks for it. */
export function StreamPage({ account }: { account: string }) {
  const login = account.toLowerCase()
  const stream = useStreams().find(({ user_login }) => user_login.toLowerCase() === login)
  const entry = useCharacters().find(({ twitch_account }) => twitch_account?.toLowerCase() === login)
  const people = useParticipants()
  const teams = useTeams()
  const user_id = stream?.backend_user_id ?? entry?.user_id ?? null
  const person = user_id === null ? undefined : people.get(user_id)
  const team = teams.find(({ id }) => id === person?.team_id)
  const name = person?.display_name ?? stream?.user_name ?? account
  if (!stream && !entry)
    return (
      <>
        <h1 className="page-title">{t('streams.title')}</h1>
        <Empty title={t('streams.unknownTitle', { name: account })} text={t('streams.unknownText')}>
          <Link to={paths.streams} className={nameButton({})}>
            {t('streams.all')}
          </Link>
        </Empty>
      </>
    )
  return (
    <>
      <header className="page-head">
        <div>
          <h1 className="page-title">
            <bdi>{name}</bdi>
          </h1>
          <div className="stream-line">
            {stream && <Badge kind="running">{t('streams.badge')}</Badge>}
            {team && <TeamMark team={team} />}
            {stream && (
              <span className="num">
                {t('streams.watching', { count: stream.viewer_count, shown: formatCount(stream.viewer_count) })}
              </span>
            )}
          </div>
        </div>
        <Link to={paths.streams} className={nameButton({})}>
          {t('streams.all')}
        </Link>
      </header>
      {stream ? (
        <>
          {stream.title && (
            <p className="stream-title">
              <bdi>{stream.title}</bdi>
            </p>
          )}
          <Player key={login} account={stream.user_login} name={name} />
        </>
      ) : (
        <p className="quiet">{t('streams.isOffline', { name })}</p>
      )}
      <p className="stream-out">
        <a
          href={new URL(encodeURIComponent(stream?.user_login ?? account), outside.twitch).href}
          target="_blank"
          rel="noreferrer"
          className={nameButton({ kind: 'primary' })}
        >
          <Icon name="outside" size={14} />
          {t('streams.twitch')}
          <span className="vh"> {t('link.newTab')}</span>
        </a>
      </p>
    </>
  )
}

function Player({ account, name }: { account: string; name: string }) {
  const [isPlaying, setPlaying] = useState(false)
  if (!isPlaying)
    return (
      <div className="stream-player">
        <Button size="large" icon="streams" onClick={() => setPlaying(true)}>
          {t('streams.play')}
        </Button>
        <p className="quiet small">{t('streams.playNote')}</p>
      </div>
    )
  const address = new URL('https://player.twitch.tv/')
  address.searchParams.set('channel', account)
  // Twitch plays only with the host name of the embedding site.
  address.searchParams.set('parent', window.location.hostname)
  return (
    <iframe
      className="stream-player"
      src={address.href}
      title={t('streams.player', { name })}
      sandbox="allow-scripts allow-same-origin allow-popups"
      allow="fullscreen"
      referrerPolicy="strict-origin"
    />
  )
}
