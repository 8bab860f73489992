import { readEventTitle } from './title.ts'

/** One entry of a calendar. Milliseconds; without an end it is a moment. */
export interface CalendarEntry {
  /** Stays the same between two readings of the calendar: programs recognise an entry by it. */
  readonly key: string
  readonly title: string
  readonly from: number
  readonly to: number | null
  readonly text: string
  /** Address of the page about the entry. */
  readonly path: string
}

/** An event with the fields that a calendar shows. Milliseconds. */
export interface DatedEvent {
  readonly id: number
  readonly name: string
  readonly signups_open_at: number
  readonly signups_close_at: number
  readonly starts_at: number
  readonly ends_at: number
}

/** An objective as the reader of the calendar sees it; masked: id 0. Milliseconds; null = as the event. */
export interface DatedObjective {
  readonly id: number
  readonly parent_id: number | null
  readonly name: string
  readonly valid_from: number | null
  readonly valid_to: number | null
  readonly children: readonly DatedObjective[]
}

/** Objectives of one category with one window share an entry; an event has at most this many such entries, the first ones. */
export const maxWindows = 300

const count = (number: number) => `${number} ${number === 1 ? 'objective' : 'objectives'}`

interface Window {
  readonly key: string
  readonly place: string
  readonly from: number
  readonly to: number | null
  readonly names: string[]
  /** Objectives that open later: the tree gives their times, but not their names. */
  masked: number
}

/**
 * The windows of objectives, by category and time. A branch that opens later has no name: it counts for its category.
 * @param root the tree as the reader of the calendar sees it
 */
function listWindows(root: DatedObjective, { starts_at, ends_at }: DatedEvent): Window[] {
  const windows = new Map<string, Window>()
  const waiting = root.children.map((node) => ({ node, category: '' }))
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const { node, category } = at
    const { valid_from: from, valid_to: to } = node
    waiting.push(...node.children.map((child) => ({ node: child, category: node.name })))
    const opensInside = from !== null && from > starts_at
    const closesInside = to !== null && to < ends_at
    if (!opensInside && !closesInside) continue
    const key = [node.parent_id, from ?? 'start', to ?? 'end'].join('-')
    const window = windows.get(key) ?? { key, place: category, from: from ?? starts_at, to, names: [], masked: 0 }
    windows.set(key, window)
    if (node.id === 0) window.masked++
    else window.names.push(node.name)
  }
  return [...windows.values()].sort((a, b) => a.from - b.from || (a.to ?? Infinity) - (b.to ?? Infinity)).slice(0, maxWindows)
}

/** "Dailies: Find a Mirror", "Dailies: 3 objectives". */
function nameWindow({ place, names, masked }: Window): string {
  const all = names.length + masked
  const what = all === 1 && names[0] !== undefined ? names[0] : count(all)
  return place === '' ? what : `${place}: ${what}`
}

/**
 * The dates of an event: signups, the event itself, and the windows of objectives that open after its start or close before its end.
 * @param root null: the event has no objectives, or does not show them yet
 */
export function listDates(event: DatedEvent, root: DatedObjective | null): CalendarEntry[] {
  const title = readEventTitle(event.name)
  const path = `/?event=${event.id}`
  const at = (key: string, what: string, from: number): CalendarEntry => ({
    key: `event-${event.id}-${key}`,
    title: `${title}: ${what}`,
    from,
    to: null,
    text: '',
    path,
  })
  return [
    at('signups-open', 'signups open', event.signups_open_at),
    at('signups-close', 'signups close', event.signups_close_at),
    {
      ...at('play', '', event.starts_at),
      title,
      to: event.ends_at,
      text: `League: ${event.name}`,
    },
    ...(root === null ? [] : listWindows(root, event)).map(
      (window): CalendarEntry => ({
        key: `event-${event.id}-objectives-${window.key}`,
        title: `${title}: ${nameWindow(window)}`,
        from: window.from,
        to: window.to,
        text: window.names.toSorted().join('\n'),
        path: `/scores?event=${event.id}`,
      }),
    ),
  ]
}
