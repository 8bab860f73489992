import './scoreline.css'
import { nameOrdinal, nameRank } from '@muster/domain/scoring/rank-text'
import { hasBegun } from '@muster/domain/scoring/team-ranks'
import type { TeamView } from '../../api/scores/event.ts'
import { useShownTeams } from '../../api/scores/shown-teams.ts'
import { t } from '../../lib/text/messages.ts'
import { formatChange } from '../../lib/text/numbers.ts'
import { Crest, teamStyle } from '../../ui/marks/team-mark.tsx'
import { ChangedNumber } from '../../ui/marks/changed-number.tsx'
import { useStandings } from '../../api/scores/use-standings.ts'

/** Before the first point no team leads. */
const describeDistance = (points: number, to_leader: number) =>
  to_leader > 0 ? formatChange(-to_leader) : points > 0 ? t('standings.leads') : ''

/** Selecting a team shows the page from its point of view; pages that show all teams equally have no picker. */
interface Picker {
  readonly watched_id: number | null
  readonly onPick: (team_id: number) => void
}

/** The teams with the points of this page, the viewer's own first: shown on every score page. */
export function Scoreline({ branch_ids, picker }: { branch_ids: readonly number[]; picker?: Picker | undefined }) {
  const standings = useStandings(branch_ids)
  const shown = useShownTeams()
  const ordered = standings
    .filter(({ team_id }) => shown.some(({ id }) => id === team_id))
    .sort((a, b) => Number(b.team.is_own) - Number(a.team.is_own))
  if (ordered.length === 0) {
    return (
      <div className="scoreline">
        <p className="wrap scoreline-empty quiet">{t('standings.emptyTitle')}</p>
      </div>
    )
  }
  return (
    <div className="scoreline">
      {/* Scrolls sideways on phones; a scrolling region must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ol className="wrap" aria-label={t('scores.scoreline')} tabIndex={0}>
        {ordered.map(({ team, points, rank, to_leader }) => {
          const isWatched = picker?.watched_id === team.id
          return (
            <li key={team.id} className={nameEntry(team.is_own, isWatched)} style={teamStyle(team.look)}>
              <Crest look={team.look} size="large" />
              <TeamName team={team} isWatched={isWatched} onPick={picker?.onPick} />
              <span className="scoreline-rank">
                {hasBegun(standings) && (
                  <>
                    <span aria-hidden="true">{nameOrdinal(rank)}</span>
                    <span className="vh">{nameRank(rank)}</span>
                  </>
                )}
              </span>
              <b className="scoreline-points">
                <ChangedNumber value={points} />
              </b>
              <span className="scoreline-gap">{describeDistance(points, to_leader)}</span>
            </li>
          )
        })}
      </ol>
    </div>
  )
}

const nameEntry = (isOwn: boolean, isWatched: boolean) =>
  ['team', isOwn ? 'scoreline-own' : '', isWatched ? 'scoreline-watched' : ''].filter(Boolean).join(' ')

interface TeamNameProps {
  team: TeamView
  isWatched: boolean
  onPick: Picker['onPick'] | undefined
}

function TeamName({ team, isWatched, onPick }: TeamNameProps) {
  const name = (
    <>
      <bdi className="clip only-wide">{team.name}</bdi>
      <bdi className="only-phone">{team.abbreviation}</bdi>
    </>
  )
  if (!onPick) return <span className="scoreline-name">{name}</span>
  return (
    <button
      type="button"
      className="scoreline-name scoreline-pick"
      aria-pressed={isWatched}
      title={t('scores.watch', { team: team.name })}
      onClick={() => onPick(team.id)}
    >
      {name}
    </button>
  )
}
