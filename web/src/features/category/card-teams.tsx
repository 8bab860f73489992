import '../../messages/category.ts'
import { nameOrdinal, nameRank } from '@muster/domain/scoring/rank-text'
import type { Score } from '@muster/contract/scores'
import type { TeamView } from '../../api/scores/event.ts'
import { askForReceipt } from '../../api/scores/receipt-request.ts'
import type { ObjectiveNode } from '../../api/scores/score-tree.ts'
import { t } from '../../lib/text/messages.ts'
import { formatCount } from '../../lib/text/numbers.ts'
import { formatEventTime } from '../../lib/time/time.ts'
import { Icon } from '../../ui/marks/icon.tsx'
import { Progress } from '../../ui/marks/progress.tsx'
import { TeamMark, teamStyle } from '../../ui/marks/team-mark.tsx'
import { isHidden, measureOf, type NodeScores, type Progress as TeamProgress, readProgress } from './measure.ts'
import type { ScoreSetting } from './score-setting.ts'
import { SpokenMark, sayUnconfirmed, UnconfirmedMark } from './unconfirmed-mark.tsx'

interface LineProps {
  node: ObjectiveNode
  team: TeamView
  scores: NodeScores
  setting: ScoreSetting
}

/** The progress of one team in an objective. A page has thousands of these, so each has as few elements as possible. */
export function TeamLine({ node, team, scores, setting }: LineProps) {
  const score = scores[0]?.get(team.id)
  const progress = readProgress(node, scores, team.id)
  const isUnconfirmed = setting.isUnconfirmed(node.item.id, team.id)
  return (
    <li className={team.is_own ? 'team card-team card-team-own' : 'team card-team'} style={teamStyle(team.look)}>
      <TeamMark team={team} isShort size="small" />
      <Way node={node} team={team} score={score} progress={progress} setting={setting} />
      {progress.finished ? (
        <Place node={node} team={team} score={score} isUnconfirmed={isUnconfirmed} />
      ) : isHidden(node, score, team.is_own) ? (
        <span className="card-number">
          <Icon name="hidden" size={12} />
          <span className="vh">{t('card.hiddenCell')}</span>
        </span>
      ) : progress.of > 1 ? (
        <span className="num card-number">
          <span aria-hidden="true">
            <b>{formatCount(progress.done)}</b> / {formatCount(progress.of)}
          </span>
          {isUnconfirmed && <SpokenMark />}
        </span>
      ) : (
        <span className="card-number">
          <span aria-hidden="true">–</span>
          <span className="vh">{t('card.notYet')}</span>
        </span>
      )}
    </li>
  )
}

interface WayProps extends Omit<LineProps, 'scores'> {
  score: Score | undefined
  progress: TeamProgress
}

/** The progress of a team: a bar on the way, player and time at the end, or a value if the value counts. */
function Way({ node, team, score, progress: { done, of, finished }, setting }: WayProps) {
  if (measureOf(node) === 'value') return <span className="num card-value">{score && formatCount(done)}</span>
  if (finished && score) {
    const name = setting.nameOf(score.user_id)
    const time = score.timestamp > 0 ? formatEventTime(score.timestamp * 1000, setting.start_ms) : ''
    return (
      <span className="quieter clip">
        {time && <span className="num">{t('item.hour', { time })}</span>} {name && <bdi>{name}</bdi>}
      </span>
    )
  }
  if (of <= 1) return <span />
  const figures = { done: formatCount(done), of: formatCount(of) }
  return <Progress done={done} of={of} label={t('card.progress', { team: team.name, ...figures })} />
}

/** "1st place, 30 points" in words; without a place, that it counted. */
export function describeResult(score: Score | undefined): string {
  if (!score || score.points === 0) return t('card.noPoints')
  const points = formatCount(score.points)
  return score.rank > 0 ? t('card.finishedAs', { place: nameRank(score.rank), points }) : t('card.finishedFor', { points })
}

/** The place of a finished team; pressing it opens the receipt. */
function Place(props: Pick<WayProps, 'node' | 'team' | 'score'> & { isUnconfirmed: boolean }) {
  const { node, team, score, isUnconfirmed } = props
  const result = sayUnconfirmed(describeResult(score), isUnconfirmed)
  return (
    <button
      type="button"
      className="card-why"
      title={result}
      aria-label={t('card.why', { team: team.name, result })}
      onClick={() => askForReceipt({ objective_id: node.item.id, team_id: team.id })}
    >
      <Icon name="check" size={12} />
      {score && score.rank > 0 ? nameOrdinal(score.rank) : ''}
      {isUnconfirmed && <UnconfirmedMark />}
    </button>
  )
}
