import './team-room.css'
import '../../messages/team-room.ts'
import { countsItems } from '@muster/domain/objectives/kinds'
import { listTasks } from '@muster/domain/scoring/tasks'
import { useState } from 'react'
import { useServerNow } from '../../api/live/clock.ts'
import { type TeamView, useEvent, useScores, useScoreTree, useTeams } from '../../api/scores/event.ts'
import { askForReceipt } from '../../api/scores/receipt-request.ts'
import { findReachable } from '../../api/scores/score-tree.ts'
import { t } from '../../lib/text/messages.ts'
import { formatChange, formatCount } from '../../lib/text/numbers.ts'
import { formatClock } from '../../lib/time/time.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Empty } from '../../ui/layout/states.tsx'
import { Progress } from '../../ui/marks/progress.tsx'
import { teamStyle } from '../../ui/marks/team-mark.tsx'
import { listNear, type Near } from './nearly.ts'

/** Further entries are behind a button. */
const maxShown = 6
/** Upper bound for missing parts listed by name; the others are counted. */
const maxNamed = 4
/** With less time left than this, the closing time is shown. */
const soon_ms = 2 * 3_600_000

function useNear(team: TeamView): readonly Near[] {
  const team_ids = useTeams().map(({ id }) => id)
  const event = useEvent()
  const now = useServerNow(60_000)
  return useScores((scores, score_tree) => {
    const { root, by_id } = score_tree.tree
    const node = root && findReachable(score_tree, scores, root.item.id)
    if (!node || !event || now > Date.parse(event.event_end_time)) return []
    // The number of a submission or a character does not count parts, so it does not show how near it is.
    return listNear(listTasks(node, { team_id: team.id, team_ids, now }), (id) => countsItems(by_id.get(id)?.item))
  })
}

/** Objectives that the team, with its players' and its guild's tabs, has nearly completed. */
export function NearlyThere() {
  const team = useTeams().find(({ is_own }) => is_own)
  return team ? <OfTeam team={team} /> : null
}

function OfTeam({ team }: { team: TeamView }) {
  const near = useNear(team)
  const [showsAll, setShowsAll] = useState(false)
  if (near.length === 0) return <Empty title={t('room.nearlyTitle')} text={t('room.nearlyText')} />
  const shown = showsAll ? near : near.slice(0, maxShown)
  return (
    <>
      <ul className="room-nearly team" style={teamStyle(team.look)}>
        {shown.map((one) => (
          <NearRow key={one.objective_id} near={one} team_id={team.id} />
        ))}
      </ul>
      {near.length > shown.length && (
        <p className="room-more">
          <Button kind="quiet" size="small" onClick={() => setShowsAll(true)}>
            {t('room.moreNearly', { count: near.length - shown.length })}
          </Button>
        </p>
      )}
    </>
  )
}

function NearRow({ near, team_id }: { near: Near; team_id: number }) {
  const { tree } = useScoreTree()
  const { objective_id, done, of, points, missing_ids, closes_at } = near
  const item = tree.by_id.get(objective_id)?.item
  if (!item) return null
  const named = missing_ids.slice(0, maxNamed).map((id) => tree.by_id.get(id)?.item.name ?? '')
  const more = missing_ids.length - named.length
  const list = named.join(', ')
  const figures = { done: formatCount(done), of: formatCount(of) }
  return (
    <li>
      <h3 className="game">
        <button
          type="button"
          className="room-name"
          aria-label={t('room.ask', { objective: item.name })}
          onClick={() => askForReceipt({ objective_id, team_id })}
        >
          <bdi>{item.name}</bdi>
        </button>
      </h3>
      <b className="room-points">{formatChange(points)}</b>
      <div className="room-near-progress">
        <Progress done={done} of={of} label={t('room.progress', { objective: item.name, ...figures })} />
      </div>
      <p className="small">
        <b>{t('room.partsLeft', { count: of - done, ...figures })}</b> {closes_at !== null && <Closing at={closes_at} />}
      </p>
      {missing_ids.length > 0 && (
        <p className="small quieter">{more > 0 ? t('room.missingMore', { list, count: more }) : t('room.missing', { list })}</p>
      )}
    </li>
  )
}

/** Only this part rerenders each second. */
function Closing({ at }: { at: number }) {
  const left = at - useServerNow()
  return <span className={left < soon_ms ? 'ember num' : 'quieter num'}>{t('room.closes', { length: formatClock(left) })}</span>
}
