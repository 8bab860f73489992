import './board.css'
import '../../../messages/admin-guild.ts'
import { type KeyboardEvent, type MouseEvent, useLayoutEffect, useRef, useState } from 'react'
import { t } from '../../../lib/text/messages.ts'
import { drawInTurn } from '../../../ui/deferred/defer.tsx'
import { BoardItem, type ItemSetting } from './board-item.tsx'
import { type Board, findNext, type Placed } from './read-boards.ts'
import type { TabItem } from './read-item.ts'
import { sumPoints } from './use-team-stash.ts'

/** Items drawn per frame; a full board takes a few frames, so that the page does not stutter. */
const drawnAtOnce = 72
/** A tap this close to an item opens it, in pixels: on a phone a cell is smaller than a fingertip. */
const reach = 22

interface ItemBoardProps {
  label: string
  board: Board
  points: ReadonlyMap<number, number>
  setting: ItemSetting
  selected: string | undefined
  onOpen: (item: TabItem) => void
}

/** Items at their positions in the game. Tab focuses one of them, and the arrow keys move between them. */
export function ItemBoard({ label, board, points, setting, selected, onOpen }: ItemBoardProps) {
  const { placed, slots, cells, ratio } = board
  const frame = useRef<HTMLDivElement>(null)
  const [entry, setEntry] = useState<string>()
  const drawn = useDrawn(frame, placed.length)
  const isThere = (key: string | undefined) => placed.some(({ item }) => item.key === key)
  const entry_key = isThere(entry) ? entry : isThere(selected) ? selected : placed[0]?.item.key
  const findPlaced = (key: string | undefined) => placed.find(({ item }) => item.key === key)

  const openAt = (event: MouseEvent<HTMLDivElement>) => {
    const hit = findPlaced(keyOf(event.target)) ?? findNear(frame.current, placed, event)
    if (!hit) return
    setEntry(hit.item.key)
    onOpen(hit.item)
  }
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const from = findPlaced(keyOf(event.target))
    const jump = { Home: placed[0], End: placed.at(-1) }[event.key]
    const next = from && (jump ?? findNext(placed, from, event.key))
    if (!next) return
    event.preventDefault()
    setEntry(next.item.key)
    for (const button of frame.current?.querySelectorAll<HTMLElement>('[data-key]') ?? [])
      if (button.dataset['key'] === next.item.key) button.focus()
  }
  return (
    // The buttons inside receive the presses; this element handles their events.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={frame}
      role="group"
      aria-label={label}
      className={cells === null ? 'stash-board' : `stash-board stash-grid`}
      style={{ aspectRatio: `${1 / ratio}`, ...(cells !== null && { '--cell': `${100 / cells}%` }) }}
      onClick={openAt}
      onKeyDown={move}
    >
      {slots.map((place) => (
        <i
          key={`${place.left} ${place.top}`}
          className="stash-slot"
          style={{ left: `${place.left}%`, top: `${place.top}%`, width: `${place.width}%`, height: `${place.height}%` }}
        />
      ))}
      {placed.slice(0, drawn).map(({ item, place }) => (
        <BoardItem
          key={item.key}
          item={item}
          place={place}
          points={sumPoints(item.objectives, points)}
          setting={setting}
          isSelected={item.key === selected}
          isEntry={item.key === entry_key}
        />
      ))}
      {placed.length === 0 && <p className="stash-none quieter">{t('guild.emptyBoard')}</p>}
    </div>
  )
}

const keyOf = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-key]')?.dataset['key'] : undefined

/** The number of items drawn so far. */
function useDrawn(frame: { readonly current: HTMLElement | null }, count: number): number {
  const [drawn, setDrawn] = useState(drawnAtOnce)
  useLayoutEffect(() => {
    if (drawn < count) return drawInTurn({ share: 1, element: frame.current, draw: () => setDrawn(drawn + drawnAtOnce) })
  }, [frame, drawn, count])
  return drawn
}

/** Key presses always hit an item; a finger often misses. */
function findNear(frame: HTMLElement | null, placed: readonly Placed[], at: { clientX: number; clientY: number }) {
  const box = frame?.getBoundingClientRect()
  if (!box) return undefined
  const [x, y] = [at.clientX - box.left, at.clientY - box.top]
  const far = ({ place }: Placed) => {
    const beside = (point: number, start: number, length: number, whole: number) =>
      Math.max((start * whole) / 100 - point, 0, point - ((start + length) * whole) / 100)
    return Math.hypot(beside(x, place.left, place.width, box.width), beside(y, place.top, place.height, box.height))
  }
  return placed
    .map((one) => ({ one, far: far(one) }))
    .filter((one) => one.far <= reach)
    .toSorted((a, b) => a.far - b.far)[0]?.one
}
