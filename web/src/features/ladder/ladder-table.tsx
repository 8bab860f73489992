import '../../messages/ladder-page.ts'
import { memo } from 'react'
import { t } from '../../lib/text/messages.ts'
import { describeSort, SortHead } from '../../ui/layout/table.tsx'
import { teamStyle } from '../../ui/marks/team-mark.tsx'
import { useVirtualRows } from '../../ui/deferred/virtual-list.ts'
import type { Column } from './columns.tsx'
import type { Sort } from './ladder-search.ts'
import type { LadderRow } from './ladder-row.ts'

/** The height of a row in pixels; the same as `--row`. */
const heightOf = () => 40

/** With more columns the table scrolls in its own frame, without a sticky head. */
const maxFixed = 10

interface TableProps {
  rows: readonly LadderRow[]
  own: LadderRow | null
  shown: readonly Column[]
  /** null: the order is fixed. */
  sort: Sort | null
}

/**
 * A real table that renders only the rows in view: the rows before and after are one empty row of their height, and screen
 * readers get the row numbers. The viewer's own row is on top in any order.
 */
export function LadderTable({ rows, own, shown, sort }: TableProps) {
  const { frame, items, before, after } = useVirtualRows({ count: rows.length, heightOf })
  // The head and the viewer's own row come before the others.
  const firstRow = own ? 3 : 2
  return (
    <div className={shown.length <= maxFixed ? 'table-wrap ladder-frame ladder-fits' : 'table-wrap ladder-frame'} ref={frame}>
      <table className="table ladder-table" aria-rowcount={rows.length + firstRow - 1} aria-label={t('ladder.table')}>
        <thead>
          <tr aria-rowindex={1}>
            {shown.map((column) => {
              const words = (
                <>
                  {t(column.label)}
                  {column.id === 'rank' && <span className="vh">{t('column.rankName')}</span>}
                </>
              )
              if (!sort) {
                return (
                  <th key={column.id} scope="col" className={`c-${column.id} ${column.align}`}>
                    {words}
                  </th>
                )
              }
              const direction = column.id === sort.column.id ? sort.direction : null
              const next = direction === null ? column.first : direction === 'asc' ? 'desc' : 'asc'
              return (
                <th key={column.id} scope="col" className={`c-${column.id} ${column.align}`} aria-sort={describeSort(direction)}>
                  <SortHead direction={direction} onSort={() => sort.change(column.id, next)}>
                    {words}
                  </SortHead>
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {own && <Row row={own} columns={shown} index={2} isPinned />}
          {before > 0 && <Gap height={before} span={shown.length} />}
          {items.map(({ index }) => {
            const row = rows[index]
            return row && <Row key={index} row={row} columns={shown} index={index + firstRow} isPinned={false} />
          })}
          {after > 0 && <Gap height={after} span={shown.length} />}
        </tbody>
      </table>
    </div>
  )
}

function Gap({ height, span }: { height: number; span: number }) {
  return (
    <tr aria-hidden="true">
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
      <td colSpan={Math.max(1, span)} style={{ height, padding: 0, border: 0 }} />
    </tr>
  )
}

interface RowProps {
  row: LadderRow
  columns: readonly Column[]
  index: number
  isPinned: boolean
}

const Row = memo(function Row({ row, columns: shown, index, isPinned }: RowProps) {
  const look = row.team?.look
  return (
    <tr
      aria-rowindex={index}
      className={`${look ? 'team' : ''} ${row.is_own ? 'own-row' : ''} ${isPinned ? 'pinned-row' : ''}`}
      style={look && teamStyle(look)}
    >
      {shown.map((column) => (
        <td key={column.id} className={`c-${column.id} ${column.align}`}>
          {column.show(row)}
        </td>
      ))}
    </tr>
  )
})
