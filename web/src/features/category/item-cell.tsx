import '../../messages/category.ts'
import type { Score } from '@muster/contract/scores'
import { nameOrdinal, nameRank } from '@muster/domain/scoring/rank-text'
import type { ReactNode } from 'react'
import type { TeamView } from '../../api/event.ts'
import type { ObjectiveNode } from '../../api/score-tree.ts'
import { t } from '../../lib/messages.ts'
import { formatCount } from '../../lib/numbers.ts'
import { formatEventTime } from '../../lib/time.ts'
import { Medal } from '../../ui/badge.tsx'
import { Changed } from '../../ui/changed-number.tsx'
import { Icon } from '../../ui/icon.tsx'
import { isHidden, measureOf, type NodeScores, readProgress } from './measure.ts'

interface CellProps {
  node: ObjectiveNode
  team: TeamView
  scores: NodeScores
  isWatched: boolean
  /** Who scored, as people are called; empty when nobody is attributed. */
  nameOf: (user_id: number | undefined) => string
  /** Start of the event in milliseconds. */
  start_ms: number
}

/** Children of a bonus set have scores even without a preset; of others without one nobody is told how far they are. */
const isUnscored = ({ item, parent, children }: ObjectiveNode) =>
  item.preset === null && children.length === 0 && parent?.item.preset?.scoring_method !== 'BONUS_PER_COMPLETION'

/** "found, by Marrowind, hour 6:12, 1st place, 5 points". */
export function describeScore(score: Score, { nameOf, start_ms }: Pick<CellProps, 'nameOf' | 'start_ms'>): string {
  const { finished, rank, points, user_id, timestamp } = score
  const name = nameOf(user_id)
  const parts = [
    finished ? t('item.found') : '',
    finished && name !== '' ? t('item.by', { name }) : '',
    finished && timestamp > 0 ? t('item.hour', { time: formatEventTime(timestamp * 1000, start_ms) }) : '',
    rank > 0 ? nameRank(rank) : '',
    points !== 0 ? t('item.points', { count: points }) : '',
  ]
  return parts.filter(Boolean).join(', ')
}

/** What one team has of one row of the item table. */
export function ItemCell(props: CellProps) {
  const { node, team, scores } = props
  const score = scores[0]?.get(team.id)
  const { done, finished } = readProgress(node, scores, team.id)
  return (
    <td className={team.is_own ? 'item-cell own-column' : 'item-cell'}>
      <Changed value={`${done} ${finished} ${score?.rank ?? 0}`}>
        <Content {...props} score={score} />
      </Changed>
    </td>
  )
}

function Content({ score, ...props }: CellProps & { score: Score | undefined }): ReactNode {
  const { node, team, scores, isWatched, nameOf, start_ms } = props
  const { done, of, finished } = readProgress(node, scores, team.id)
  if (measureOf(node) === 'value' && score) {
    return (
      <span className="num" title={describeScore(score, props)}>
        {t('item.value', { value: formatCount(done) })} <small>{t('item.points', { count: score.points })}</small>
      </span>
    )
  }
  if (finished) {
    const rank = score?.rank ?? 0
    const name = isWatched ? nameOf(score?.user_id) : ''
    const hours = score && score.timestamp > 0 ? Math.floor((score.timestamp * 1000 - start_ms) / 3_600_000) : null
    return (
      <span className="item-done" title={score && describeScore(score, props)}>
        {rank > 0 && rank <= 3 ? (
          <Medal place={rank} label={nameRank(rank)} />
        ) : (
          <>
            <Icon name="check" size={14} />
            {rank > 0 && <small>{nameOrdinal(rank)}</small>}
          </>
        )}
        <span className="vh">{score ? describeScore(score, props) : t('item.found')}</span>
        <small aria-hidden="true" className="only-wide clip">
          {name ? <bdi>{name}</bdi> : hours !== null && hours >= 0 ? t('item.hours', { hours }) : ''}
        </small>
      </span>
    )
  }
  if (isHidden(node, score, team.is_own)) {
    return (
      <span className="quieter" title={t('card.hiddenCell')}>
        <Icon name="hidden" size={14} />
        <span className="vh">{t('card.hiddenCell')}</span>
      </span>
    )
  }
  if (isUnscored(node)) return <span className="vh">{t('item.unscored')}</span>
  if (of > 1 && done > 0)
    return <span className="num quiet">{t('item.of', { done: formatCount(done), of: formatCount(of) })}</span>
  return (
    <span className="quieter">
      <span aria-hidden="true">–</span>
      <span className="vh">{t('item.missing')}</span>
    </span>
  )
}
