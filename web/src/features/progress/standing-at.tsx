import './progress.css'
import '../../messages/progress.ts'
import { nameRank } from '@muster/domain/scoring/rank-text'
import { rankTeams } from '@muster/domain/scoring/team-ranks'
import type { TeamView } from '../../api/scores/event.ts'
import { t } from '../../lib/text/messages.ts'
import { formatChange, formatCount } from '../../lib/text/numbers.ts'
import { Shift } from '../../ui/marks/badge.tsx'
import { TeamMark, teamStyle } from '../../ui/marks/team-mark.tsx'

interface StandingProps {
  teams: readonly TeamView[]
  /** Totals at the moment that is looked at, and at the end of what is known. */
  then: ReadonlyMap<number, number>
  now: ReadonlyMap<number, number>
}

/** The board of one moment, and what has happened since. */
export function StandingAt({ teams, then, now }: StandingProps) {
  const ids = teams.map(({ id }) => id)
  const places = new Map(rankTeams(now, ids).map(({ team_id, rank }) => [team_id, rank]))
  const byId = new Map(teams.map((team) => [team.id, team]))
  return (
    <table className="table standing-at">
      <thead>
        <tr>
          <th scope="col">{t('standings.rank')}</th>
          <th scope="col">{t('standings.team')}</th>
          <th scope="col" className="right">
            {t('standingAt.points')}
          </th>
          <th scope="col" className="right">
            {t('standingAt.since')}
          </th>
          <th scope="col" className="right">
            <span className="vh">{t('standingAt.shift')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rankTeams(then, ids).map(({ team_id, rank, points }) => {
          const team = byId.get(team_id)
          const shift = rank - (places.get(team_id) ?? rank)
          return (
            team && (
              <tr key={team_id} className={team.is_own ? 'team own-row' : 'team'} style={teamStyle(team.look)}>
                <td className="num">
                  <span aria-hidden="true">{rank}</span>
                  <span className="vh">{nameRank(rank)}</span>
                </td>
                <th scope="row">
                  <TeamMark team={team} ownLabel={team.is_own ? t('standings.you') : undefined} />
                </th>
                <td className="right strong">{formatCount(points)}</td>
                <td className="right quiet">{formatChange((now.get(team_id) ?? 0) - points)}</td>
                <td className="right">
                  <Shift places={shift} label={t(shift > 0 ? 'standingAt.up' : 'standingAt.down', { count: Math.abs(shift) })} />
                </td>
              </tr>
            )
          )
        })}
      </tbody>
    </table>
  )
}
