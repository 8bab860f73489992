import '../../messages/category.ts'
import { nameOrdinal, nameRank } from '@muster/domain/scoring/rank-text'
import type { Score } from '@muster/contract/scores'
import { memo, useState } from 'react'
import { useServerNow, useServerTimeReached } from '../../api/clock.ts'
import { type TeamView, useEvent, useParticipants, useScores, useStatus } from '../../api/event.ts'
import { askForReceipt } from '../../api/receipt-request.ts'
import { type ObjectiveNode, scoresOf } from '../../api/score-tree.ts'
import { askForSubmission } from '../../api/submission-request.ts'
import { t } from '../../lib/messages.ts'
import { formatCount } from '../../lib/numbers.ts'
import { describePresetPoints } from '../../lib/preset-points.ts'
import { formatClock, formatDayTime, formatEventTime } from '../../lib/time.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Progress } from '../../ui/progress.tsx'
import { TeamMark, teamStyle } from '../../ui/team-mark.tsx'
import { isHidden, measureOf, type NodeScores, type Progress as TeamProgress, readProgress } from './measure.ts'
import { pickTeams } from './pick-teams.ts'

/** So many teams are shown before the others wait behind a button. */
const mostTeams = 8

interface CardProps {
  node: ObjectiveNode
  teams: readonly TeamView[]
  watched: TeamView | null
  /** Points the watched team can still add here. */
  reachable: number
}

/** The scores of a node and of its parts; the same list until one of them changes. */
export const useNodeScores = (node: ObjectiveNode): NodeScores =>
  useScores((scores) => [scoresOf(scores, node.item.id), ...node.children.map(({ item }) => scoresOf(scores, item.id))])

/** One objective: what every team has of it. Renders again only when one of its own scores changes. */
export const ObjectiveCard = memo(function ObjectiveCard({ node, teams, watched, reachable }: CardProps) {
  const { item } = node
  const scores = useNodeScores(node)
  const isClosed = useServerTimeReached(item.valid_to)
  // Organisers also see what is still a secret to the others.
  const isSecret = !useServerTimeReached(item.valid_from) && item.valid_from !== null
  const [showsAll, setShowsAll] = useState(false)
  const isDone = watched !== null && readProgress(node, scores, watched.id).finished
  const state = isDone ? 'done' : isClosed ? 'closed' : item.valid_to !== null ? 'running' : 'open'
  const picked = pickTeams(teams, watched?.id ?? null, (team_id) => readProgress(node, scores, team_id).done, mostTeams)
  const shown = showsAll ? teams : picked
  return (
    <article className={`card card-${state}`}>
      <header className="card-head">
        <div>
          <h3>
            <bdi className="game">{item.name}</bdi>
          </h3>
          {item.preset && <p className="quieter small">{describePresetPoints(item.preset)}</p>}
        </div>
        <div className="card-side">
          <Goal node={node} />
          {state === 'done' && (
            <Badge kind="good" icon="check">
              {t('card.done')}
            </Badge>
          )}
          {isSecret && <Badge icon="lock">{t('card.opens', { time: formatDayTime(item.valid_from ?? 0) })}</Badge>}
          {state === 'closed' && <Badge icon="clock">{t('card.closedBadge')}</Badge>}
          {item.objective_type === 'SUBMISSION' && <Badge icon="note">{t('card.submission')}</Badge>}
          {item.hide_progress && <Badge icon="hidden">{t('card.hiddenBadge')}</Badge>}
        </div>
      </header>
      <ul className="card-teams">
        {shown.map((team) => (
          <TeamLine key={team.id} node={node} team={team} scores={scores} />
        ))}
      </ul>
      {picked.length < teams.length && (
        <button type="button" className="card-more" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? t('card.fewerTeams') : t('card.moreTeams', { count: teams.length - picked.length })}
        </button>
      )}
      <Foot node={node} scores={scores} watched={watched} isClosed={isClosed} reachable={reachable} />
    </article>
  )
})

function Goal({ node }: { node: ObjectiveNode }) {
  const measure = measureOf(node)
  if (measure === 'once' || measure === 'value') return null
  const goal = measure === 'parts' ? node.children.length : node.item.required_number
  const label = measure === 'parts' ? t('card.parts', { count: goal }) : t('card.goal', { count: formatCount(goal) })
  return (
    <span className="card-goal" title={label}>
      <span className="vh">{label}</span>
      <span aria-hidden="true">{formatCount(goal)}</span>
    </span>
  )
}

