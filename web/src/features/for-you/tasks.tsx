import './for-you.css'
import '../../messages/for-you.ts'
import type { Task } from '@muster/domain/scoring/tasks'
import { useServerNow } from '../../api/live/clock.ts'
import { useScoreTree, useTeams } from '../../api/scores/event.ts'
import { t } from '../../lib/text/messages.ts'
import { formatChange, formatCount } from '../../lib/text/numbers.ts'
import { describePays } from '../../lib/text/preset-points.ts'
import { formatClock } from '../../lib/time/time.ts'
import { Progress } from '../../ui/marks/progress.tsx'
import { TeamMark } from '../../ui/marks/team-mark.tsx'

/** Missing parts to name; the others are counted. */
const maxNamed = 3

/** One goal: what is missing, close rivals, and its points. */
export function TaskRow({ task }: { task: Task }) {
  const { tree } = useScoreTree()
  const { done, of, points, points_if_beaten, missing_ids, rival, closes_at } = task
  const item = tree.by_id.get(task.objective_id)?.item
  if (!item) return null
  const named = missing_ids.slice(0, maxNamed).map((id) => tree.by_id.get(id)?.item.name ?? '')
  const more = missing_ids.length - named.length
  const list = named.join(', ')
  return (
    <li className="task">
      <div className="task-words">
        <h3 className="game">
          <bdi>{item.name}</bdi>
        </h3>
        {missing_ids.length > 0 && (
          <p className="quiet small">
            {more > 0 ? t('forYou.missingMore', { list, count: more }) : t('forYou.missing', { list })}
          </p>
        )}
      </div>
      <div className="task-progress">
        <p className="small">
          <span className="quieter">{describePays(item)}</span>
          <span className="num">{t('forYou.left', { count: Math.max(0, of - done) })}</span>
        </p>
        <Progress
          done={done}
          of={of}
          label={t('forYou.progress', { objective: item.name, done: formatCount(done), of: formatCount(of) })}
        />
        {closes_at !== null && <Closing at={closes_at} />}
      </div>
      <div className="task-rival small">
        <Rival rival={rival} />
      </div>
      <div className="task-points num">
        <b>{formatChange(points)}</b>
        {points_if_beaten !== points && (
          <small className="quieter">{t('forYou.beaten', { points: formatCount(points_if_beaten) })}</small>
        )}
      </div>
    </li>
  )
}

function Rival({ rival }: { rival: Task['rival'] }) {
  const team = useTeams().find(({ id }) => id === rival?.team_id)
  if (!rival || !team) return <span className="quieter">{t('forYou.noRival')}</span>
  return (
    <>
      <TeamMark team={team} isShort size="small" />
      <span className={rival.missing <= 2 ? 'ember' : 'quieter'}>{t('forYou.rival', { count: rival.missing })}</span>
    </>
  )
}

/** Only this part renders each second. */
function Closing({ at }: { at: number }) {
  const now = useServerNow()
  return <p className="small ember num">{t('forYou.closes', { length: formatClock(at - now) })}</p>
}
