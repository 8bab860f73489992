import './layout.css'
import type { CSSProperties, ReactNode } from 'react'
import { Icon } from '../marks/icon.tsx'

interface TableWrapProps {
  label: string
  /**
   * The expected height of the table, in pixels, if it is far down and changes often: the browser lays it out and paints it only
   * while it is near the window, and reserves that much space until then.
   */
  far_height?: number
  children: ReactNode
}

/** A wide table scrolls in its own frame, which the keyboard can reach; the page never scrolls sideways. */
export function TableWrap({ label, far_height, children }: TableWrapProps) {
  const isFar = far_height !== undefined
  const room: CSSProperties = isFar ? { containIntrinsicBlockSize: `auto ${far_height}px` } : {}
  return (
    // A scrolling region has to be focusable, or its hidden part cannot be reached without a pointer.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={isFar ? 'table-wrap table-far' : 'table-wrap'} role="group" aria-label={label} tabIndex={0} style={room}>
      {children}
    </div>
  )
}

export type SortDirection = 'asc' | 'desc'

/** The button inside a column header that sorts by it; the cell carries `aria-sort`. */
export function SortHead({
  direction,
  onSort,
  children,
}: {
  direction: SortDirection | null
  onSort: () => void
  children: ReactNode
}) {
  return (
    <button type="button" className="sort-head" onClick={onSort}>
      {children}
      {direction && <Icon name={direction === 'asc' ? 'up' : 'down'} size={10} />}
    </button>
  )
}

/** The value of `aria-sort` for a direction. */
export const describeSort = (direction: SortDirection | null) =>
  direction === null ? undefined : direction === 'asc' ? 'ascending' : 'descending'
