import '../../../messages/board.ts'
import { type Board, nameCellAt } from '@muster/domain/objectives/board'
import type { LineState } from '@muster/domain/scoring/board-lines'
import { type KeyboardEvent, useRef, useState } from 'react'
import { type TeamView, useEvent } from '../../../api/scores/event.ts'
import { moveInGrid } from '../../../lib/browser/grid-keys.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { formatForEvent } from '../../../lib/time/event-zone.ts'
import { formatEventTime } from '../../../lib/time/time.ts'
import { Icon } from '../../../ui/marks/icon.tsx'
import { Progress } from '../../../ui/marks/progress.tsx'
import { Crest, teamStyle } from '../../../ui/marks/team-mark.tsx'
import { isHidden, measureOf, type NodeScores, type Progress as TeamProgress } from '../measure.ts'
import { type BoardField, type FieldScores, findFirst, hyphenate, isLocked, type TeamBoard } from './board-view.ts'

interface GridProps {
  board: Board<BoardField>
  scores: FieldScores
  shown: TeamBoard
  team: TeamView
  teams: readonly TeamView[]
  start_ms: number
  selected: number | null
  isLost: (position: number) => boolean
  onSelect: (position: number) => void
}

/** The board of one team, a grid of WAI-ARIA: one stop of Tab, arrow keys inside. Finished lines are drawn across it. */
export function BoardGrid({ board, team, onSelect, ...props }: GridProps) {
  const { rows, columns, cells } = board
  const [entry, setEntry] = useState(0)
  const frame = useRef<HTMLDivElement>(null)
  const at = Math.min(entry, cells.length - 1)

  function pressKey(event: KeyboardEvent) {
    const next = moveInGrid(event, at, board)
    if (next === null) return
    event.preventDefault()
    setEntry(next)
    frame.current?.querySelector<HTMLElement>(`[data-at="${next}"]`)?.focus()
  }

  return (
    <div className="bingo-frame">
      <div
        className="bingo team"
        style={{ ...teamStyle(team.look), '--columns': columns } as object}
        data-columns={columns}
        ref={frame}
        role="grid"
        tabIndex={-1}
        aria-label={t('board.grid', { team: team.name })}
        aria-rowcount={rows}
        aria-colcount={columns}
        onKeyDown={pressKey}
      >
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} role="row" className="bingo-row">
            {cells.slice(row * columns, (row + 1) * columns).map((field, column) => {
              const position = row * columns + column
              return (
                <div key={position} role="gridcell" className="bingo-cell">
                  <Field
                    {...props}
                    field={field}
                    board={board}
                    team={team}
                    position={position}
                    isEntry={position === at}
                    onFocus={() => setEntry(position)}
                    onSelect={() => onSelect(position)}
                  />
                </div>
              )
            })}
          </div>
        ))}
        <Lines board={board} lines={props.shown.standing} />
      </div>
    </div>
  )
}

interface FieldProps extends Omit<GridProps, 'onSelect'> {
  field: BoardField | null
  position: number
  /** The field that Tab focuses. */
  isEntry: boolean
  onFocus: () => void
  onSelect: () => void
}

function Field({ field, board, position, shown, isEntry, onFocus, onSelect, ...props }: FieldProps) {
  const zone = useEvent()?.time_zone ?? ''
  const cell = nameCellAt(position, board.columns)
  const part = { 'data-at': position, tabIndex: isEntry ? 0 : -1, onFocus }
  const progress = shown.progress[position]
  if (!field || isLocked(field) || !progress) {
    const opens = field && isLocked(field) ? t('board.locked', { time: formatForEvent(field.opens_at, zone) }) : ''
    return (
      // The grid is one stop of Tab, and every cell can have it.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      <div
        className="bingo-field bingo-none"
        role="group"
        aria-label={`${cell}, ${opens || t('board.hole')}`}
        title={opens}
        {...part}
      >
        <span className="bingo-name">{opens && <Icon name="lock" size={14} />}</span>
        {opens && <small className="bingo-foot bingo-words">{opens}</small>}
      </div>
    )
  }
  const { item } = field
  const scores = props.scores[position] ?? []
  const standing = shown.standing.filter(({ cells }) => cells.includes(position)).length
  const state = progress.finished ? 'bingo-done' : ''
  const words = describeField({ ...props, field, scores, progress, position, standing })
  return (
    <button
      type="button"
      className={`bingo-field ${state}`}
      aria-pressed={position === props.selected}
      aria-label={`${cell}, ${item.name}: ${words}`}
      title={item.name}
      onClick={onSelect}
      {...part}
    >
      <span className="bingo-name">
        <span className="bingo-words game">
          <bdi>{hyphenate(item.name)}</bdi>
        </span>
        <span className="bingo-place num">{cell}</span>
      </span>
      {progress.finished && (
        <span className="bingo-mark">
          <Icon name="check" size={20} />
        </span>
      )}
      <span className="bingo-foot">
        <Foot {...props} field={field} scores={scores} progress={progress} position={position} />
      </span>
    </button>
  )
}

