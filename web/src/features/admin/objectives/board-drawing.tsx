import '../../../messages/admin-board.ts'
import { maxCells, maxLines } from '@muster/contract/preset-parameters'
import { nameCell } from '@muster/domain/objectives/board'
import { useState } from 'react'
import { t } from '../../../lib/text/messages.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { BoardCells } from './board-cells.tsx'
import type { BoardDraft, DrawnLine } from './board-draft.ts'

interface DrawingProps {
  draft: BoardDraft
  nameOf: (position: number) => string
  onChange: (draft: BoardDraft) => void
}

const sayLine = (line: DrawnLine): string => line.map(([column, row]) => nameCell({ row, column })).join(', ')

/** Lines drawn by the organisers: tick the cells of a line, then add it. They count in place of rows, columns and diagonals. */
export function BoardDrawing({ draft, nameOf, onChange }: DrawingProps) {
  const { cells, columns, drawn } = draft
  const [ticked, setTicked] = useState<readonly number[] | null>(null)
  const toggle = (at: number) =>
    setTicked((now) => (now?.includes(at) ? now.filter((one) => one !== at) : [...(now ?? []), at].slice(0, maxCells)))
  const add = () => {
    const line = (ticked ?? []).toSorted((a, b) => a - b).map((at) => [at % columns, Math.floor(at / columns)] as const)
    onChange({ ...draft, drawn: [...drawn, line] })
    setTicked(null)
  }
  return (
    <section className="obj-board-lines" aria-label={t('adminBoard.lines')}>
      <h3 className="obj-section">{t('adminBoard.lines')}</h3>
      <p className="quiet small">{t(drawn.length === 0 ? 'adminBoard.linesUsual' : 'adminBoard.linesDrawn')}</p>
      <ol>
        {drawn.map((line, at) => (
          <li key={`${at} ${sayLine(line)}`}>
            <span className="num">{sayLine(line)}</span>{' '}
            <Button
              size="small"
              kind="quiet"
              aria-label={t('adminBoard.removeLine', { number: at + 1 })}
              onClick={() => onChange({ ...draft, drawn: drawn.toSpliced(at, 1) })}
            >
              {t('adminBoard.remove')}
            </Button>
          </li>
        ))}
      </ol>
      {ticked === null ? (
        <Button size="small" icon="plus" disabled={drawn.length >= maxLines} onClick={() => setTicked([])}>
          {t('adminBoard.draw')}
        </Button>
      ) : (
        <>
          <BoardCells
            label={t('adminBoard.drawing')}
            cells={cells}
            columns={columns}
            isOn={(at) => ticked.includes(at)}
            nameOf={nameOf}
            onPress={toggle}
          />
          <p>
            <Button size="small" disabled={ticked.length === 0} onClick={add}>
              {t('adminBoard.addLine', { count: ticked.length })}
            </Button>{' '}
            <Button size="small" kind="quiet" onClick={() => setTicked(null)}>
              {t('adminBoard.stop')}
            </Button>
          </p>
        </>
      )}
    </section>
  )
}
