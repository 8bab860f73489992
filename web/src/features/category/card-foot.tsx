import '../../messages/category.ts'
import { takesSubmissions } from '@muster/domain/objectives/kinds'
import { useServerNow, useServerTimeReached } from '../../api/live/clock.ts'
import { type TeamView, useEvent, useStatus } from '../../api/scores/event.ts'
import type { ObjectiveNode } from '../../api/scores/score-tree.ts'
import { askForSubmission } from '../../api/people/submission-request.ts'
import { t } from '../../lib/text/messages.ts'
import { formatCount } from '../../lib/text/numbers.ts'
import { formatClock, formatDayTime } from '../../lib/time/time.ts'
import { Button } from '../../ui/forms/button.tsx'
import { describeResult } from './card-teams.tsx'
import { measureOf, type NodeScores, readProgress } from './measure.ts'

interface FootProps {
  node: ObjectiveNode
  scores: NodeScores
  watched: TeamView | null
  isClosed: boolean
  reachable: number
  /** The character that has to wear the item, in a sentence. */
  wearers: string | undefined
  /** The proof that a report needs, in a sentence. */
  proof: string | undefined
}

/** The organisers' note, and what this card still offers the watched team. */
export function CardFoot({ node, scores, watched, isClosed, reachable, wearers, proof }: FootProps) {
  const { item } = node
  const progress = watched && readProgress(node, scores, watched.id)
  const isOpen = progress !== null && !progress.finished && !isClosed
  const note = [item.note, wearers, item.hide_progress ? t('card.hiddenNote') : ''].filter(Boolean).join('. ')
  const missing = isOpen && measureOf(node) === 'parts' ? listMissing(node, scores, watched?.id ?? 0) : ''
  return (
    <footer className="card-foot">
      {note && (
        <p className="quiet">
          <bdi>{note}</bdi>
        </p>
      )}
      {proof && !isClosed && <p className="quiet">{proof}</p>}
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
        {takesSubmissions(item) && !isClosed && <Submit objective_id={item.id} />}
        {isOpen && reachable > 0 && (
          <span className="quiet card-open">{t('card.openPoints', { points: formatCount(reachable) })}</span>
        )}
      </p>
    </footer>
  )
}

/** For members of a team while the event runs: the submission dialog. */
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

/** Upper bound for the names of missing parts. */
const maxNamed = 4

function listMissing({ children }: ObjectiveNode, [, ...parts]: NodeScores, team_id: number): string {
  // If parts pay nothing themselves, it is not known which ones are finished.
  if (!children.some(({ item }) => item.preset)) return ''
  const names = children.filter((_, index) => !parts[index]?.get(team_id)?.finished).map(({ item }) => item.name)
  const list = names.slice(0, maxNamed).join(', ')
  const count = names.length - maxNamed
  return count > 0 ? t('card.missingMore', { list, count }) : list
}

function ClosesIn({ at }: { at: number }) {
  return <span className="ember strong">{t('card.closes', { time: formatClock(at - useServerNow()) })}</span>
}
