import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { usePrinting } from '../../lib/browser/printing.ts'
import { drawInTurn } from './defer.tsx'

/** Up to this length a list is rendered completely, so that the browser's search includes all of it. */
const shortList = 150
/** Rows rendered beyond the visible ones. */
const around = 12

interface RowsSetting {
  readonly count: number
  /** Height of a row in pixels at the usual size of text; `measure` corrects an estimate. */
  readonly heightOf: (index: number) => number
  readonly keyOf?: (index: number) => string | number
}

/** Rows are as tall as the browser's text; 1 at its usual size. */
const readTextScale = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1

/**
 * The rendered rows of a long list: the visible ones, and some around them, with their places in the list. `frame` wraps the
 * rows; `before` and `after` are the heights of the missing rows.
 */
export function useVirtualRows({ count, heightOf, keyOf }: RowsSetting) {
  const frame = useRef<HTMLDivElement>(null)
  const top = useTopOf(frame)
  const scale = useMemo(readTextScale, [])
  const overscan = useOverscan(frame, count)
  // The React compiler, which does not support the library, is not in use.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: (index) => heightOf(index) * scale,
    overscan,
    scrollMargin: top,
    ...(keyOf && { getItemKey: keyOf }),
  })
  const items = virtualizer
    .getVirtualItems()
    .map(({ index, key, start, end }) => ({ index, key, start: start - top, end: end - top }))
  const total = virtualizer.getTotalSize()
  const before = items[0]?.start ?? 0
  const after = total - (items.at(-1)?.end ?? 0)
  return { frame, items, before, after, total, measure: virtualizer.measureElement }
}

/** The rest of a short list is drawn some rows at a time, into reserved space. */
function useOverscan(frame: RefObject<HTMLElement | null>, count: number): number {
  const [drawn, setDrawn] = useState(around)
  const isPrinting = usePrinting() !== null
  const wanted = count <= shortList ? count : around
  useLayoutEffect(() => {
    if (drawn < wanted) return drawInTurn({ share: 1, element: frame.current, draw: () => setDrawn(drawn + around) })
  }, [frame, drawn, wanted])
  if (isPrinting) return count
  return Math.max(around, Math.min(drawn, wanted))
}

/** The top of an element on the page; it moves when content above changes its height. */
function useTopOf(frame: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => setTop(frame.current ? Math.round(frame.current.getBoundingClientRect().top + window.scrollY) : 0)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [frame])
  return top
}

/** The edges move in steps of this many columns, so that most sideways scrolling renders nothing. */
const step = 4

interface Columns {
  readonly first: number
  /** The first column that is no longer rendered. */
  readonly end: number
  /** Whether columns are hidden on the left. */
  readonly isShifted: boolean
}

/**
 * The rendered columns out of many of one width (in pixels): those visible in the frame that scrolls sideways, and some beside
 * them. All columns unless `isMany`.
 */
export function useVirtualColumns(
  frame: RefObject<HTMLElement | null>,
  { count, width, isMany }: { count: number; width: number; isMany: boolean },
): Columns {
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    horizontal: true,
    enabled: isMany,
    count,
    estimateSize: () => width,
    overscan: step,
    getScrollElement: () => frame.current,
  })
  if (!isMany) return { first: 0, end: count, isShifted: false }
  const { startIndex, endIndex } = virtualizer.range ?? { startIndex: 0, endIndex: 3 * step }
  return {
    first: Math.max(0, (Math.floor(startIndex / step) - 1) * step),
    end: Math.min(count, (Math.ceil((endIndex + 1) / step) + 1) * step),
    isShifted: (virtualizer.scrollOffset ?? 0) > 0,
  }
}

/**
 * The rendered rows out of many of one height (in pixels), in a frame with its own scrolling. `reveal` scrolls to a row. Rows are
 * positioned by their `start`, in a box with the total height.
 */
export function useVirtualPane(frame: RefObject<HTMLElement | null>, { count, height }: { count: number; height: number }) {
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count,
    overscan: around,
    estimateSize: () => height,
    getScrollElement: () => frame.current,
  })
  const isShort = count <= shortList
  return {
    items: isShort
      ? Array.from({ length: count }, (_, index) => ({ index, start: index * height }))
      : virtualizer.getVirtualItems(),
    total: count * height,
    reveal: (index: number) => virtualizer.scrollToIndex(index, { align: 'auto' }),
  }
}
