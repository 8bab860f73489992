import '../../messages/ladder.ts'
import { t } from '../../lib/text/messages.ts'
import { Sheet } from '../../ui/overlays/dialog.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import { type Column, nameColumn } from './columns.tsx'
import type { Sort } from './ladder-search.ts'

/** The order of the list on phones; choosing the same column again reverses it. */
export function SortSheet({ available, sort, onClose }: { available: readonly Column[]; sort: Sort; onClose: () => void }) {
  const choose = (column: Column) => {
    const isSame = column.id === sort.column.id
    sort.change(column.id, isSame ? (sort.direction === 'asc' ? 'desc' : 'asc') : column.first)
    onClose()
  }
  return (
    <Sheet title={t('ladder.sort')} onClose={onClose}>
      <ul className="sheet-list">
        {available.map((column) => {
          const isSorted = column.id === sort.column.id
          return (
            <li key={column.id}>
              <button type="button" aria-pressed={isSorted} onClick={() => choose(column)}>
                {nameColumn(column)}
                {isSorted && (
                  <small>
                    <Icon name={sort.direction === 'asc' ? 'up' : 'down'} size={12} />
                    {t(sort.direction === 'asc' ? 'ladder.sortAscending' : 'ladder.sortDescending')}
                  </small>
                )}
              </button>
            </li>
          )
        })}
      </ul>
    </Sheet>
  )
}
