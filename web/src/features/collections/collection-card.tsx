import type { Score } from '@muster/contract/scores'
import { nameOrdinal, nameRank } from '@muster/domain/scoring/rank-text'
import { memo } from 'react'
import { useServerNow, useServerTimeReached } from '../../api/clock.ts'
import { type TeamView, useScores } from '../../api/event.ts'
import { type ObjectiveNode, readPotential, scoresOf } from '../../api/score-tree.ts'
import { t } from '../../lib/messages.ts'
import { formatCount } from '../../lib/numbers.ts'
import { formatClock, formatDayTime } from '../../lib/time.ts'
import { Badge } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Progress } from '../../ui/progress.tsx'
import { TeamMark, teamStyle } from '../../ui/team-mark.tsx'
import { describePresetPoints } from '../../lib/preset-points.ts'

/** One collection: what every team has of it. Renders again only when one of its own scores changes. */
export const CollectionCard = memo(function CollectionCard({ node, teams }: { node: ObjectiveNode; teams: readonly TeamView[] }) {
  const { item } = node
  const scores = useScores((all) => scoresOf(all, item.id))
  const isClosed = useServerTimeReached(item.valid_to)
  const own = teams.find((team) => team.is_own)
  const hasOwnFinished = own !== undefined && scores.get(own.id)?.finished === true
  const state = hasOwnFinished ? 'done' : isClosed ? 'closed' : item.valid_to !== null ? 'running' : 'open'
  return (
    <article className={`card card-${state}`}>
      <header className="card-head">
        <div>
          <h2>
            <bdi className="game">{item.name}</bdi>
          </h2>
          {item.preset && <p className="quieter small">{describePresetPoints(item.preset)}</p>}
        </div>
        <div className="card-side">
          <span className="card-goal" title={t('collections.goal', { count: formatCount(item.required_number) })}>
            <span className="vh">{t('collections.goal', { count: '' })}</span>
            {formatCount(item.required_number)}
          </span>
          {state === 'done' && (
            <Badge kind="good" icon="check">
              {t('collections.done')}
            </Badge>
          )}
          {state === 'closed' && <Badge icon="clock">{t('collections.closedBadge')}</Badge>}
          {item.hide_progress && <Badge icon="hidden">{t('collections.hiddenBadge')}</Badge>}
        </div>
      </header>
      <ul className="card-teams">
        {teams.map((team) => (
          <TeamLine key={team.id} team={team} score={scores.get(team.id)} of={item.required_number} />
        ))}
      </ul>
      <Foot node={node} scores={scores} own={own} isClosed={isClosed} />
    </article>
  )
})

function TeamLine({ team, score, of }: { team: TeamView; score: Score | undefined; of: number }) {
  const done = score?.number ?? 0
  const figures = { done: formatCount(done), of: formatCount(of) }
  const label = t('collections.progress', { team: team.name, ...figures })
  return (
    <li className={team.is_own ? 'team card-team card-team-own' : 'team card-team'} style={teamStyle(team.look)}>
      <TeamMark team={team} isShort size="small" />
      <Progress done={score?.finished ? of : done} of={of} label={label} />
      {score?.finished ? (
        <span
          className="card-place"
          title={t('collections.finishedAs', { place: nameRank(score.rank), points: formatCount(score.points) })}
        >
          <Icon name="check" size={12} />
          {score.rank > 0 ? nameOrdinal(score.rank) : ''}
          <span className="vh">
            {score.points > 0
              ? t('collections.finishedAs', { place: '', points: formatCount(score.points) })
              : t('collections.noPoints')}
          </span>
        </span>
      ) : (
        <span className="num card-number" aria-hidden="true">
          <b>{figures.done}</b> / {figures.of}
        </span>
      )}
    </li>
  )
}

interface FootProps {
  node: ObjectiveNode
  scores: ReadonlyMap<number, Score>
  own: TeamView | undefined
  isClosed: boolean
}

/** The organisers' note, and what this card still means for the viewer's team. */
function Foot({ node, scores, own, isClosed }: FootProps) {
  const { item } = node
  const score = own && scores.get(own.id)
  const missing = item.required_number - (score?.number ?? 0)
  const open = own && !score?.finished && !isClosed ? readPotential(node, scores, own.id) : 0
  const note = [item.note, item.hide_progress ? t('collections.hiddenNote') : ''].filter(Boolean).join('. ')
  return (
    <footer className="card-foot">
      {note && <p className="quiet">{note}</p>}
      <p className="card-facts">
        {item.valid_to !== null &&
          (isClosed ? (
            <span className="quieter">{t('collections.closed', { time: formatDayTime(item.valid_to) })}</span>
          ) : (
            <ClosesIn at={item.valid_to} />
          ))}
        {score?.finished && (
          <span className="good">
            {t('collections.finishedAs', { place: nameRank(score.rank), points: formatCount(score.points) })}
          </span>
        )}
        {open > 0 && (
          <>
            <span>{t('collections.missing', { count: formatCount(missing) })}</span>
            <span className="quiet card-open">{t('collections.openPoints', { points: formatCount(open) })}</span>
          </>
        )}
      </p>
    </footer>
  )
}

function ClosesIn({ at }: { at: number }) {
  return <span className="ember strong">{t('collections.closes', { time: formatClock(at - useServerNow()) })}</span>
}