interface FootProps extends Pick<FieldProps, 'team' | 'teams' | 'start_ms' | 'isLost' | 'position'> {
  field: Exclude<BoardField, { opens_at: number }>
  scores: NodeScores
  progress: TeamProgress
}

const timeOf = ({ scores, team, start_ms }: Pick<FootProps, 'scores' | 'team' | 'start_ms'>): string => {
  const seconds = scores[0]?.get(team.id)?.timestamp ?? 0
  return seconds > 0 ? formatEventTime(seconds * 1000, start_ms) : ''
}

/** The lowest line of a field: time and first team, or the way to the goal. For the eye only. */
function Foot(props: FootProps) {
  const { field, scores, team, teams, progress, isLost, position } = props
  const { done, of, finished } = progress
  if (finished) {
    const first = findFirst(scores)
    const crests = teams.filter(({ id }) => first?.team_ids.includes(id))
    return (
      <>
        <span className="num bingo-time">{timeOf(props)}</span>
        {crests.slice(0, 2).map((one) => (
          <Crest key={one.id} look={one.look} size="small" />
        ))}
      </>
    )
  }
  if (isHidden(field, scores[0]?.get(team.id), team.is_own)) return <Icon name="hidden" size={14} />
  if (measureOf(field) === 'value') return <span className="num">{t('board.value', { value: formatCount(done) })}</span>
  const open = t(isLost(position) ? 'board.closed' : 'board.open')
  if (of <= 1) return <span className="bingo-open">{open}</span>
  const way = t('board.of', { done: formatCount(done), of: formatCount(of) })
  return (
    <>
      <Progress done={done} of={of} label={way} />
      <span className="num bingo-count">{way}</span>
    </>
  )
}

/** An unfinished field in words: "open, 4 of 6". */
export function describeUnfinished({ field, scores, team, progress, isLost, position }: Omit<FootProps, 'teams' | 'start_ms'>) {
  const { done, of } = progress
  if (isHidden(field, scores[0]?.get(team.id), team.is_own)) return t('board.hidden')
  if (measureOf(field) === 'value') return t('board.value', { value: formatCount(done) })
  const state = t(isLost(position) ? 'board.closed' : 'board.open')
  return of > 1 ? `${state}, ${t('board.of', { done: formatCount(done), of: formatCount(of) })}` : state
}

/** Everything about a field in words: "open, 4 of 6", "done at hour 4:10, first: Lanterns, in 1 finished line". */
function describeField(props: FootProps & { standing: number }): string {
  const { scores, teams, standing } = props
  if (!props.progress.finished) return describeUnfinished(props)
  const time = timeOf(props)
  const first = findFirst(scores)
  const names = teams.filter(({ id }) => first?.team_ids.includes(id)).map(({ name }) => name)
  return [
    time ? t('board.doneAt', { time }) : t('board.done'),
    names.length > 0 ? t('board.first', { teams: names.join(', ') }) : '',
    standing > 0 ? t('board.inLines', { count: standing }) : '',
  ]
    .filter(Boolean)
    .join(', ')
}

/** The end of a cell, in hundredths of the board. */
const end = (index: number, count: number) => ((index + 1) * 100) / count

/** Finished lines, drawn from mark to mark; the styles move them from the corners of the cells to the marks. */
function Lines({ board: { rows, columns }, lines }: { board: Board<unknown>; lines: readonly LineState[] }) {
  return (
    <svg className="bingo-lines" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      {lines.map(({ kind, number, cells }) => (
        <polyline
          key={`${kind} ${number}`}
          points={cells.map((at) => `${end(at % columns, columns)},${end(Math.floor(at / columns), rows)}`).join(' ')}
        />
      ))}
    </svg>
  )
}
