import type { CSSProperties, ReactNode } from 'react'
import { describeSort, type SortDirection, SortHead, TableWrap } from './table.tsx'

/** A column of a table: its header, and a cell for each row. */
export interface DataColumn<R> {
  /** Also the column's name for `sort`. */
  readonly head: string
  /** The header is read out but not shown, as above buttons. */
  readonly isHeadHidden?: boolean
  readonly headTitle?: string | undefined
  /** Its cells name their rows for assistive technology. */
  readonly isName?: boolean
  /** Figures are right-aligned. */
  readonly isRight?: boolean
  /** For the header and all cells. */
  readonly className?: string
  readonly cellClass?: string | ((row: R) => string | undefined)
  /** Phones with rows as cards show the header beside the value. */
  readonly isLabelled?: boolean
  /** Makes the column of a `SortableTable` sortable. Text starts with A, figures with the highest. */
  readonly sortBy?: (row: R) => string | number
  /** How many columns the cell of a row covers; the columns after it are left out. */
  readonly span?: (row: R) => number
  readonly show: (row: R) => ReactNode
}

export interface RowOrder {
  readonly directionOf: (column: string) => SortDirection | null
  readonly sortBy: (column: string) => void
}

export interface DataTableProps<R> {
  readonly columns: readonly DataColumn<R>[]
  readonly rows: readonly R[]
  readonly keyOf: (row: R) => string | number
  readonly className?: string
  /** The table's name, as a label or as a hidden caption. A wide table in a named frame scrolls inside it. */
  readonly label?: string
  readonly caption?: string
  readonly frame?: string
  readonly rowClass?: (row: R) => string | undefined
  readonly rowStyle?: (row: R) => CSSProperties | undefined
  /** The order of the rows, and a way to change it; from `SortableTable`. */
  readonly order?: RowOrder
  /** Self-explanatory columns need no headers. */
  readonly hasHead?: boolean
  readonly foot?: ReactNode
}

const joinNames = (...names: readonly (string | false | undefined)[]) => names.filter(Boolean).join(' ') || undefined

/** A column of figures. */
export const figure = <R,>(head: string, show: (row: R) => ReactNode, more: Partial<DataColumn<R>> = {}): DataColumn<R> => ({
  head,
  show,
  isRight: true,
  ...more,
})

/** A table from column data: headers, alignment, cards on phones and names for assistive technology. */
export function DataTable<R>(props: DataTableProps<R>) {
  const { columns, rows, keyOf, className, label, caption, frame, rowClass, rowStyle, order, hasHead = true, foot } = props
  const table = (
    <table className={joinNames('table', className)} aria-label={label}>
      {caption !== undefined && <caption className="vh">{caption}</caption>}
      {hasHead && (
        <thead>
          <tr>
            {columns.map((column, at) => (
              <Head key={at} column={column} order={column.sortBy && order} />
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} className={rowClass?.(row)} style={rowStyle?.(row)}>
            <Cells columns={columns} row={row} />
          </tr>
        ))}
      </tbody>
      {foot}
    </table>
  )
  return frame === undefined ? table : <TableWrap label={frame}>{table}</TableWrap>
}

function Head<R>({ column, order }: { column: DataColumn<R>; order: RowOrder | undefined }) {
  const { head, isHeadHidden, headTitle, isRight, className } = column
  const words = isHeadHidden ? <span className="vh">{head}</span> : head
  const direction = order?.directionOf(head) ?? null
  return (
    <th scope="col" className={joinNames(isRight && 'right', className)} title={headTitle} aria-sort={describeSort(direction)}>
      {order ? (
        <SortHead direction={direction} onSort={() => order.sortBy(head)}>
          {words}
        </SortHead>
      ) : (
        words
      )}
    </th>
  )
}

function Cells<R>({ columns, row }: { columns: readonly DataColumn<R>[]; row: R }) {
  const cells: ReactNode[] = []
  for (let at = 0; at < columns.length; ) {
    const column = columns[at] as DataColumn<R>
    const { head, isName, isRight, className, cellClass, isLabelled, show } = column
    const span = column.span?.(row) ?? 1
    const names = joinNames(isRight && 'right', className, typeof cellClass === 'function' ? cellClass(row) : cellClass)
    cells.push(
      isName ? (
        <th key={at} scope="row" className={names}>
          {show(row)}
        </th>
      ) : (
        <td key={at} className={names} data-label={isLabelled ? head : undefined} colSpan={span > 1 ? span : undefined}>
          {show(row)}
        </td>
      ),
    )
    at += span
  }
  return cells
}
