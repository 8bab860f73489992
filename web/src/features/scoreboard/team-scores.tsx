import './team-scores.css'
import '../../messages/ladder-page.ts'
import { memo } from 'react'
import { useScores } from '../../api/scores/event.ts'
import { readTotals, scoresOf } from '../../api/scores/score-tree.ts'
import { t } from '../../lib/text/messages.ts'
import { formatCount } from '../../lib/text/numbers.ts'
import { Share } from '../../ui/marks/progress.tsx'
import { Empty } from '../../ui/layout/states.tsx'
import { TableWrap } from '../../ui/layout/table.tsx'
import { TeamMark, teamStyle } from '../../ui/marks/team-mark.tsx'
import { ChangedNumber } from '../../ui/marks/changed-number.tsx'
import { useStandings } from '../../api/scores/use-standings.ts'

/** Points by team id, and their maximum. */
function describePoints(points: Iterable<readonly [number, number]>) {
  const byTeam: Readonly<Record<number, number>> = Object.fromEntries(points)
  return { points: byTeam, best: Math.max(0, ...Object.values(byTeam)) }
}

/** Every team with its points in every category of the tree; the bar shows the share of the best team. */
export const TeamScores = memo(function TeamScores() {
  const standings = useStandings()
  const columns = useScores((scores, score_tree) => {
    const sums = readTotals(score_tree, scores)
    const named = score_tree.categories.map(({ item }) => ({
      id: item.id,
      title: item.title,
      ...describePoints(sums.get(item.id) ?? []),
    }))
    const { root } = score_tree.tree
    const own = root ? [...scoresOf(scores, root.item.id)].map(([team, score]) => [team, score.points] as const) : []
    const other = own.some(([, points]) => points !== 0)
      ? [{ id: 0, title: t('score.byOrganisers'), ...describePoints(own) }]
      : []
    return [...named, ...other]
  })
  if (standings.length === 0) return <Empty title={t('standings.emptyTitle')} text={t('standings.emptyText')} />
  return (
    <TableWrap label={t('teamScores.title')}>
      <table className="table team-scores">
        <thead>
          <tr>
            <th scope="col">{t('standings.team')}</th>
            <th scope="col" className="right" aria-sort="descending">
              {t('teamScores.total')}
            </th>
            {columns.map((column) => (
              <th key={column.id} scope="col" className="right">
                <bdi>{column.title}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {standings.map(({ team, points }) => (
            <tr key={team.id} className={team.is_own ? 'team own-row' : 'team'} style={teamStyle(team.look)}>
              <th scope="row">
                <TeamMark team={team} ownLabel={team.is_own ? t('standings.you') : undefined} />
              </th>
              <td className="right team-total">
                <ChangedNumber value={points} />
              </td>
              {columns.map((column) => {
                const own = column.points[team.id] ?? 0
                const { best } = column
                const isBest = best > 0 && own === best
                return (
                  <td key={column.id} className={isBest ? 'right' : own === 0 ? 'right quieter' : 'right quiet'}>
                    {isBest ? (
                      <b aria-label={t('teamScores.bestOf', { points: formatCount(own) })} role="img">
                        <ChangedNumber value={own} />
                      </b>
                    ) : (
                      <ChangedNumber value={own} />
                    )}
                    <Share share={best > 0 ? own / best : 0} />
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </TableWrap>
  )
})
