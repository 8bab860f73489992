import './streams.css'
import '../../messages/streams.ts'
import { Link } from '@tanstack/react-router'
import { useParticipants, useTeams } from '../../api/scores/event.ts'
import { t } from '../../lib/text/messages.ts'
import { formatCount } from '../../lib/text/numbers.ts'
import { paths } from '../../lib/paths.ts'
import { Button, nameButton } from '../../ui/forms/button.tsx'
import { Empty } from '../../ui/layout/states.tsx'
import { TeamMark } from '../../ui/marks/team-mark.tsx'
import { Chip } from '../../ui/forms/toggles.tsx'
import { findBestCharacter, groupStreams, listOffline } from './list-streams.ts'
import { StreamTile } from './stream-tile.tsx'
import { useCharacters, useStreams } from './use-streams.ts'

interface ListProps {
  /** Teams to show; empty for all. */
  teams: readonly number[]
  onTeams: (teams: readonly number[]) => void
  /** A channel already shown elsewhere on the page. */
  except?: string
}

/** All live participants, by team, the viewer's own first. */
export function StreamList({ teams: chosen, onTeams, except }: ListProps) {
  const all = useStreams()
  const streams = all.filter(({ user_login }) => user_login.toLowerCase() !== except?.toLowerCase())
  const teams = useTeams()
  const people = useParticipants()
  const ladder = useCharacters()
  const offline = listOffline(ladder, all)
  if (streams.length === 0)
    return (
      <>
        <Empty title={t('streams.emptyTitle')} text={t('streams.emptyText')}>
          <Link to={paths.settings} className={nameButton({})}>
            {t('streams.emptyLink')}
          </Link>
        </Empty>
        <Offline names={offline} />
      </>
    )
  const groups = groupStreams(
    streams,
    teams.map(({ id }) => id),
    (user_id) => people.get(user_id)?.team_id,
  )
  const shown = groups.filter(({ team_id }) => chosen.length === 0 || (team_id !== null && chosen.includes(team_id)))
  const viewers = streams.reduce((sum, { viewer_count }) => sum + viewer_count, 0)
  const toggle = (id: number, isOn: boolean) => onTeams(isOn ? [...chosen, id] : chosen.filter((other) => other !== id))
  return (
    <>
      <div className="stream-filters">
        <p role="status">
          {t('streams.live', { count: streams.length })},{' '}
          <span className="num">{t('streams.watching', { count: viewers, shown: formatCount(viewers) })}</span>
        </p>
        <fieldset className="chips" aria-label={t('streams.teams')}>
          {teams.map((team) => (
            <Chip key={team.id} isOn={chosen.includes(team.id)} label={team.name} onChange={(isOn) => toggle(team.id, isOn)}>
              <TeamMark team={team} isShort size="small" />
            </Chip>
          ))}
        </fieldset>
      </div>
      {shown.length === 0 && (
        <Empty title={t('streams.noneTitle')} text={t('streams.noneText')}>
          <Button onClick={() => onTeams([])}>{t('streams.clear')}</Button>
        </Empty>
      )}
      {shown.map(({ team_id, streams: own }) => {
        const team = teams.find(({ id }) => id === team_id)
        return (
          <section key={team_id ?? 0} className="stream-team">
            <h2>
              {team ? <TeamMark team={team} ownLabel={team.is_own ? t('standings.own') : undefined} /> : t('streams.noTeam')}
            </h2>
            <ul className="stream-tiles">
              {own.map((stream) => (
                <StreamTile
                  key={stream.id}
                  stream={stream}
                  name={people.get(stream.backend_user_id)?.display_name ?? stream.user_name}
                  character={findBestCharacter(ladder, stream.backend_user_id)}
                />
              ))}
            </ul>
          </section>
        )
      })}
      <p className="stream-offline quiet small">{t('streams.emptyText')}</p>
      <Offline names={offline} />
    </>
  )
}

function Offline({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <p className="stream-offline quiet small">
      {t('streams.offline')}:{' '}
      {names.map((name, index) => (
        <span key={name}>
          {index > 0 && ', '}
          <Link to={paths.stream} params={{ account: name }} className="link">
            <bdi>{name}</bdi>
          </Link>
        </span>
      ))}
    </p>
  )
}
