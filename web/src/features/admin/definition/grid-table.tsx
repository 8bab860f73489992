import '../../../messages/admin-grid.ts'
import type { EntryWarning } from '@muster/domain/definition-file/name-warnings'
import { type Column, columns, emptyRow, labelColumn, pasteCells, type SheetRow } from '@muster/domain/objective-sheet/columns'
import { correctName } from '@muster/domain/objective-sheet/correct-name'
import type { RowState, SheetMerge, SheetProblem } from '@muster/domain/objective-sheet/merge-rows'
import { useId, useState } from 'react'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { Button, ButtonRow, IconButton } from '../../../ui/forms/button.tsx'
import { Segments } from '../../../ui/forms/toggles.tsx'
import { TableWrap } from '../../../ui/layout/table.tsx'
import { Badge } from '../../../ui/marks/badge.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'

/** Rows on one page: each has twelve inputs. */
const pageSize = 50
const kinds = { empty: 'plain', wrong: 'bad', new: 'good', changed: 'note', same: 'plain' } as const

type Shown = 'all' | 'wrong' | 'warned'

interface TableProps {
  rows: readonly SheetRow[]
  merge: Pick<SheetMerge, 'states' | 'problems'>
  warnings: readonly EntryWarning[]
  onChange: (rows: readonly SheetRow[]) => void
}

/** The rows with an input for each cell, and one more to type the next. Mistakes are shown below their row. */
export function GridTable({ rows, merge, warnings, onChange }: TableProps) {
  const [chosen, setShown] = useState<Shown>('all')
  // An emptied table shows the row to type in.
  const shown = rows.length === 0 ? 'all' : chosen
  const [wantedPage, setPage] = useState(0)
  /** Rows stay on the list of mistakes while they are corrected. */
  const [listed, setListed] = useState<readonly number[]>([])
  const problems = Map.groupBy(merge.problems, ({ row }) => row)
  const warned = Map.groupBy(warnings, ({ line }) => line - 1)
  const choices = [
    { value: 'all', label: t('grid.all') },
    { value: 'wrong', label: t('grid.wrong', { number: formatCount(problems.size) }) },
    ...(warned.size > 0 || shown === 'warned'
      ? [{ value: 'warned' as const, label: t('grid.unknown', { number: formatCount(warned.size) }) }]
      : []),
  ] as const
  const positions = shown === 'all' ? [...rows.keys(), rows.length] : listed.filter((at) => at < rows.length)
  const page = Math.min(wantedPage, Math.max(0, Math.ceil(positions.length / pageSize) - 1))
  const onPage = positions.slice(page * pageSize, (page + 1) * pageSize)
  const [first = 0, last = first] = [onPage[0], onPage.at(-1)]
  const change = (at: number, place: number, cell: string) => {
    const row = (rows[at] ?? emptyRow).with(place, cell)
    onChange(at < rows.length ? rows.with(at, row) : [...rows, row])
  }
  const remove = (at: number) => {
    setListed(listed.filter((one) => one !== at).map((one) => (one > at ? one - 1 : one)))
    onChange(rows.toSpliced(at, 1))
  }
  return (
    <div className="grid-rows">
      <div className="grid-head">
        <Segments
          label={t('grid.show')}
          value={shown}
          choices={choices}
          onChange={(value) => {
            setShown(value)
            setListed([...(value === 'warned' ? warned : problems).keys()])
            setPage(0)
          }}
        />
        {positions.length > pageSize && (
          <ButtonRow>
            <Button size="small" disabled={page === 0} onClick={() => setPage(page - 1)}>
              {t('grid.earlier')}
            </Button>
            <span className="small num">{t('grid.page', { from: first + 1, to: last + 1 })}</span>
            <Button size="small" disabled={(page + 1) * pageSize >= positions.length} onClick={() => setPage(page + 1)}>
              {t('grid.later')}
            </Button>
          </ButtonRow>
        )}
      </div>
      <TableWrap label={t('grid.table')}>
        <table className="grid-table">
          <thead>
            <tr>
              <th scope="col">{t('grid.row')}</th>
              {columns.map((column) => (
                <th key={column} scope="col" className={`grid-${column}`}>
                  {labelColumn(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {onPage.map((at) => (
              <GridRow
                key={at}
                at={at}
                row={rows[at] ?? null}
                state={merge.states[at] ?? 'empty'}
                problems={problems.get(at) ?? []}
                warnings={warned.get(at) ?? []}
                onCell={(place, cell) => change(at, place, cell)}
                onCells={(place, text) => onChange(pasteCells(rows, text, at, place))}
                onCorrect={(warning) => onChange(rows.with(at, correctName(rows[at] ?? emptyRow, warning)))}
                onRemove={() => remove(at)}
              />
            ))}
          </tbody>
        </table>
      </TableWrap>
    </div>
  )
}

interface RowProps {
  at: number
  /** null: the row that is not there yet. */
  row: SheetRow | null
  state: RowState
  problems: readonly SheetProblem[]
  warnings: readonly EntryWarning[]
  onCell: (place: number, cell: string) => void
  /** Several cells were pasted. */
  onCells: (place: number, text: string) => void
  onCorrect: (warning: EntryWarning) => void
  onRemove: () => void
}

function GridRow({ at, row, state, problems, warnings, onCell, onCells, onCorrect, onRemove }: RowProps) {
  const id = useId()
  const wrong: ReadonlySet<Column> = new Set(problems.map(({ column }) => column))
  const number = at + 1
  return (
    <>
      <tr className={state === 'wrong' ? 'grid-has-problem' : undefined}>
        <th scope="row">
          <div>
            <span className="num">{number}</span>
            {row !== null && state !== 'empty' && <Badge kind={kinds[state]}>{t(`grid.state.${state}`)}</Badge>}
            {row !== null && <IconButton icon="close" label={t('grid.remove', { row: number })} onClick={onRemove} />}
          </div>
        </th>
        {columns.map((column, place) => (
          <td key={column}>
            <input
              className="grid-cell"
              aria-label={t('grid.cell', { column: labelColumn(column), row: number })}
              aria-invalid={wrong.has(column) || undefined}
              aria-describedby={wrong.has(column) ? id : undefined}
              autoComplete="off"
              spellCheck={false}
              dir="auto"
              value={row?.[place] ?? ''}
              onChange={(event) => onCell(place, event.target.value)}
              onPaste={(event) => {
                const text = event.clipboardData.getData('text')
                if (!/[\t\n\r]/.test(text.trim())) return
                event.preventDefault()
                onCells(place, text)
              }}
            />
          </td>
        ))}
      </tr>
      {problems.length > 0 && (
        <tr className="grid-problem">
          <td colSpan={columns.length + 1} id={id}>
            <ul>
              {problems.map(({ column, problem }) => (
                <li key={`${column} ${problem}`}>
                  <Icon name="warning" size={14} />
                  <span>
                    <b>{labelColumn(column)}</b> <bdi>{problem}</bdi>
                  </span>
                </li>
              ))}
            </ul>
          </td>
        </tr>
      )}
      {warnings.length > 0 && (
        <tr className="grid-warning">
          <td colSpan={columns.length + 1}>
            <ul>
              {warnings.map((warning) => (
                <li key={warning.sentence}>
                  <Icon name="warning" size={14} />
                  <bdi>{warning.sentence}</bdi>
                  {warning.fix && (
                    <Button size="small" onClick={() => onCorrect(warning)}>
                      {warning.fix.label}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          </td>
        </tr>
      )}
    </>
  )
}