function TeamLine({ node, team, scores }: { node: ObjectiveNode; team: TeamView; scores: NodeScores }) {
  const score = scores[0]?.get(team.id)
  const progress = readProgress(node, scores, team.id)
  return (
    <li className={team.is_own ? 'team card-team card-team-own' : 'team card-team'} style={teamStyle(team.look)}>
      <TeamMark team={team} isShort size="small" />
      <Way node={node} team={team} score={score} progress={progress} />
      {progress.finished ? (
        <button
          type="button"
          className="card-why"
          aria-label={t('card.why', { team: team.name, result: describeResult(score) })}
          onClick={() => askForReceipt({ objective_id: node.item.id, team_id: team.id })}
        >
          <Place score={score} />
        </button>
      ) : isHidden(node, score, team.is_own) ? (
        <span className="card-number">
          <Icon name="hidden" size={12} />
          <span className="vh">{t('card.hiddenCell')}</span>
        </span>
      ) : progress.of > 1 ? (
        <span className="num card-number" aria-hidden="true">
          <b>{formatCount(progress.done)}</b> / {formatCount(progress.of)}
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

interface WayProps {
  node: ObjectiveNode
  team: TeamView
  score: Score | undefined
  progress: TeamProgress
}

/** How far a team is: a bar on the way, who and when at its end, and a value where that is what counts. */
function Way({ node, team, score, progress: { done, of, finished } }: WayProps) {
  if (measureOf(node) === 'value') return <span className="num card-value">{score && formatCount(done)}</span>
  if (finished && score) {
    return (
      <span className="quieter clip">
        <FinishedBy score={score} />
      </span>
    )
  }
  if (of <= 1) return <span />
  const figures = { done: formatCount(done), of: formatCount(of) }
  return <Progress done={done} of={of} label={t('card.progress', { team: team.name, ...figures })} />
}

/** Who finished it, and when. */
function FinishedBy({ score: { user_id, timestamp } }: { score: Score }) {
  const player = useParticipants().get(user_id ?? 0)
  const start_ms = Date.parse(useEvent()?.event_start_time ?? '')
  const time = timestamp > 0 ? formatEventTime(timestamp * 1000, start_ms) : ''
  return (
    <>
      {time && <span className="num">{t('item.hour', { time })}</span>} {player && <bdi>{player.display_name}</bdi>}
    </>
  )
}

/** "1st place, 30 points" in words; for those who did not get a place, that it counted. */
function describeResult(score: Score | undefined): string {
  if (!score || score.points === 0) return t('card.noPoints')
  const points = formatCount(score.points)
  return score.rank > 0 ? t('card.finishedAs', { place: nameRank(score.rank), points }) : t('card.finishedFor', { points })
}

function Place({ score }: { score: Score | undefined }) {
  const words = describeResult(score)
  return (
    <span className="card-place" title={words}>
      <Icon name="check" size={12} />
      <span aria-hidden="true">{score && score.rank > 0 ? nameOrdinal(score.rank) : ''}</span>
      <span className="vh">{words}</span>
    </span>
  )
}

interface FootProps {
  node: ObjectiveNode
  scores: NodeScores
  watched: TeamView | null
  isClosed: boolean
  reachable: number
}

/** The organisers' note, and what this card still means for the watched team. */
function Foot({ node, scores, watched, isClosed, reachable }: FootProps) {
  const { item } = node
  const progress = watched && readProgress(node, scores, watched.id)
  const isOpen = progress !== null && !progress.finished && !isClosed
  const note = [item.note, item.hide_progress ? t('card.hiddenNote') : ''].filter(Boolean).join('. ')
  const missing = isOpen && measureOf(node) === 'parts' ? listMissing(node, scores, watched?.id ?? 0) : ''
  return (
    <footer className="card-foot">
      {note && (
        <p className="quiet">
          <bdi>{note}</bdi>
        </p>
      )}
      {missing && <p className="quiet">{t('card.missingParts', { list: missing })}</p>}
      <p className="card-facts">
        {item.valid_to !== null &&
          (isClosed ? (
            <span className="quieter">{t('card.closed', { time: formatDayTime(item.valid_to) })}</span>
          ) : (
            <ClosesIn at={item.valid_to} />
          ))}
        {progress?.finished && <span className="good">{describeResult(scores[0]?.get(watched?.id ?? 0))}</span>}
        {isOpen && progress.of > 1 && (
          <span>{t('card.missing', { count: formatCount(Math.max(0, progress.of - progress.done)) })}</span>
        )}
        {item.objective_type === 'SUBMISSION' && !isClosed && <Submit objective_id={item.id} />}
        {isOpen && reachable > 0 && (
          <span className="quiet card-open">{t('card.openPoints', { points: formatCount(reachable) })}</span>
        )}
      </p>
    </footer>
  )
}

/** For members of a team while the event runs: the dialog in which they hand something in. */
function Submit({ objective_id }: { objective_id: number }) {
  const { team_id } = useStatus()
  const event = useEvent()
  const hasBegun = useServerTimeReached(event ? Date.parse(event.event_start_time) : null)
  const isOver = useServerTimeReached(event ? Date.parse(event.event_end_time) : null)
  if (team_id === null || !hasBegun || isOver) return null
  return (
    <Button size="small" icon="plus" onClick={() => askForSubmission({ objective_id })}>
      {t('card.submit')}
    </Button>
  )
}

/** So many missing parts are named. */
const mostNamed = 4

function listMissing({ children }: ObjectiveNode, [, ...parts]: NodeScores, team_id: number): string {
  // Of parts that pay nothing by themselves nobody is told which are finished.
  if (!children.some(({ item }) => item.preset)) return ''
  const names = children.filter((_, index) => !parts[index]?.get(team_id)?.finished).map(({ item }) => item.name)
  const list = names.slice(0, mostNamed).join(', ')
  const count = names.length - mostNamed
  return count > 0 ? t('card.missingMore', { list, count }) : list
}

function ClosesIn({ at }: { at: number }) {
  return <span className="ember strong">{t('card.closes', { time: formatClock(at - useServerNow()) })}</span>
}
