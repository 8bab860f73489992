import '../../messages/confirmed-standings.ts'
import './standings.css'
import { rankTeams } from '@muster/domain/scoring/team-ranks'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { DataGuard } from '../../api/calls/data-block.tsx'
import { readConfirmed } from '../../api/scores/confirmed-scores.ts'
import { useEventKey } from '../../api/scores/event.ts'
import { useStandings } from '../../api/scores/use-standings.ts'
import { t } from '../../lib/text/messages.ts'
import { formatChange, formatCount } from '../../lib/text/numbers.ts'
import { SkeletonRows } from '../../ui/layout/states.tsx'
import { TeamMark, teamStyle } from '../../ui/marks/team-mark.tsx'

/** For events in which reports count at once: the standings without the reports that no judge has confirmed. */
export function ConfirmedStandings() {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="standings-confirmed" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="small">{t('confirmed.title')}</summary>
      {isOpen && (
        <DataGuard title={t('confirmed.title')}>
          <Suspense fallback={<SkeletonRows rows={3} height={36} label={t('loading')} />}>
            <ConfirmedTable />
          </Suspense>
        </DataGuard>
      )}
    </details>
  )
}

function ConfirmedTable() {
  const standings = useStandings()
  const { totals } = useSuspenseQuery(readConfirmed(useEventKey())).data
  if (totals.length === 0) return <p className="quiet small">{t('confirmed.none')}</p>
  const confirmed = new Map<number, number>(totals.map(({ team_id, points }) => [team_id, points]))
  const shown = new Map(standings.map((row) => [row.team_id, row]))
  return (
    <>
      <p className="quiet small">{t('confirmed.note')}</p>
      <table className="table">
        <caption className="vh">{t('confirmed.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('confirmed.rank')}</th>
            <th scope="col">{t('confirmed.team')}</th>
            <th scope="col" className="right">
              {t('confirmed.points')}
            </th>
            <th scope="col" className="right">
              {t('confirmed.unconfirmed')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rankTeams(confirmed, [...shown.keys()]).map((row) => {
            const now = shown.get(row.team_id)
            return (
              now && (
                <tr key={row.team_id} className={now.team.is_own ? 'team own-row' : 'team'} style={teamStyle(now.team.look)}>
                  <td className="num">{row.rank}</td>
                  <th scope="row">
                    <TeamMark team={now.team} />
                  </th>
                  <td className="num right">{formatCount(row.points)}</td>
                  <td className="num right quiet">{formatChange(now.points - row.points)}</td>
                </tr>
              )
            )
          })}
        </tbody>
      </table>
    </>
  )
}
