import type { Pick } from '../../scoring/testing/event-generator.ts'
import type { Gap } from '../log-coverage.ts'
import type { LogEntry } from '../log-page.ts'

const choose = <T>(pick: Pick, list: readonly T[]): T => list[pick(0, list.length - 1)] as T

// Few values, so that ties, chains, equal seconds and the limit of a minute are common.
const accounts = ['Ada#1', 'Ada#11', 'Bo#1']
const items = ['Chaos Orb', '1 Chaos Orb', 'Tabula Rasa Simple Robe']
const tabs = ['drops', 'bank', 'Ada', null]
const steps = [0, 0, 0, 1, 1, 20, 30, 59, 60, 61, 600]
const actions = ['added', 'added', 'removed', 'removed', 'modified'] as const

/** A log in order, and gaps between its lines. */
export function generateLog(pick: Pick, size: number): { lines: LogEntry[]; gaps: Gap[] } {
  const lines: LogEntry[] = []
  const gaps: Gap[] = []
  let timestamp = 1_000_000
  if (pick(1, 4) === 1) gaps.push({ from: 0, to: timestamp })
  for (let entry_id = 1; entry_id <= size; entry_id++) {
    const before = timestamp
    timestamp += choose(pick, steps) * 1000
    if (timestamp > before && pick(1, 12) === 1) gaps.push({ from: before, to: timestamp })
    lines.push({
      entry_id,
      timestamp,
      account_name: choose(pick, accounts),
      item_name: choose(pick, items),
      stash_name: choose(pick, tabs),
      number: pick(1, 3),
      action: choose(pick, actions),
      x: pick(0, 1),
      y: 0,
    })
  }
  return { lines, gaps }
}

export function shuffle<T>(pick: Pick, list: readonly T[]): T[] {
  const shuffled = [...list]
  for (let place = shuffled.length - 1; place > 0; place--) {
    const other = pick(0, place)
    ;[shuffled[place], shuffled[other]] = [shuffled[other] as T, shuffled[place] as T]
  }
  return shuffled
}

/** Overlapping pages of the lines, shuffled, and some of them twice. */
export function cutIntoPages(pick: Pick, lines: readonly LogEntry[]): LogEntry[][] {
  const pages: LogEntry[][] = []
  for (let from = 0; from < lines.length; ) {
    const length = pick(1, 12)
    const page = shuffle(pick, lines.slice(from, from + length + pick(0, 4)))
    pages.push(page)
    if (pick(1, 5) === 1) pages.push(page)
    from += length
  }
  return shuffle(pick, pages)
}
