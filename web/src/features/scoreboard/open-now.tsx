import './feed.css'
import '../../messages/home.ts'
import { isCategory } from '@muster/domain/objectives/kinds'
import { useScores, useScoreTree, useTeams } from '../../api/scores/event.ts'
import { useServerNow } from '../../api/live/clock.ts'
import { type ObjectiveNode, scoresOf } from '../../api/scores/score-tree.ts'
import { t } from '../../lib/text/messages.ts'
import { formatCount } from '../../lib/text/numbers.ts'
import { formatClock, formatDayTime, splitDuration } from '../../lib/time/time.ts'
import { Countdown } from '../../ui/marks/countdown.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import { Progress } from '../../ui/marks/progress.tsx'
import { TeamMark, teamStyle } from '../../ui/marks/team-mark.tsx'
import { describePays } from '../../lib/text/preset-points.ts'

/** The timed objective that closes next, and the one that opens next. Renders nothing if there is neither. */
export function OpenNow() {
  const score_tree = useScoreTree()
  const now = useServerNow()
  const running = score_tree.tree.nodes
    .filter(({ item, parent }) => parent && item.valid_to !== null && item.valid_to > now && (item.valid_from ?? 0) <= now)
    .filter(({ item }) => !isCategory(item))
    .sort((a, b) => (a.item.valid_to ?? 0) - (b.item.valid_to ?? 0))[0]
  const next = score_tree.locked.filter(({ opens_at }) => opens_at > now).sort((a, b) => a.opens_at - b.opens_at)[0]
  if (!running && !next) return null
  return (
    <section className="block" aria-label={t('soon.title')}>
      {running && <Running node={running} now={now} />}
      {next && (
        <p className="soon-next">
          <Icon name="lock" size={14} />
          <span className="quiet">
            {t('soon.opens', { category: score_tree.tree.by_id.get(next.parent_id)?.item.title ?? '' })}
          </span>
          <b>{formatClock(next.opens_at - now)}</b>
        </p>
      )}
    </section>
  )
}

function Running({ node, now }: { node: ObjectiveNode; now: number }) {
  const { item } = node
  const closes_at = item.valid_to ?? now
  const { days, hours, minutes } = splitDuration(closes_at - now)
  const total_hours = days * 24 + hours
  return (
    <div className="soon">
      <div className="soon-head">
        <span className="ember strong">{t('soon.running')}</span>
        <span className="quiet">{t('soon.ends', { time: formatDayTime(closes_at) })}</span>
      </div>
      <h3>
        <bdi>{item.name}</bdi>
      </h3>
      <p className="quiet small">{[node.parent?.item.title, item.note, describePays(item)].filter(Boolean).join('. ')}</p>
      <div className="soon-foot">
        <Countdown
          size="small"
          label={t('countdown.toEnd', { length: t('countdown.length', { hours: total_hours, minutes }) })}
          parts={[
            { value: total_hours, unit: t('unit.hoursShort') },
            { value: minutes, unit: t('unit.minutesShort') },
          ]}
        />
        <OwnProgress node={node} />
      </div>
    </div>
  )
}

function OwnProgress({ node }: { node: ObjectiveNode }) {
  const own = useTeams().find((team) => team.is_own)
  const done = useScores((scores) => (own ? (scoresOf(scores, node.item.id).get(own.id)?.number ?? 0) : 0))
  if (!own) return null
  const of = node.item.required_number
  const figures = { done: formatCount(done), of: formatCount(of) }
  return (
    <div className="team soon-progress" style={teamStyle(own.look)}>
      <span>
        <TeamMark team={own} isShort size="small" />
        <span className="num">{`${figures.done} / ${figures.of}`}</span>
      </span>
      <Progress done={done} of={of} label={t('soon.progress', { team: own.name, ...figures })} />
    </div>
  )
}
