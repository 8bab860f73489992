import './scoreline.css'
import { nameOrdinal, nameRank } from '@muster/domain/scoring/rank-text'
import { t } from '../../lib/messages.ts'
import { formatChange } from '../../lib/numbers.ts'
import { Crest, teamStyle } from '../../ui/team-mark.tsx'
import { ChangedNumber } from './changed-number.tsx'
import { hasBegun } from './standing.ts'
import { useStandings } from './use-standings.ts'

/** Before the first point nobody leads. */
const describeDistance = (points: number, to_leader: number) =>
  to_leader > 0 ? formatChange(-to_leader) : points > 0 ? t('standings.leads') : ''

/** All teams with the points of this page, the viewer's own first: the board that stays on every score page. */
export function Scoreline({ branch_ids }: { branch_ids: readonly number[] }) {
  const standings = useStandings(branch_ids)
  const ordered = standings.toSorted((a, b) => Number(b.team.is_own) - Number(a.team.is_own))
  return (
    <div className="scoreline">
      {/* Scrolls sideways on phones; a region that scrolls has to be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ol className="wrap" aria-label={t('scores.scoreline')} tabIndex={0}>
        {ordered.map(({ team, points, rank, to_leader }) => (
          <li key={team.id} className={team.is_own ? 'team scoreline-own' : 'team'} style={teamStyle(team.look)}>
            <Crest look={team.look} size="large" />
            <span className="scoreline-name">
              <bdi className="clip only-wide">{team.name}</bdi>
              <bdi className="only-phone">{team.abbreviation}</bdi>
            </span>
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
        ))}
      </ol>
    </div>
  )
}
