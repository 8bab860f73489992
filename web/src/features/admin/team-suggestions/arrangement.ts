import type { TeamPlan, TimeWindow } from '@muster/contract/suggestions'

export interface Placed {
  readonly objective_id: number
  /** The index of its time window; null for any time. */
  readonly window: number | null
}

/** Time windows and order of a plan. Entries are ordered by window; entries for any time come last. */
export interface Arrangement {
  readonly windows: readonly TimeWindow[]
  readonly entries: readonly Placed[]
}

/**
 * A change of an arrangement. It identifies windows by content, not by index, and does nothing if its subject was removed: so it
 * can be repeated on a plan that another lead has changed meanwhile.
 */
export type Edit = (before: Arrangement) => Arrangement

export const arrangementOf = ({ windows, entries }: Pick<TeamPlan, 'windows' | 'entries'>): Arrangement => ({
  windows,
  entries: entries.map(({ objective_id, window }) => ({ objective_id, window })),
})

const isSame = (a: TimeWindow, b: TimeWindow) => a.name === b.name && a.starts_at === b.starts_at && a.ends_at === b.ends_at
/** undefined if it no longer exists */
function findWindow({ windows }: Arrangement, wanted: TimeWindow | null): number | null | undefined {
  if (wanted === null) return null
  const index = windows.findIndex((window) => isSame(window, wanted))
  return index === -1 ? undefined : index
}

const rank = (window: number | null) => window ?? Number.POSITIVE_INFINITY
/** Infinity minus Infinity is NaN. */
const compare = (a: Placed, b: Placed) => (a.window === b.window ? 0 : rank(a.window) - rank(b.window))
const inOrder = (windows: readonly TimeWindow[], entries: readonly Placed[]): Arrangement => ({
  windows,
  entries: entries.toSorted(compare),
})

/** Puts an objective into a time window, before another one or last; adds it to the plan if necessary. */
export function place(objective_id: number, window: TimeWindow | null, before_id: number | null): Edit {
  return (before) => {
    const index = findWindow(before, window)
    if (index === undefined || before_id === objective_id) return before
    const others = before.entries.filter((entry) => entry.objective_id !== objective_id)
    const at = others.findIndex((entry) => entry.objective_id === before_id && entry.window === index)
    const moved = { objective_id, window: index }
    const entries = at === -1 ? [...others, moved] : [...others.slice(0, at), moved, ...others.slice(at)]
    return inOrder(before.windows, entries)
  }
}

/** The target of an objective one position up or down among the visible ones; at the edge of a time window, the next window. */
export function findStep({ windows, entries }: Arrangement, objective_id: number, by: 1 | -1): Edit | null {
  const entry = entries.find((one) => one.objective_id === objective_id)
  if (!entry) return null
  const nameWindow = (index: number | null) => (index === null ? null : (windows[index] ?? null))
  const mates = entries.filter(({ window }) => window === entry.window)
  const to = mates.indexOf(entry) + by
  if (to >= 0 && to < mates.length) {
    const before = mates[by === 1 ? to + 1 : to]
    return place(objective_id, nameWindow(entry.window), before?.objective_id ?? null)
  }
  const order = [...windows.keys(), null]
  const window = order[order.indexOf(entry.window) + by]
  if (window === undefined) return null
  const first = entries.find((one) => one.window === window)
  return place(objective_id, nameWindow(window), by === 1 ? (first?.objective_id ?? null) : null)
}

export const addWindow =
  (window: TimeWindow): Edit =>
  ({ windows, entries }) => ({ windows: [...windows, window], entries })

export function changeWindow(from: TimeWindow, to: TimeWindow): Edit {
  return (before) => {
    const index = findWindow(before, from)
    return typeof index === 'number' ? { ...before, windows: before.windows.with(index, to) } : before
  }
}

/** Its entries may then be done at any time. */
export function removeWindow(window: TimeWindow): Edit {
  return (before) => {
    const index = findWindow(before, window)
    if (typeof index !== 'number') return before
    const move = (old: number | null) => (old === null || old === index ? null : old > index ? old - 1 : old)
    return inOrder(
      before.windows.toSpliced(index, 1),
      before.entries.map((entry) => ({ ...entry, window: move(entry.window) })),
    )
  }
}

/** Moves a time window up or down, with all its entries. */
export function stepWindow(window: TimeWindow, by: 1 | -1): Edit {
  return (before) => {
    const from = findWindow(before, window)
    const other = typeof from === 'number' ? before.windows[from + by] : undefined
    if (typeof from !== 'number' || other === undefined) return before
    const to = from + by
    const move = (old: number | null) => (old === from ? to : old === to ? from : old)
    return inOrder(
      before.windows.with(from, other).with(to, window),
      before.entries.map((entry) => ({ ...entry, window: move(entry.window) })),
    )
  }
}

export const isSameArrangement = (a: Arrangement, b: Arrangement): boolean =>
  a.windows.length === b.windows.length &&
  a.entries.length === b.entries.length &&
  a.windows.every((window, index) => isSame(window, b.windows[index] as TimeWindow)) &&
  a.entries.every(
    ({ objective_id, window }, index) => objective_id === b.entries[index]?.objective_id && window === b.entries[index].window,
  )

/** The plan as it will be once the server has applied an arrangement. */
export function applyArrangement(plan: TeamPlan, { windows, entries }: Arrangement): TeamPlan {
  const known = new Map(plan.entries.map((entry) => [entry.objective_id as number, entry]))
  const fresh = { extra: '', version: plan.version, written_by: null, written_at: null, seen: 0, taken_by: [] }
  return {
    ...plan,
    windows: [...windows],
    entries: entries.map(({ objective_id, window }, index) => ({
      ...fresh,
      ...(known.get(objective_id) ?? { objective_id: objective_id as TeamPlan['entries'][number]['objective_id'] }),
      window,
      position: index + 1,
    })),
  }
}
