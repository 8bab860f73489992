import type { ScoreTree } from '../../api/scores/score-tree.ts'

/** An objective that opens during the event. Milliseconds. */
export interface Moment {
  readonly opens_at: number
  readonly closes_at: number | null
  /** The branch and the number within it: the objective may still be hidden. */
  readonly title: string
  /** False if its label would overlap the previous one. */
  readonly has_room: boolean
}

/** Width of a label as a share of the whole length. */
const labelShare = 0.06

/** Objectives that open between start and end, in order: timed ones, and hidden ones with a known time. */
export function listMoments({ tree, locked }: ScoreTree, start: number, end: number): Moment[] {
  const timed = tree.nodes.flatMap(({ item, parent }) =>
    item.valid_from === null || parent === null
      ? []
      : [{ opens_at: item.valid_from, closes_at: item.valid_to, parent_id: parent.item.id }],
  )
  const inside = [...timed, ...locked].filter(({ opens_at }) => opens_at >= start && opens_at < end)
  const counts = new Map<number, number>()
  let last = Number.NEGATIVE_INFINITY
  return inside
    .sort((a, b) => a.opens_at - b.opens_at)
    .map(({ opens_at, closes_at, parent_id }) => {
      const number = (counts.get(parent_id) ?? 0) + 1
      counts.set(parent_id, number)
      const has_room = (opens_at - last) / (end - start) >= labelShare
      if (has_room) last = opens_at
      return { opens_at, closes_at, title: `${tree.by_id.get(parent_id)?.item.title ?? ''} ${number}`, has_room }
    })
}
