import './progress.css'
import '../../messages/progress.ts'
import { nameRank } from '@muster/domain/scoring/rank-text'
import { rankTeams } from '@muster/domain/scoring/team-ranks'
import type { TeamView } from '../../api/scores/event.ts'
import { t } from '../../lib/text/messages.ts'
import { formatChange, formatCount } from '../../lib/text/numbers.ts'
import { DataTable, figure } from '../../ui/layout/data-table.tsx'
import { Shift } from '../../ui/marks/badge.tsx'
import { TeamMark, teamStyle } from '../../ui/marks/team-mark.tsx'

type Place = ReturnType<typeof rankTeams>[number] & { readonly team: TeamView }

interface StandingProps {
  teams: readonly TeamView[]
  /** Totals at the selected moment, and at the end of the history. */
  then: ReadonlyMap<number, number>
  now: ReadonlyMap<number, number>
}

/** The board of one moment, and the changes since. */
export function StandingAt({ teams, then, now }: StandingProps) {
  const ids = teams.map(({ id }) => id)
  const places = new Map(rankTeams(now, ids).map(({ team_id, rank }) => [team_id, rank]))
  const byId = new Map(teams.map((team) => [team.id, team]))
  const rows = rankTeams(then, ids).flatMap((row): Place[] => {
    const team = byId.get(row.team_id)
    return team ? [{ ...row, team }] : []
  })
  return (
    <DataTable
      className="standing-at"
      frame={t('standingAt.titleNow')}
      rows={rows}
      keyOf={({ team_id }) => team_id}
      rowClass={({ team }) => (team.is_own ? 'team own-row' : 'team')}
      rowStyle={({ team }) => teamStyle(team.look)}
      columns={[
        {
          head: t('standings.rank'),
          cellClass: 'num',
          show: ({ rank }) => (
            <>
              <span aria-hidden="true">{rank}</span>
              <span className="vh">{nameRank(rank)}</span>
            </>
          ),
        },
        {
          head: t('standings.team'),
          isName: true,
          show: ({ team }) => <TeamMark team={team} ownLabel={team.is_own ? t('standings.you') : undefined} />,
        },
        figure<Place>(t('standingAt.points'), ({ points }) => formatCount(points), { cellClass: 'strong' }),
        figure<Place>(t('standingAt.since'), ({ team_id, points }) => formatChange((now.get(team_id) ?? 0) - points), {
          cellClass: 'quiet',
        }),
        {
          head: t('standingAt.shift'),
          isHeadHidden: true,
          isRight: true,
          show: ({ team_id, rank }) => {
            const shift = rank - (places.get(team_id) ?? rank)
            const label = t(shift > 0 ? 'standingAt.up' : 'standingAt.down', { count: Math.abs(shift) })
            return <Shift places={shift} label={label} />
          },
        },
      ]}
    />
  )
}
