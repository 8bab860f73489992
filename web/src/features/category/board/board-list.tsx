import '../../../messages/board.ts'
import { type Board, nameCellAt } from '@muster/domain/objectives/board'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { type BoardField, isLocked, type TeamBoard } from './board-view.ts'

interface ListProps {
  board: Board<BoardField>
  shown: TeamBoard
  isHidden: (position: number) => boolean
  onSelect: (position: number) => void
}

/** The names of all fields, for a grid whose fields are too small for them: unfinished ones first. */
export function BoardList({ board: { cells, columns }, shown, isHidden, onSelect }: ListProps) {
  const isDone = (at: number) => shown.progress[at]?.finished === true
  const listed = cells
    .flatMap((field, at) => (field && !isLocked(field) ? [{ at, name: field.item.name }] : []))
    .toSorted((one, other) => Number(isDone(one.at)) - Number(isDone(other.at)) || one.at - other.at)
  return (
    <>
      <div className="block-head bingo-places">
        <h3 className="block-title">{t('board.list')}</h3>
      </div>
      <ul className="bingo-list">
        {listed.map(({ at, name }) => {
          const { done = 0, of = 0 } = shown.progress[at] ?? {}
          const state = isDone(at)
            ? t('board.done')
            : isHidden(at)
              ? t('board.hidden')
              : of > 1
                ? t('board.of', { done: formatCount(done), of: formatCount(of) })
                : t('board.open')
          return (
            <li key={at}>
              <button type="button" onClick={() => onSelect(at)}>
                <span className="num quieter">{nameCellAt(at, columns)}</span>
                <bdi className="game">{name}</bdi>
                <span className="num quiet small">{state}</span>
              </button>
            </li>
          )
        })}
      </ul>
    </>
  )
}
