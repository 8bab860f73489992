import './board.css'
import '../../../messages/admin-guild.ts'
import { memo, type MouseEvent } from 'react'
import { allowPicture, ItemPicture } from '../../../api/items/item-picture.tsx'
import { t } from '../../../lib/text/messages.ts'
import { formatChange, formatCount } from '../../../lib/text/numbers.ts'
import { useVirtualRows } from '../../../ui/deferred/virtual-list.ts'
import { classOfItem, type ItemSetting } from './board-item.tsx'
import type { TabItem } from './read-item.ts'
import { sumPoints } from './use-team-stash.ts'

interface ItemListProps {
  label: string
  items: readonly TabItem[]
  points: ReadonlyMap<number, number>
  setting: ItemSetting
  selected: string | undefined
  onOpen: (item: TabItem) => void
}

const openAt = (items: readonly TabItem[], onOpen: (item: TabItem) => void) => (event: MouseEvent) => {
  const key = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-key]')?.dataset['key'] : undefined
  const item = items.find((one) => one.key === key)
  if (item) onOpen(item)
}

/** Scoring items first, then the game's order. */
const sortByScore = (items: readonly TabItem[], points: ReadonlyMap<number, number>) =>
  items.toSorted(
    (a, b) =>
      sumPoints(b.objectives, points) - sumPoints(a.objectives, points) ||
      Number(b.objectives.length > 0) - Number(a.objectives.length > 0),
  )

/** Items without a position, or recognised by name: cards, uniques and maps, each with its picture and name. */
export function ItemTiles({ label, items, points, setting, selected, onOpen }: ItemListProps) {
  return (
    // The buttons inside receive the presses; this element handles their events.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <ul className="stash-tiles" aria-label={label} onClick={openAt(items, onOpen)}>
      {sortByScore(items, points).map((item) => (
        <li key={item.key}>
          <Tile
            item={item}
            points={sumPoints(item.objectives, points)}
            setting={setting}
            isSelected={item.key === selected}
            className="stash-tile"
          />
        </li>
      ))}
    </ul>
  )
}

const rowHeight = 44

/** All items of a tab as a list, scoring ones first: for small screens, long tabs and unknown types. */
export function ItemRows({ label, items, points, setting, selected, onOpen }: ItemListProps) {
  const sorted = sortByScore(items, points)
  const {
    frame,
    items: rows,
    before,
    after,
  } = useVirtualRows({
    count: sorted.length,
    heightOf: () => rowHeight,
    keyOf: (index) => sorted[index]?.key ?? index,
  })
  return (
    <div ref={frame}>
      {/* The buttons inside receive the presses; this element handles their events. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
      <ul
        className="stash-rows"
        aria-label={label}
        style={{ paddingTop: before, paddingBottom: after }}
        onClick={openAt(items, onOpen)}
      >
        {rows.map(({ index }) => {
          const item = sorted[index]
          if (!item) return null
          return (
            <li key={item.key}>
              <Tile
                item={item}
                points={sumPoints(item.objectives, points)}
                setting={setting}
                isSelected={item.key === selected}
                className="stash-row"
              />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

interface TileProps {
  item: TabItem
  points: number
  setting: ItemSetting
  isSelected: boolean
  className: string
}

const Tile = memo(function Tile({ item, points, setting, isSelected, className }: TileProps) {
  return (
    <button
      type="button"
      className={`${classOfItem(item, setting, isSelected)} ${className}`}
      data-key={item.key}
      aria-pressed={isSelected}
    >
      <span className="stash-art">
        <ItemPicture src={allowPicture(item.icon, setting.images)} kind={item.kind} />
      </span>
      <span className="stash-names">
        <bdi className="game">{item.name}</bdi>
        {item.base && <bdi className="small quieter">{item.base}</bdi>}
      </span>
      {item.stack > 1 && (
        <span className="num quiet">
          <span className="vh">{t('guild.stack')} </span>
          {formatCount(item.stack)}
        </span>
      )}
      {item.objectives.length > 0 && (
        <span className="stash-points num">
          {points > 0 ? formatChange(points) : t('guild.scores')}
          <span className="vh">, {t('guild.completes', { count: item.objectives.length })}</span>
        </span>
      )}
    </button>
  )
})
