import '../../messages/category.ts'
import type { Score } from '@muster/contract/scores'
import { nameOrdinal, nameRank } from '@muster/domain/scoring/rank-text'
import type { ReactNode } from 'react'
import type { TeamView } from '../../api/scores/event.ts'
import { type ObjectiveNode, presetsOf } from '../../api/scores/score-tree.ts'
import { t } from '../../lib/text/messages.ts'
import { formatCount } from '../../lib/text/numbers.ts'
import { formatEventTime } from '../../lib/time/time.ts'
import { useChanged } from '../../ui/marks/changed-number.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import type { RowSetting } from './row-setting.ts'
import { isHidden, measureOf, type NodeScores, paysPerPart, type Progress, readProgress } from './measure.ts'
import type { ScoreSetting } from './score-setting.ts'
import { SpokenMark, sayUnconfirmed, UnconfirmedMark } from './unconfirmed-mark.tsx'

interface CellProps {
  node: ObjectiveNode
  team: TeamView
  scores: NodeScores
  setting: RowSetting
  /** The number of the column, from 1. */
  index: number
}

/** Children of a bonus set have scores even without a preset; for others without one, progress is unknown. */
const isUnscored = ({ item, parent, children }: ObjectiveNode) =>
  item.preset === null && children.length === 0 && !(parent && paysPerPart(parent.item))

/** "found, by Marrowind, hour 6:12, 1st place, 5 points". */
export function describeScore(
  score: Score,
  { nameOf, start_ms }: Pick<ScoreSetting, 'nameOf' | 'start_ms'>,
  is_unconfirmed: boolean,
): string {
  const { finished, rank, points, user_id, timestamp } = score
  const name = nameOf(user_id)
  const parts = [
    finished ? t('item.found') : '',
    finished && name !== '' ? t('item.by', { name }) : '',
    finished && timestamp > 0 ? t('item.hour', { time: formatEventTime(timestamp * 1000, start_ms) }) : '',
    rank > 0 ? nameRank(rank) : '',
    points !== 0 ? t('item.points', { count: points }) : '',
  ]
  return sayUnconfirmed(parts.filter(Boolean).join(', '), is_unconfirmed)
}

/** " (First finds: 2nd place, 5 points; Scarabs: 8 points)"; empty for an objective with one rule. */
export function describeShares({ by_rule }: Score, item: ObjectiveNode['item']): string {
  if (!by_rule) return ''
  const presets = presetsOf(item)
  const shares = by_rule.map(({ scoring_preset_id, rank, points }) => {
    const name = presets.find(({ id }) => id === scoring_preset_id)?.name ?? ''
    return t('item.share', {
      name,
      result: [rank > 0 ? nameRank(rank) : '', t('item.points', { count: points })].filter(Boolean).join(', '),
    })
  })
  return ` (${shares.join('; ')})`
}

/** The progress of one team in one row of the item table. A page has thousands of these: each has as few elements as possible. */
export function ItemCell({ node, team, scores, setting, index }: CellProps) {
  const score = scores[0]?.get(team.id)
  const progress = readProgress(node, scores, team.id)
  const value = `${progress.done} ${progress.finished} ${score?.rank ?? 0}`
  const changed = useChanged(value)
  return (
    <td aria-colindex={index} className={team.is_own ? 'item-cell own-column' : 'item-cell'}>
      {/* A new key mounts a new element, which restarts the highlight. */}
      <Content key={value} node={node} team={team} setting={setting} score={score} progress={progress} changed={changed} />
    </td>
  )
}

interface ContentProps extends Pick<CellProps, 'node' | 'team' | 'setting'> {
  score: Score | undefined
  progress: Progress
  /** Class name of the recent change. */
  changed: string
}

/** Signs for the eye; screen readers get the words of `label`. */
function Content({ node, team, setting, score, progress: { done, of, finished }, changed }: ContentProps): ReactNode {
  const isUnconfirmed = setting.isUnconfirmed(node.item.id, team.id)
  if (measureOf(node) === 'value' && score) {
    return (
      <span className={`num ${changed}`} title={describeScore(score, setting, isUnconfirmed)}>
        {t('item.value', { value: formatCount(done) })} <small>{t('item.points', { count: score.points })}</small>
        {isUnconfirmed && <SpokenMark />}
      </span>
    )
  }
  if (finished) {
    const rank = score?.rank ?? 0
    const name = team.id === setting.watched_id ? setting.nameOf(score?.user_id) : ''
    const hours = score && score.timestamp > 0 ? Math.floor((score.timestamp * 1000 - setting.start_ms) / 3_600_000) : null
    const label = score ? describeScore(score, setting, isUnconfirmed) : t('item.found')
    return (
      <span className={`item-done ${changed}`} role="img" aria-label={label} title={label}>
        {rank > 0 && rank <= 3 ? <span className={`medal medal-${rank}`}>{rank}</span> : <Icon name="check" size={14} />}
        {rank > 3 && <small>{nameOrdinal(rank)}</small>}
        {name ? (
          <small className="only-wide clip">
            <bdi>{name}</bdi>
          </small>
        ) : (
          hours !== null && hours >= 0 && <small className="only-wide clip">{t('item.hours', { hours })}</small>
        )}
        {isUnconfirmed && <UnconfirmedMark />}
      </span>
    )
  }
  if (isHidden(node, score, team.is_own)) {
    const label = t('card.hiddenCell')
    return (
      <span className={`quieter ${changed}`} role="img" aria-label={label} title={label}>
        <Icon name="hidden" size={14} />
      </span>
    )
  }
  if (isUnscored(node)) return <span className="vh">{t('item.unscored')}</span>
  if (of > 1 && done > 0)
    return (
      <span className={`num quiet ${changed}`}>
        {t('item.of', { done: formatCount(done), of: formatCount(of) })}
        {isUnconfirmed && <SpokenMark />}
      </span>
    )
  return (
    <span className={`quieter ${changed}`} role="img" aria-label={t('item.missing')}>
      –
    </span>
  )
}
