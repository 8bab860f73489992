import './score-feed.css'
import '../../messages/feed.ts'
import type { ManualPoints } from '@muster/contract/corrections'
import type { ScoreChange } from '@muster/contract/scores'
import { useState } from 'react'
import { useEvent, useParticipants, useScoreTree, useTeams } from '../../api/scores/event.ts'
import { useManualPoints } from '../../api/scores/manual-points.ts'
import { askForReceipt } from '../../api/scores/receipt-request.ts'
import { t } from '../../lib/text/messages.ts'
import { formatChange } from '../../lib/text/numbers.ts'
import { formatEventTime, formatFull } from '../../lib/time/time.ts'
import { usePointerHold } from '../../lib/use-pointer-hold.ts'
import { Empty } from '../../ui/layout/states.tsx'
import { Crest } from '../../ui/marks/team-mark.tsx'
import { gainOf } from './fresh-changes.ts'
import { useChanges } from './use-changes.ts'

/** "by Ada: helped the referee", for points that an organiser gave or took; empty for a withdrawal. */
function nameGiver(change: ScoreChange, given: readonly ManualPoints[]): string {
  const { team_id, score } = change
  const cause = given.find(
    (each) => each.team_id === team_id && each.timestamp === score.timestamp && each.points === gainOf(change),
  )
  if (!cause) return ''
  return `${t('manualPoints.by', { name: cause.author?.display_name ?? t('manualPoints.someone') })}: ${cause.note}`
}

interface ChangeListProps {
  /** Only this team, without its crest. */
  team_id?: number | undefined
  /** Upper bound of the list. */
  most?: number
  onAsk?: () => void
}

/** Live changes of points, newest first; each opens its receipt. */
export function ChangeList({ team_id: of, most, onAsk }: ChangeListProps) {
  const { list: changes, hold } = usePointerHold(useChanges(of))
  const { tree } = useScoreTree()
  const teams = new Map(useTeams().map((team) => [team.id, team]))
  const participants = useParticipants()
  const given = useManualPoints()
  const start = Date.parse(useEvent()?.event_start_time ?? '')
  const shown = changes.slice(0, most)
  // Only changes that arrive while the list is open are new.
  const newest = shown[0]?.sequence ?? 0
  const [first] = useState(newest)
  if (shown.length === 0) return <Empty title={t('scoreFeed.emptyTitle')} text={t('scoreFeed.emptyText')} />
  return (
    <ol className={of === undefined ? 'score-feed' : 'score-feed score-feed-one'} {...hold}>
      {shown.map((change) => {
        const { objective_id, team_id, sequence } = change
        const team = teams.get(team_id)
        const node = tree.by_id.get(objective_id)
        const objective = node?.item.name ?? String(objective_id)
        const player = change.score.user_id === undefined ? undefined : participants.get(change.score.user_id)
        const at_ms = change.changed_at * 1000
        return (
          <li key={sequence} className={sequence === newest && newest > first ? 'score-feed-fresh' : undefined}>
            <button
              type="button"
              aria-label={t('scoreFeed.ask', { objective, team: team?.name ?? '' })}
              onClick={() => {
                onAsk?.()
                askForReceipt({ objective_id, team_id })
              }}
            >
              <time className="num quieter" dateTime={new Date(at_ms).toISOString()} title={formatFull(at_ms)}>
                {formatEventTime(at_ms, start)}
              </time>
              {of === undefined && (team ? <Crest look={team.look} label={team.name} /> : <span />)}
              <span className="score-feed-words">
                <bdi className="game">{objective}</bdi>
                <span className="small quieter">
                  {player && (
                    <>
                      <bdi>{player.display_name}</bdi>
                      {node?.parent && ', '}
                    </>
                  )}
                  {node?.parent?.item.title}
                  {node?.parent === null && <bdi>{nameGiver(change, given)}</bdi>}
                </span>
              </span>
              <b className={gainOf(change) < 0 ? 'num bad' : 'num'}>{formatChange(gainOf(change))}</b>
            </button>
          </li>
        )
      })}
    </ol>
  )
}
