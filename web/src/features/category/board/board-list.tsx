import '../../../messages/board.ts'
import { type Board, nameCellAt } from '@muster/domain/objectives/board'
import type { TeamView } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { describeUnfinished } from './board-grid.tsx'
import { type BoardField, type FieldScores, isLocked, type TeamBoard } from './board-view.ts'

interface ListProps {
  board: Board<BoardField>
  scores: FieldScores
  shown: TeamBoard
  team: TeamView
  isLost: (position: number) => boolean
  onSelect: (position: number) => void
}

/** The names of all fields, for a grid whose fields are too small for them: unfinished ones first. */
export function BoardList({ board: { cells, columns }, scores, shown, team, isLost, onSelect }: ListProps) {
  const isDone = (at: number) => shown.progress[at]?.finished === true
  const listed = cells
    .flatMap((field, at) => (field && !isLocked(field) ? [{ at, field }] : []))
    .toSorted((one, other) => Number(isDone(one.at)) - Number(isDone(other.at)) || one.at - other.at)
  return (
    <>
      <div className="block-head bingo-places">
        <h3 className="block-title">{t('board.list')}</h3>
      </div>
      <ul className="bingo-list">
        {listed.map(({ at, field }) => {
          const progress = shown.progress[at]
          const state =
            !progress || progress.finished
              ? t('board.done')
              : describeUnfinished({ field, scores: scores[at] ?? [], team, progress, isLost, position: at })
          return (
            <li key={at}>
              <button type="button" onClick={() => onSelect(at)}>
                <span className="num quieter">{nameCellAt(at, columns)}</span>
                <bdi className="game">{field.item.name}</bdi>
                <span className="num quiet small">{state}</span>
              </button>
            </li>
          )
        })}
      </ul>
    </>
  )
}
