import type { Board } from '@muster/domain/objectives/board'

interface MiniProps {
  board: Pick<Board<unknown>, 'cells' | 'columns'>
  /** Filled cells. */
  isOn: (position: number) => boolean
  /** Cells with a frame. */
  isEdge?: (position: number) => boolean
}

/** A small picture of a board, with the colour of the team around it; the words are beside it. */
export function MiniBoard({ board: { cells, columns }, isOn, isEdge }: MiniProps) {
  return (
    <span className="bingo-mini" style={{ '--columns': columns } as object} aria-hidden="true">
      {cells.map((_, at) => (
        <i key={at} className={isOn(at) ? 'bingo-on' : isEdge?.(at) ? 'bingo-edge' : ''} />
      ))}
    </span>
  )
}
