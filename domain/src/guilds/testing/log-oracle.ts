import type { Gap } from '../log-coverage.ts'
import type { LogEntry } from '../log-page.ts'
import type { LineCount } from '../quantities.ts'

// The rules of movements and quantities, implemented from their sentences without regard to speed: every line looks at all
// others.

const isBefore = (a: LogEntry, b: LogEntry) =>
  a.timestamp < b.timestamp || (a.timestamp === b.timestamp && a.entry_id < b.entry_id)

const mayBeOne = (removed: LogEntry, added: LogEntry) =>
  removed.action === 'removed' &&
  added.action === 'added' &&
  isBefore(removed, added) &&
  added.timestamp - removed.timestamp <= 60_000 &&
  removed.account_name === added.account_name &&
  removed.item_name === added.item_name &&
  removed.number === added.number &&
  removed.stash_name !== added.stash_name

/** Numbers of the lines of each movement. */
export function pairByTheBook(lines: readonly LogEntry[]): [removed: number, added: number][] {
  const candidates = lines.flatMap((added) =>
    lines.filter((removed) => mayBeOne(removed, added)).map((removed) => ({ removed, added })),
  )
  candidates.sort((a, b) => {
    if (a.added !== b.added) return isBefore(a.added, b.added) ? -1 : 1
    return isBefore(b.removed, a.removed) ? -1 : 1
  })
  const pairs: [number, number][] = []
  for (const { removed, added } of candidates) {
    const ends = [removed.entry_id, added.entry_id]
    if (!pairs.flat().some((taken) => ends.includes(taken))) pairs.push([removed.entry_id, added.entry_id])
  }
  return pairs
}

/** The smallest possible final size of a stack: it began with just enough for everything taken out of it. */
function readStack(lines: readonly LogEntry[]) {
  let place = lines.length
  while (place > 0 && lines[place - 1]?.action !== 'modified') place--
  const said = lines[place - 1]
  const steps = lines.slice(place).map(({ action, number }) => (action === 'added' ? number : -number))
  const sums = steps.map((_, last) => steps.slice(0, last + 1).reduce((sum, step) => sum + step, said?.number ?? 0))
  const missing = Math.max(0, ...sums.map((sum) => -sum))
  return { number: (sums.at(-1) ?? said?.number ?? 0) + missing, wasSaid: said !== undefined }
}

/** Whether at any time more was taken out of a stack than it can have held. */
function isShort(lines: readonly LogEntry[]): boolean {
  return lines.some(({ action, number }, place) => action === 'removed' && readStack(lines.slice(0, place)).number < number)
}

const placeOf = ({ stash_name, x, y }: LogEntry) => JSON.stringify([stash_name, x, y])
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** The effect of one line, given all lines and gaps. */
export function countByTheBook(all: readonly LogEntry[], line: LogEntry, gaps: readonly Gap[]): LineCount {
  const gap = gaps.filter(({ to }) => to <= line.timestamp).at(-1)
  const upTo = all
    .filter((one) => one.item_name === line.item_name && (one === line || isBefore(one, line)) && one.timestamp >= (gap?.to ?? 0))
    .sort((a, b) => (isBefore(a, b) ? -1 : 1))
  const earlier = upTo.slice(0, -1)
  const stack = earlier.filter((one) => placeOf(one) === placeOf(line))
  const held = readStack(stack).number
  const before = line.action === 'removed' ? Math.max(held, line.number) : held
  const after = readStack([...stack, line]).number

  const stacksOf = (lines: readonly LogEntry[]) =>
    [...new Set(lines.map(placeOf))].map((place) => lines.filter((one) => placeOf(one) === place))
  const ofTab = (lines: readonly LogEntry[]) => lines.filter((one) => one.stash_name === line.stash_name)
  const total = (lines: readonly LogEntry[]) => sum(stacksOf(lines).map((one) => readStack(one).number))
  const isExact = (lines: readonly LogEntry[]) =>
    !gap && lines.every((one) => one.stash_name !== null) && !stacksOf(lines).some(isShort)
  const span = (pick: (lines: readonly LogEntry[]) => readonly LogEntry[]) => ({
    before: total(pick(earlier)) - held + before,
    after: total(pick(upTo)),
    is_exact: isExact(pick(upTo)),
  })
  const sinceSaid = stack.slice(
    Math.max(
      0,
      stack.findLastIndex(({ action }) => action === 'modified'),
    ),
  )
  const isKnown = isExact([...ofTab(earlier), { ...line, action: 'added' }]) || (readStack(stack).wasSaid && !isShort(sinceSaid))
  return {
    change: line.action === 'modified' && !isKnown ? null : after - before,
    tab: span(ofTab),
    guild: span((lines) => lines),
  }
}
