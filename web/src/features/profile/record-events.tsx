import '../../messages/profile.ts'
import '../../messages/record.ts'
import { isPodium } from '@muster/domain/scoring/event-summary'
import { nameOrdinal } from '@muster/domain/scoring/rank-text'
import { Link } from '@tanstack/react-router'
import { useServerNow } from '../../api/live/clock.ts'
import { paths } from '../../lib/paths.ts'
import { t } from '../../lib/text/messages.ts'
import { formatChange } from '../../lib/text/numbers.ts'
import { formatDay } from '../../lib/time/time.ts'
import { Badge } from '../../ui/marks/badge.tsx'
import { TeamMark } from '../../ui/marks/team-mark.tsx'
import { RecordPart } from './record-part.tsx'
import { formatHours, type RecordRow } from './record-rows.ts'

/** One block of lines for each event, newest first. */
export function RecordEvents({ rows, user_id }: { rows: readonly RecordRow[]; user_id: number }) {
  return (
    <RecordPart title={t('record.events')}>
      <ul className="record-events">
        {rows.map((row) => (
          <li key={row.event.id}>
            <EventHead row={row} />
            {row.team && <TeamLine row={row} />}
            {row.brought && <Brought row={row} />}
            {row.characters.length > 0 && <Characters row={row} user_id={user_id} />}
          </li>
        ))}
      </ul>
    </RecordPart>
  )
}

function EventHead({ row: { title, start, end, search } }: { row: RecordRow }) {
  const now = useServerNow(60_000)
  const state = now < start ? 'ahead' : now < end ? 'running' : null
  return (
    <div className="record-event">
      <h3 className="game">
        <Link to={paths.home} search={search}>
          <bdi>{title}</bdi>
        </Link>
      </h3>
      <small className="quieter num">{formatDay(start)}</small>
      {state && <Badge kind={state === 'running' ? 'running' : 'plain'}>{t(`record.${state}`)}</Badge>}
      <Link to={paths.ladder} search={search} className="record-board" aria-label={t('record.boardOf', { event: title })}>
        {t('record.board')}
      </Link>
    </div>
  )
}

/** The team, and its current or final rank. */
function TeamLine({ row: { team, look } }: { row: RecordRow }) {
  if (!team || !look) return null
  const { name, abbreviation, rank, teams, logo } = team
  return (
    <p className="record-team">
      {rank !== null && isPodium({ rank, teams }) && (
        <span className={`medal medal-${rank}`} aria-hidden="true">
          {rank}
        </span>
      )}
      <TeamMark team={{ name, abbreviation, look }} />
      {logo !== null && <img className="team-logo" src={logo} alt="" width={33} height={33} loading="lazy" />}
      <span className="quiet">
        {rank === null ? t('record.noRank') : t('record.rank', { rank: nameOrdinal(rank), count: teams })}
      </span>
    </p>
  )
}

function Brought({ row: { brought, team, played_ms } }: { row: RecordRow }) {
  if (!brought) return null
  const { points, firsts } = brought
  return (
    <ul className="record-figures">
      <li>
        <b className="num">{formatChange(points)}</b> {t('record.pointsWord', { count: points })}
      </li>
      {team?.rank_inside && <li>{t('record.inside', { rank: nameOrdinal(team.rank_inside), count: team.members })}</li>}
      {firsts > 0 && <li>{t('record.firsts', { count: firsts })}</li>}
      {played_ms !== null && played_ms > 0 && <li className="num">{t('record.hours', { hours: formatHours(played_ms) })}</li>}
    </ul>
  )
}

function Characters({ row: { characters, event, title, search }, user_id }: { row: RecordRow; user_id: number }) {
  return (
    <ul className="record-characters" aria-label={t('record.characters', { event: title })}>
      {characters.map(({ id, name, level, ascendancy, main_skill }) => (
        <li key={id}>
          <Link to={paths.character} params={{ userId: user_id, eventId: event.id, characterId: id }} search={search}>
            <bdi className="strong">{name}</bdi>{' '}
            <small className="quieter">
              {t('profile.levelClass', { level, name: ascendancy || t('profile.unknownClass') })}
              {main_skill && (
                <>
                  , <bdi className="game">{main_skill}</bdi>
                </>
              )}
            </small>
          </Link>
        </li>
      ))}
    </ul>
  )
}
