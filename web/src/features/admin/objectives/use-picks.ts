import { isCategory } from '@muster/domain/objectives/kinds'
import { useMemo, useState } from 'react'
import type { Definition, Node } from './definition.ts'
import { listShown, noPicks, pickAll, pickRange, readTicks, togglePick } from './picks.ts'
import type { Row } from './tree-rows.ts'

/** The ticks of the tree. They stay while the tree changes; a deleted objective loses its tick. */
export function usePicks({ root, by_id }: Definition, rows: readonly Row[], search: string) {
  const [picks, setPicks] = useState(noPicks)
  const shown = useMemo(() => listShown(rows, search), [rows, search])
  const ids = useMemo(() => {
    const isThere = (id: number) => {
      const node = by_id.get(id)
      return node !== undefined && !isCategory(node.item)
    }
    return new Set([...picks.ids].filter(isThere))
  }, [picks.ids, by_id])
  const readTick = useMemo(() => readTicks(ids, by_id, shown), [ids, by_id, shown])
  return {
    ids,
    count: ids.size,
    /** How many a search hides. */
    hidden: shown === null ? 0 : [...ids].filter((id) => !shown.has(id)).length,
    /** How many objectives are shown. */
    shown: shown?.size ?? root.leaves,
    readTick,
    toggle: (node: Node) => setPicks((before) => togglePick(before, node, shown)),
    /** Ticks a range between two rows. */
    extend: (from: number, to: number) => setPicks((before) => pickRange(before, rows, from, to)),
    /** The next range begins at another row. */
    endRange: () => setPicks((before) => (before.anchor_id === null ? before : { ...before, anchor_id: null })),
    all: () => setPicks((before) => pickAll(before, root, shown)),
    clear: () => setPicks(noPicks),
  }
}
