import {
  type ColumnDef,
  createSortedRowModel,
  rowSortingFeature,
  type SortFn,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useState } from 'react'
import { DataTable, type DataTableProps } from './data-table.tsx'
import type { SortDirection } from './table.tsx'

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() })

/** The smaller value first; the table reverses it, and keeps the original order of equal rows. */
const compare: SortFn<typeof features, object> = (one, other, id) => {
  const [a, b] = [one.getValue<string | number>(id), other.getValue<string | number>(id)]
  return a === b ? 0 : a < b ? -1 : 1
}

interface SortableTableProps<R> extends Omit<DataTableProps<R>, 'order'> {
  /** The initial order. */
  readonly sort: { readonly column: string; readonly direction: SortDirection }
}

/** A table sorted by one column at a time; pressing a header changes the column or the direction. */
export function SortableTable<R extends object>({ sort, ...props }: SortableTableProps<R>) {
  const [sorting, setSorting] = useState<SortingState>([{ id: sort.column, desc: sort.direction === 'desc' }])
  const table = useTable({
    features,
    columns: props.columns.map(
      ({ head, sortBy }): ColumnDef<typeof features, object> => ({
        id: head,
        accessorFn: (row) => sortBy?.(row as R),
        enableSorting: sortBy !== undefined,
        sortFn: compare,
      }),
    ),
    data: props.rows,
    state: { sorting },
    onSortingChange: setSorting,
    enableSortingRemoval: false,
  })
  const order = {
    directionOf: (head: string) => table.getColumn(head)?.getIsSorted() || null,
    sortBy: (head: string) => table.getColumn(head)?.toggleSorting(),
  }
  return <DataTable {...props} rows={table.getRowModel().rows.map(({ original }) => original as R)} order={order} />
}
