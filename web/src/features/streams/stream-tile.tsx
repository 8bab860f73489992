import './streams.css'
import '../../messages/streams.ts'
import type { LadderEntry } from '@muster/contract/ladder'
import type { TwitchStream } from '@muster/contract/streams'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useServerNow } from '../../api/live/clock.ts'
import { t } from '../../lib/text/messages.ts'
import { formatCount } from '../../lib/text/numbers.ts'
import { paths } from '../../lib/paths.ts'
import { formatEventTime } from '../../lib/time/time.ts'
import { Badge } from '../../ui/marks/badge.tsx'
import { readThumbnail } from './list-streams.ts'

const size = { width: 340, height: 191 }

/** The streamer, a thumbnail, and the current character. */
export function StreamTile({
  stream,
  name,
  character,
}: {
  stream: TwitchStream
  name: string
  character: LadderEntry | undefined
}) {
  const { user_login, title, viewer_count } = stream
  return (
    <li className="stream">
      <Link to={paths.stream} params={{ account: user_login }} className="stream-link" aria-label={t('streams.open', { name })}>
        <Thumbnail template={stream.thumbnail_url} />
        <span className="stream-badge">
          <Badge kind="running">{t('streams.badge')}</Badge>
        </span>
        <span className="stream-viewers num">
          {t('streams.watching', { count: viewer_count, shown: formatCount(viewer_count) })}
        </span>
      </Link>
      <div className="stream-words">
        <p className="stream-name">
          <bdi>{name}</bdi> <LiveFor stream={stream} />
        </p>
        <p className="clip quiet" title={title}>
          <bdi>{title || t('streams.untitled')}</bdi>
        </p>
        {character && (
          <p className="clip quieter small">
            <bdi>{character.character_name}</bdi>,{' '}
            {t('streams.character', {
              level: formatCount(character.level),
              name: character.character?.ascendancy || character.character_class,
            })}
          </p>
        )}
      </div>
    </li>
  )
}

function LiveFor({ stream }: { stream: TwitchStream }) {
  const now = useServerNow(60_000)
  return (
    <span className="quieter small num">
      {t('streams.liveFor', { time: formatEventTime(now, Date.parse(stream.started_at)) })}
    </span>
  )
}

/** If the picture fails to load, the neutral surface behind it stays. */
function Thumbnail({ template }: { template: string }) {
  const [isBroken, setBroken] = useState(false)
  const address = readThumbnail(template, size.width, size.height)
  if (address === null || isBroken) return <span className="stream-picture" />
  return (
    <img
      className="stream-picture"
      src={address}
      alt=""
      {...size}
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setBroken(true)}
    />
  )
}
