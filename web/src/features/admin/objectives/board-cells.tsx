import '../../../messages/admin-board.ts'
import { nameCellAt } from '@muster/domain/objectives/board'
import { type KeyboardEvent, useRef, useState } from 'react'
import { moveInGrid } from '../../../lib/browser/grid-keys.ts'
import { t } from '../../../lib/text/messages.ts'

interface CellsProps {
  label: string
  cells: readonly (number | null)[]
  columns: number
  isOn: (position: number) => boolean
  /** Name of the objective in a cell; empty for none. */
  nameOf: (position: number) => string
  onPress: (position: number) => void
}

/** The cells of a board as buttons, a grid of WAI-ARIA: one stop of Tab, arrow keys inside. */
export function BoardCells({ label, cells, columns, isOn, nameOf, onPress }: CellsProps) {
  const [entry, setEntry] = useState(0)
  const frame = useRef<HTMLDivElement>(null)
  const rows = columns === 0 ? 0 : cells.length / columns
  const at = Math.min(entry, cells.length - 1)

  function pressKey(event: KeyboardEvent) {
    const next = moveInGrid(event, at, { rows, columns })
    if (next === null) return
    event.preventDefault()
    setEntry(next)
    frame.current?.querySelector<HTMLElement>(`[data-at="${next}"]`)?.focus()
  }

  return (
    <div
      className="obj-board-cells"
      style={{ '--columns': columns } as object}
      ref={frame}
      role="grid"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={pressKey}
    >
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} role="row" className="obj-board-row">
          {Array.from({ length: columns }, (_cell, column) => {
            const position = row * columns + column
            const cell = nameCellAt(position, columns)
            const name = nameOf(position)
            return (
              <div key={position} role="gridcell">
                <button
                  type="button"
                  className={name === '' ? 'obj-board-cell obj-board-hole' : 'obj-board-cell'}
                  data-at={position}
                  tabIndex={position === at ? 0 : -1}
                  aria-pressed={isOn(position)}
                  aria-label={`${cell}, ${name || t('adminBoard.empty')}`}
                  title={name}
                  onFocus={() => setEntry(position)}
                  onClick={() => onPress(position)}
                >
                  <small className="num">{cell}</small>
                  <bdi>{name}</bdi>
                </button>
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}
