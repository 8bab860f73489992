import './crosstable.css'
import '../../messages/home.ts'
import { useScores, useTeams } from '../../api/scores/event.ts'
import { readClaimed, readTotals, scoresOf } from '../../api/scores/score-tree.ts'
import { t } from '../../lib/text/messages.ts'
import { formatCount } from '../../lib/text/numbers.ts'
import { Share } from '../../ui/marks/progress.tsx'
import { Empty } from '../../ui/layout/states.tsx'
import { TableWrap } from '../../ui/layout/table.tsx'
import { TeamMark, teamStyle } from '../../ui/marks/team-mark.tsx'
import { ChangedNumber } from '../../ui/marks/changed-number.tsx'

/** The same as in `crosstable.css`. */
const head_px = 36
const row_px = 32

/** Points by category and team. Columns add up to the total, whatever the categories. */
export function Crosstable() {
  const teams = useTeams()
  const { rows, totals, allClaimed } = useScores((scores, score_tree) => {
    const sums = readTotals(score_tree, scores)
    const claimed = readClaimed(score_tree, scores)
    const list = (id: number) => teams.map((team) => sums.get(id)?.get(team.id) ?? 0)
    const { root } = score_tree.tree
    const claimedOf = (id: number) => claimed.get(id) ?? null
    const named = score_tree.categories.map(({ item }) => ({
      id: item.id,
      title: item.title,
      points: list(item.id),
      claimed: claimedOf(item.id),
    }))
    // Points of the root belong to the total, not to a category.
    const own = root ? teams.map((team) => scoresOf(scores, root.item.id).get(team.id)?.points ?? 0) : []
    const other = own.some((points) => points !== 0)
      ? [{ id: 0, title: t('score.byOrganisers'), points: own, claimed: null }]
      : []
    return { rows: [...named, ...other], totals: root ? list(root.item.id) : [], allClaimed: root && claimedOf(root.item.id) }
  })
  if (rows.length === 0) return <Empty title={t('crosstable.emptyTitle')} text={t('crosstable.emptyText')} />
  return (
    <TableWrap label={t('crosstable.title')} far_height={head_px + row_px * (rows.length + 1)}>
      <table className="table crosstable">
        <thead>
          <tr>
            <th scope="col">{t('crosstable.category')}</th>
            {teams.map((team) => (
              <th key={team.id} scope="col" className={team.is_own ? 'right own-column' : 'right'}>
                <TeamMark team={team} isShort />
              </th>
            ))}
            <th scope="col" className="right">
              {t('crosstable.claimed')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const best = Math.max(...row.points)
            return (
              <tr key={row.id}>
                <th scope="row">
                  <bdi>{row.title}</bdi>
                </th>
                {teams.map((team, index) => {
                  const points = row.points[index] ?? 0
                  const isBest = best > 0 && points === best
                  const tone = isBest ? '' : points === 0 ? 'quieter' : 'quiet'
                  return (
                    <td key={team.id} className={`right ${team.is_own ? 'own-column' : ''} ${tone}`}>
                      {isBest ? (
                        <b className="team best" style={teamStyle(team.look)}>
                          <ChangedNumber value={points} />
                          <span className="vh"> {t('crosstable.best')}</span>
                        </b>
                      ) : (
                        <ChangedNumber value={points} />
                      )}
                    </td>
                  )
                })}
                <Claimed claimed={row.claimed} />
              </tr>
            )
          })}
          <tr className="sum-row">
            <th scope="row">{t('crosstable.total')}</th>
            {teams.map((team, index) => (
              <td key={team.id} className={team.is_own ? 'right own-column' : 'right'}>
                {formatCount(totals[index] ?? 0)}
              </td>
            ))}
            <Claimed claimed={allClaimed} />
          </tr>
        </tbody>
      </table>
    </TableWrap>
  )
}

function Claimed({ claimed }: { claimed: readonly [number, number] | null }) {
  const [done, all] = claimed ?? [0, 0]
  return (
    <td className="claimed">
      <Share share={all > 0 ? done / all : 0} isNeutral />
      <span className="vh">{t('crosstable.claimedOf', { done, all })}</span>
    </td>
  )
}
