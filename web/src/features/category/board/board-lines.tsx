import '../../../messages/board.ts'
import '../../../messages/category.ts'
import type { Board, BoardLine } from '@muster/domain/objectives/board'
import type { LineState } from '@muster/domain/scoring/board-lines'
import { useState } from 'react'
import type { TeamView } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatEventTime } from '../../../lib/time/time.ts'
import { Badge } from '../../../ui/marks/badge.tsx'
import { teamStyle } from '../../../ui/marks/team-mark.tsx'
import { type BoardField, type FieldScores, isLocked, type TeamBoard } from './board-view.ts'
import { MiniBoard } from './mini-board.tsx'

/** Open lines to show before "show more". */
const maxOpen = 4

export const nameLine = ({ kind, number }: Pick<BoardLine, 'kind' | 'number'>): string => t(`board.${kind}`, { number })

interface LinesProps {
  board: Board<BoardField>
  shown: TeamBoard
  scores: FieldScores
  team: TeamView
  start_ms: number
}

const nameField = ({ cells }: Board<BoardField>, at: number): string => {
  const field = cells[at]
  return field && !isLocked(field) ? field.item.name : ''
}

/** The lines of one team: finished ones in the order of their times, then those with the fewest missing fields. */
export function BoardLines({ board, shown, scores, team, start_ms }: LinesProps) {
  const [showsAll, setShowsAll] = useState(false)
  const { standing, open } = shown
  const rest = open.length - maxOpen
  /** The time when the first field of a line was finished. */
  const beganAt = ({ cells }: LineState) =>
    Math.min(...cells.map((at) => (scores[at]?.[0]?.get(team.id)?.timestamp || Infinity) * 1000))
  return (
    <>
      {standing.length === 0 && <p className="quiet small bingo-note">{t('board.noLine')}</p>}
      <ol className="bingo-line-list team" style={teamStyle(team.look)}>
        {standing.map((line) => (
          <li key={`${line.kind} ${line.number}`}>
            <MiniBoard board={board} isOn={(at) => line.cells.includes(at)} />
            <span>
              <b>{nameLine(line)}</b>
              <small className="num">
                {line.timestamp === null
                  ? t('board.stoodUnknown')
                  : t('board.stood', {
                      from: formatEventTime(beganAt(line), start_ms),
                      time: formatEventTime(line.timestamp, start_ms),
                    })}
              </small>
            </span>
            <Badge kind="good" icon="check">
              {t('card.done')}
            </Badge>
          </li>
        ))}
        {open.slice(0, showsAll ? open.length : maxOpen).map((line) => (
          <li key={`${line.kind} ${line.number}`}>
            <MiniBoard
              board={board}
              isOn={(at) => line.cells.includes(at) && !line.missing.includes(at)}
              isEdge={(at) => line.missing.includes(at)}
            />
            <span>
              <b>{nameLine(line)}</b>
              <small className={line.missing.length === 1 ? 'ember' : 'num'}>
                {line.missing.length === 1
                  ? t('board.oneShort', { name: nameField(board, line.missing[0] ?? -1) })
                  : t('board.missing', { done: line.cells.length - line.missing.length, of: line.cells.length })}
              </small>
            </span>
          </li>
        ))}
      </ol>
      {rest > 0 && (
        <button type="button" className="card-more" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? t('board.fewerLines') : t('board.allLines', { count: rest })}
        </button>
      )}
    </>
  )
}
