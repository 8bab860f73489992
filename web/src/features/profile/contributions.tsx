import '../../messages/profile.ts'
import { listGiven } from '@muster/domain/scoring/contributions'
import { useEvent, useScores } from '../../api/scores/event.ts'
import { askForReceipt } from '../../api/scores/receipt-request.ts'
import { t } from '../../lib/text/messages.ts'
import { formatChange, formatCount } from '../../lib/text/numbers.ts'
import { formatEventTime, formatFull } from '../../lib/time/time.ts'

/** The points of one player's finds for their team, the most valuable first. */
export function useGiven(user_id: number) {
  return useScores((scores, { tree }) =>
    (listGiven(scores, (id) => tree.by_id.has(id)).get(user_id) ?? []).flatMap(({ objective_id, team_id, score }) => {
      const node = tree.by_id.get(objective_id)
      if (!node) return []
      const { points, timestamp } = score
      return [{ objective_id, team_id, points, timestamp, name: node.item.name, parent: node.parent?.item.title ?? '' }]
    }),
  )
}

export function GivenTotal({ user_id }: { user_id: number }) {
  const given = useGiven(user_id)
  return t('given.total', { points: formatCount(given.reduce((sum, { points }) => sum + points, 0)) })
}

/** The list of them; each opens its receipt. */
export function Given({ user_id }: { user_id: number }) {
  const given = useGiven(user_id)
  const start = Date.parse(useEvent()?.event_start_time ?? '')
  if (given.length === 0) return <p className="profile-none">{t('given.none')}</p>
  return (
    <ul className="given">
      {given.map(({ objective_id, team_id, name, parent, points, timestamp }) => (
        <li key={`${objective_id} ${team_id}`}>
          <button
            type="button"
            aria-label={t('given.why', { objective: name })}
            onClick={() => askForReceipt({ objective_id, team_id })}
          >
            <span className="given-words">
              <bdi className="game">{name}</bdi>
              <small className="quieter">
                <bdi>{parent}</bdi>
                {timestamp > 0 && (
                  <time className="num" dateTime={new Date(timestamp * 1000).toISOString()} title={formatFull(timestamp * 1000)}>
                    {' '}
                    {formatEventTime(timestamp * 1000, start)}
                  </time>
                )}
              </small>
            </span>
            <b className="num">{formatChange(points)}</b>
          </button>
        </li>
      ))}
    </ul>
  )
}
