import type { ObjectivesShown } from '@muster/contract/events'
import { buildTree, type TreeItem } from './tree.ts'

/** The fields that decide release; times in milliseconds, null = no opening time of its own. */
export interface ReleasedItem extends TreeItem {
  readonly valid_from: number | null
}

/** The settings of an event that decide when players and visitors see its objectives; the time in milliseconds. */
export interface ShownEvent {
  readonly objectives_shown: ObjectivesShown
  readonly event_start_time: number
}

/** When the event shows its objectives, ms; null: at once. */
export const findEventOpening = ({ objectives_shown, event_start_time }: ShownEvent): number | null =>
  objectives_shown === 'at_start' ? event_start_time : null

/** The latest of these times; null if none is set. */
export const findLatest = (times: readonly (number | null)[]): number | null =>
  times.reduce((latest, time) => (time === null || (latest !== null && latest >= time) ? latest : time), null)

/**
 * When each objective that is connected to the root opens for players and visitors, in milliseconds; null: at once. An objective
 * opens with the event, and never before its parents. The root itself is not hidden: it is the same in every event.
 */
export function listOpeningTimes(items: readonly ReleasedItem[], event: ShownEvent): Map<number, number | null> {
  const times = new Map<number, number | null>()
  const opening = findEventOpening(event)
  // Parents come before children.
  for (const { item, parent } of buildTree(items).nodes) {
    if (parent === null) times.set(item.id, item.valid_from)
    else if (times.has(parent.item.id)) {
      times.set(item.id, findLatest([opening, times.get(parent.item.id) ?? null, item.valid_from]))
    }
  }
  return times
}

/** The viewers of objectives; times in milliseconds. */
export type Showing =
  /** The event is hidden: only organisers and members of its teams can open it; members see these objectives from `at` on. */
  | { readonly to: 'organisers'; readonly at: number | null }
  | { readonly to: 'everyone'; readonly since: number | null }
  /** Until then only admins and objective designers see them. */
  | { readonly to: 'everyone_later'; readonly at: number }

/**
 * The one rule for what players and visitors see: `readRelease` filters answers by it, and pages say it in words.
 * @param opens_at when the objectives open, from `listOpeningTimes` or `findEventOpening`
 */
export function readShowing(is_public: boolean, opens_at: number | null, now: number): Showing {
  const isLater = opens_at !== null && opens_at > now
  if (!is_public) return { to: 'organisers', at: isLater ? opens_at : null }
  return isLater ? { to: 'everyone_later', at: opens_at } : { to: 'everyone', since: opens_at }
}

export interface Release {
  /** Objectives visible to everyone who may see the event. */
  readonly ids: ReadonlySet<number>
  /** When the next one opens, null when none is left. */
  readonly next_at: number | null
}

/** The open objectives at a given time. Whether the event itself is hidden is decided before. */
export function readRelease(items: readonly ReleasedItem[], event: ShownEvent, now: number): Release {
  const ids = new Set<number>()
  let next_at: number | null = null
  for (const [id, opens_at] of listOpeningTimes(items, event)) {
    const showing = readShowing(true, opens_at, now)
    if (showing.to === 'everyone_later') next_at = Math.min(next_at ?? showing.at, showing.at)
    else ids.add(id)
  }
  return { ids, next_at }
}
