import '../../../messages/admin-guild.ts'
import { memo } from 'react'
import { allowPicture, ItemPicture } from '../../../api/items/item-picture.tsx'
import { t } from '../../../lib/text/messages.ts'
import { formatChange, formatCount, formatLarge } from '../../../lib/text/numbers.ts'
import type { Place } from './read-boards.ts'
import type { TabItem } from './read-item.ts'

/** Settings shared by every item of a tab. */
export interface ItemSetting {
  /** Allowed origin of pictures; null for none. */
  readonly images: string | null
  /** Scoring items are raised, and the others dimmed. */
  readonly isHighlighting: boolean
}

/** "Goldrim, Leather Cap, 3, completes 2 objectives". */
export function sayItem({ name, base, stack, objectives }: TabItem): string {
  const parts = [
    name,
    base,
    stack > 1 ? formatCount(stack) : '',
    objectives.length > 0 ? t('guild.completes', { count: objectives.length }) : '',
  ]
  return parts.filter(Boolean).join(', ')
}

export const classOfItem = (item: TabItem, { isHighlighting }: ItemSetting, isSelected: boolean): string => {
  const scores = item.objectives.length > 0
  const state = scores ? 'stash-scores' : isHighlighting ? 'stash-dim' : ''
  return `stash-item stash-${item.rarity} ${state} ${isSelected ? 'stash-selected' : ''}`
}

interface BoardItemProps {
  item: TabItem
  place: Place
  points: number
  setting: ItemSetting
  isSelected: boolean
  /** The item that Tab focuses. */
  isEntry: boolean
}

const stacksFrom = 10_000

/** An item at its position. There may be hundreds, so each has few elements, and the board handles their events. */
export const BoardItem = memo(function BoardItem({ item, place, points, setting, isSelected, isEntry }: BoardItemProps) {
  return (
    <button
      type="button"
      className={classOfItem(item, setting, isSelected)}
      style={{ left: `${place.left}%`, top: `${place.top}%`, width: `${place.width}%`, height: `${place.height}%` }}
      data-key={item.key}
      tabIndex={isEntry ? 0 : -1}
      aria-pressed={isSelected}
      aria-label={sayItem(item)}
      title={item.name}
    >
      <ItemPicture src={allowPicture(item.icon, setting.images)} kind={item.kind} />
      {item.stack > 1 && <span className="stash-stack">{item.stack < stacksFrom ? item.stack : formatLarge(item.stack)}</span>}
      {points > 0 && item.w * item.h >= 4 && <span className="stash-worth">{formatChange(points)}</span>}
    </button>
  )
})
