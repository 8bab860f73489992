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
import { DataTable, figure } from '../../ui/layout/data-table.tsx'
import { TeamMark } from '../../ui/marks/team-mark.tsx'
import { filterChanges, readGain } from './filter-changes.ts'
import type { Span } from './span.ts'
import { useChanges } from './use-changes.ts'

/** Number of rows at first, and for each "show more". */
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

/** Every change of points in the shown period, newest first. */
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
  const nameParent = (id: number) => tree.by_id.get(id)?.parent?.item.title ?? ''
  return (
    <DataTable
      frame={t('happened.titleNow')}
      className="happened"
      rows={changes}
      keyOf={({ sequence }) => sequence}
      columns={[
        {
          head: t('happened.column.time'),
          cellClass: 'num quiet',
          show: ({ changed_at }) => (
            <time dateTime={new Date(changed_at * 1000).toISOString()} title={formatFull(changed_at * 1000)}>
              {formatTime(changed_at)}
            </time>
          ),
        },
        {
          head: t('happened.column.team'),
          show: ({ team_id }) => {
            const team = teams.get(team_id)
            return team && <TeamMark team={team} isShort />
          },
        },
        {
          head: t('happened.column.objective'),
          isName: true,
          show: ({ objective_id }) => (
            <>
              <bdi className="game">{tree.by_id.get(objective_id)?.item.name ?? t('feed.objective', { id: objective_id })}</bdi>
              <small className="only-phone">
                <bdi>{nameParent(objective_id)}</bdi>
              </small>
            </>
          ),
        },
        {
          head: t('happened.column.in'),
          className: 'only-wide',
          cellClass: 'quiet',
          show: ({ objective_id }) => <bdi>{nameParent(objective_id)}</bdi>,
        },
        {
          head: t('happened.column.player'),
          className: 'only-wide',
          cellClass: 'quieter',
          show: ({ score }) => <bdi>{participants.get(score.user_id ?? 0)?.display_name ?? ''}</bdi>,
        },
        {
          head: t('happened.column.rank'),
          isRight: true,
          show: ({ score: { rank } }) => rank > 0 && <Medal place={rank} label={nameRank(rank)} />,
        },
        figure<ScoreChange>(t('happened.column.points'), (change) => formatChange(readGain(change)), {
          cellClass: (change) => (readGain(change) < 0 ? 'bad strong' : 'strong'),
        }),
      ]}
    />
  )
}
