import type { ScoreTree } from '../../api/scores/score-tree.ts'

/** An objective that opens during the event. Milliseconds. */
export interface Moment {
  readonly opens_at: number
  readonly closes_at: number | null
  /** The branch and the number within it: the objective may still be hidden. */
  readonly title: string
  /** Room for its label before the next one, in percent of the timeline; 0 if it is shorter than the start of a word. */
  readonly room: number
}

// Widths of labels in percent of the timeline, which is at least 46 rem wide: narrower pages have none.
const minMomentWidth = 6
const dayWidth = 10
const nowWidth = 13

const hour_ms = 3_600_000
const day_ms = 24 * hour_ms

export interface RailDay {
  readonly at: number
  /** Percent of the timeline; the label of the end is left of it, the others are right of theirs. */
  readonly place: number
  readonly isEnd: boolean
  readonly hasLabel: boolean
}

/** Whether the label of the current time is left of it. */
export const isNowLeft = (place: number): boolean => place > 100 - dayWidth - nowWidth

/**
 * Every day of an event and its end, with labels that overlap neither each other nor the current time.
 * @param now percent of the timeline; null before and after the event
 */
export function listDays(start: number, end: number, now: number | null): RailDay[] {
  const share = (at: number) => (100 * (at - start)) / Math.max(1, end - start)
  const count = Math.max(1, Math.ceil((end - hour_ms - start) / day_ms))
  const daysPerLabel = Math.ceil((dayWidth - 0.001) / Math.max(0.001, share(start + day_ms)))
  const taken: (readonly [from: number, to: number])[] = []
  const take = (from: number, to: number) => {
    // Labels may touch each other, and the end.
    const isFree = to <= 100.001 && taken.every((other) => to <= other[0] + 0.001 || from >= other[1] - 0.001)
    if (isFree) taken.push([from, to])
    return isFree
  }
  if (now !== null) take(isNowLeft(now) ? now - nowWidth : now, isNowLeft(now) ? now : now + nowWidth)
  const last = { at: end, place: 100, isEnd: true, hasLabel: take(100 - dayWidth, 100) }
  const days = Array.from({ length: count }, (_, index) => {
    const at = start + index * day_ms
    const place = share(at)
    return { at, place, isEnd: false, hasLabel: index % daysPerLabel === 0 && take(place, place + dayWidth) }
  })
  return [...days, last]
}

/** Objectives that open between start and end, in order: timed ones, and hidden ones with a known time. */
export function listMoments({ tree, locked }: ScoreTree, start: number, end: number): Moment[] {
  const timed = tree.nodes.flatMap(({ item, parent }) =>
    item.valid_from === null || parent === null
      ? []
      : [{ opens_at: item.valid_from, closes_at: item.valid_to, parent_id: parent.item.id }],
  )
  const share = (at: number) => (100 * (at - start)) / (end - start)
  const inside = [...timed, ...locked].filter(({ opens_at }) => opens_at >= start && opens_at < end)
  const counts = new Map<number, number>()
  const moments = inside
    .sort((a, b) => a.opens_at - b.opens_at)
    .map(({ opens_at, closes_at, parent_id }) => {
      const number = (counts.get(parent_id) ?? 0) + 1
      counts.set(parent_id, number)
      return { opens_at, closes_at, title: `${tree.by_id.get(parent_id)?.item.title ?? ''} ${number}`, room: 0 }
    })
  // From the left: a label keeps the room up to the next one.
  let labelled: { opens_at: number; room: number } | undefined
  for (const moment of moments) {
    const place = share(moment.opens_at)
    if (100 - place < minMomentWidth || (labelled && place - share(labelled.opens_at) < minMomentWidth)) continue
    moment.room = 100 - place
    if (labelled) labelled.room = place - share(labelled.opens_at)
    labelled = moment
  }
  return moments
}
