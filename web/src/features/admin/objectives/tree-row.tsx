import '../../../messages/admin-objective-changes.ts'
import '../../../messages/admin-objectives.ts'
import { isCategory } from '@muster/domain/objectives/kinds'
import { memo, type DragEvent, type MouseEvent } from 'react'
import { t } from '../../../lib/text/messages.ts'
import { Icon } from '../../../ui/marks/icon.tsx'
import type { Tick } from './picks.ts'
import type { Row } from './tree-rows.ts'

export const rowHeight = 30

/** Where a dragged row would land. */
export type Zone = 'before' | 'into' | 'after'

/** The findings of an objective: the worst, and how many. */
export interface Mark {
  readonly severity: 'error' | 'warning' | 'notice'
  readonly count: number
}

interface TreeRowProps {
  row: Row
  elementId: string
  top: number
  isActive: boolean
  isSelected: boolean
  tick: Tick
  isUnsaved: boolean
  mark: Mark | undefined
  zone: Zone | undefined
  isDraggable: boolean
  onToggle: () => void
  onTick: (event: MouseEvent) => void
  onSelect: (event: MouseEvent) => void
  onDrag: (isStart: boolean) => void
  onDragOver: (event: DragEvent) => void
  onDrop: () => void
}

/** A row of the tree. It renders again only when its own content changes, not when another row is ticked. */
export const TreeRow = memo(
  function TreeRow(props: TreeRowProps) {
    const {
      row,
      elementId,
      top,
      isActive,
      isSelected,
      tick,
      isUnsaved,
      mark,
      zone,
      isDraggable,
      onToggle,
      onTick,
      onSelect,
      onDrag,
      onDragOver,
      onDrop,
    } = props
    const { node, isOpen, place } = row
    const { item, parent, children, depth } = node
    return (
      // The tree handles the keyboard, and names the active row.
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
      <div
        id={elementId}
        role="treeitem"
        aria-level={depth + 1}
        aria-setsize={parent?.children.length ?? 1}
        aria-posinset={place}
        aria-selected={isSelected}
        aria-checked={tick}
        aria-expanded={children.length > 0 ? isOpen : undefined}
        className="obj-row"
        data-active={isActive || undefined}
        data-zone={zone}
        style={{ top, height: rowHeight, paddingLeft: 10 + depth * 14 }}
        draggable={isDraggable}
        onClick={onSelect}
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move'
          event.dataTransfer.setData('text/plain', item.name)
          onDrag(true)
        }}
        onDragEnd={() => onDrag(false)}
        onDragOver={onDragOver}
        onDrop={(event) => {
          event.preventDefault()
          onDrop()
        }}
      >
        {children.length > 0 && parent !== null ? (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
          <span
            className="obj-twist"
            onClick={(event) => {
              event.stopPropagation()
              onToggle()
            }}
          >
            <Icon name={isOpen ? 'down' : 'right'} size={12} />
          </span>
        ) : (
          <span className="obj-twist" />
        )}
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
        <span
          className="obj-tick"
          title={t('objectives.tick')}
          aria-hidden
          onClick={(event) => {
            event.stopPropagation()
            onTick(event)
          }}
        >
          <span className="obj-tick-box">
            {tick !== 'false' && <Icon name={tick === 'true' ? 'check' : 'minus'} size={12} />}
          </span>
        </span>
        <bdi className={isCategory(node.item) ? 'clip obj-row-category' : 'clip'}>{item.name}</bdi>
        {mark && (
          <span className={`obj-mark obj-mark-${mark.severity}`} title={t('objectives.marks', { count: mark.count })}>
            <Icon name="warning" size={12} />
            <span className="vh">{t('objectives.marks', { count: mark.count })}</span>
          </span>
        )}
        {isUnsaved && <span className="obj-dot" title={t('objectives.unsaved')} />}
        {isUnsaved && <span className="vh">{t('objectives.unsaved')}</span>}
        {isCategory(node.item) && <span className="obj-count num">{node.leaves}</span>}
      </div>
    )
  },
  // The functions are new on every render, and equivalent as long as the row is the same.
  (a, b) =>
    a.row.node === b.row.node &&
    a.row.isOpen === b.row.isOpen &&
    a.row.place === b.row.place &&
    a.top === b.top &&
    a.isActive === b.isActive &&
    a.isSelected === b.isSelected &&
    a.tick === b.tick &&
    a.isUnsaved === b.isUnsaved &&
    a.mark === b.mark &&
    a.zone === b.zone &&
    a.isDraggable === b.isDraggable,
)
