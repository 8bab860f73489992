import './progress.css'
import '../../messages/progress.ts'
import type { ScoreChange } from '@muster/contract/scores'
import { nameRank } from '@muster/domain/scoring/rank-text'
import { useMemo, useState } from 'react'
import { useParticipants, useScoreTree, useTeams } from '../../api/scores/event.ts'
import { t } from '../../lib/text/messages.ts'
import { formatChange } from '../../lib/text/numbers.ts'
import { formatFull } from '../../lib/time/time.ts'
import { Medal } from '../../ui/marks/badge.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Empty } from '../../ui/layout/states.tsx'
import { TableWrap } from '../../ui/layout/table.tsx'
import { TeamMark } from '../../ui/marks/team-mark.tsx'
import { filterChanges, readGain } from './filter-changes.ts'
import type { Span } from './span.ts'
import { useChanges } from './use-changes.ts'

/** So many rows at first, and so many more each time. */
const firstRows = 20
const moreRows = 50

interface HappenedProps {
  span: Span
  /** Only this objective and everything below it; null = the whole event. */
  branch_id: number | null
  search: string
  team_id: number | null
  isRankedOnly: boolean
  formatTime: (at: number) => string
}

/** Every change of points in the part that is shown, newest first. */
export function Happened(props: HappenedProps) {
  const { span, branch_id, search, team_id, isRankedOnly, formatTime } = props
  const { changes, isWhole, isBusy, problem, loadMore } = useChanges(span)
  const { tree } = useScoreTree()
  const shown = useMemo(
    () => filterChanges(changes, tree, { branch_id, search, team_id, isRankedOnly }),
    [changes, tree, branch_id, search, team_id, isRankedOnly],
  )
  const [most, setMost] = useState(firstRows)
  const oldest = changes.at(-1)?.changed_at
  const isMore = shown.length > most || !isWhole
  const showMore = () => {
    if (shown.length < most + moreRows && !isWhole) loadMore()
    setMost(most + moreRows)
  }
  const isFiltered = shown.length < changes.length
  return (
    <>
      {shown.length === 0 && isWhole ? (
        <Empty title={t('happened.emptyTitle')} text={t('happened.emptyText')} />
      ) : (
        <ChangeTable changes={shown.slice(0, most)} formatTime={formatTime} />
      )}
      <div className="happened-foot">
        {isFiltered && oldest !== undefined && (
          <p className="quieter small" role="status">
            {t('happened.searched', { shown: shown.length, all: changes.length, time: formatTime(oldest) })}
          </p>
        )}
        {problem !== null && (
          <p className="bad small" role="alert">
            {t('happened.failed', { reason: problem })}
          </p>
        )}
        {isMore ? (
          <Button isBusy={isBusy} onClick={showMore}>
            {t('happened.more')}
          </Button>
        ) : (
          shown.length > 0 && <p className="quieter small">{t('happened.begin')}</p>
        )}
      </div>
    </>
  )
}

function ChangeTable({ changes, formatTime }: { changes: readonly ScoreChange[]; formatTime: (at: number) => string }) {
  const { tree } = useScoreTree()
  const teams = new Map(useTeams().map((team) => [team.id, team]))
  const participants = useParticipants()
  return (
    <TableWrap label={t('happened.titleNow')}>
      <table className="table happened">
        <thead>
          <tr>
            <th scope="col">{t('happened.column.time')}</th>
            <th scope="col">{t('happened.column.team')}</th>
            <th scope="col">{t('happened.column.objective')}</th>
            <th scope="col" className="only-wide">
              {t('happened.column.in')}
            </th>
            <th scope="col" className="only-wide">
              {t('happened.column.player')}
            </th>
            <th scope="col" className="right">
              {t('happened.column.rank')}
            </th>
            <th scope="col" className="right">
              {t('happened.column.points')}
            </th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => {
            const { sequence, changed_at, team_id, objective_id, score } = change
            const node = tree.by_id.get(objective_id)
            const team = teams.get(team_id)
            const gain = readGain(change)
            const at_ms = changed_at * 1000
            return (
              <tr key={sequence}>
                <td className="num quiet">
                  <time dateTime={new Date(at_ms).toISOString()} title={formatFull(at_ms)}>
                    {formatTime(changed_at)}
                  </time>
                </td>
                <td>{team && <TeamMark team={team} isShort />}</td>
                <th scope="row">
                  <bdi className="game">{node?.item.name ?? t('feed.objective', { id: objective_id })}</bdi>
                  <small className="only-phone">
                    <bdi>{node?.parent?.item.title ?? ''}</bdi>
                  </small>
                </th>
                <td className="quiet only-wide">
                  <bdi>{node?.parent?.item.title ?? ''}</bdi>
                </td>
                <td className="quieter only-wide">
                  <bdi>{participants.get(score.user_id ?? 0)?.display_name ?? ''}</bdi>
                </td>
                <td className="right">{score.rank > 0 && <Medal place={score.rank} label={nameRank(score.rank)} />}</td>
                <td className={gain < 0 ? 'right bad strong' : 'right strong'}>{formatChange(gain)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </TableWrap>
  )
}
