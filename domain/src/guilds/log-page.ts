import type { GuildLogAction, GuildLogLine, GuildLogPage } from '@muster/contract/guilds'

/** A readable line of a guild's log. `timestamp` in milliseconds. */
export interface LogEntry {
  readonly entry_id: number
  readonly timestamp: number
  readonly account_name: string
  readonly action: GuildLogAction
  /** Without the leading count. */
  readonly item_name: string
  readonly number: number
  readonly stash_name: string | null
  readonly x: number
  readonly y: number
}

/** The stretch of a guild's log that a page shows, for all leagues. Times in milliseconds. */
export interface PageExtent {
  readonly oldest_entry_id: number
  readonly newest_entry_id: number
  readonly oldest_at: number
  readonly newest_at: number
}

const largestNumber = 2 ** 31 - 1

/** `20× Chaos Orb` (U+00D7) is 20 of "Chaos Orb"; any other text is one item. */
export function readItemText(text: string): { item_name: string; number: number } {
  const [, count, item_name] = /^(\d{1,15})× (.+)$/s.exec(text) ?? []
  return count === undefined || item_name === undefined
    ? { item_name: text, number: 1 }
    : { item_name, number: Math.min(Number(count), largestNumber) }
}

const readAction = (text: string | null | undefined): GuildLogAction =>
  text === 'added' || text === 'removed' ? text : 'modified'

const readPlace = (value: number | null | undefined) =>
  Number.isInteger(value) && Math.abs(value as number) <= largestNumber ? (value as number) : 0

/** null for a line without a number, a possible time or an item. */
function readLine(line: GuildLogLine, latest_at: number): LogEntry | null {
  const entry_id = /^\d{1,16}$/.test(line.id ?? '') ? Number(line.id) : 0
  const seconds = line.time ?? 0
  if (!Number.isSafeInteger(entry_id) || entry_id < 1) return null
  if (!Number.isInteger(seconds) || seconds < 1 || seconds * 1000 > latest_at || !line.item) return null
  return {
    entry_id,
    timestamp: seconds * 1000,
    account_name: line.account?.name ?? '',
    action: readAction(line.action),
    ...readItemText(line.item),
    stash_name: line.stash ?? null,
    x: readPlace(line.x),
    y: readPlace(line.y),
  }
}

function measure(entries: readonly LogEntry[]): PageExtent | null {
  const [first, ...others] = entries
  if (!first) return null
  const extent = {
    oldest_entry_id: first.entry_id,
    newest_entry_id: first.entry_id,
    oldest_at: first.timestamp,
    newest_at: first.timestamp,
  }
  for (const { entry_id, timestamp } of others) {
    extent.oldest_entry_id = Math.min(extent.oldest_entry_id, entry_id)
    extent.newest_entry_id = Math.max(extent.newest_entry_id, entry_id)
    extent.oldest_at = Math.min(extent.oldest_at, timestamp)
    extent.newest_at = Math.max(extent.newest_at, timestamp)
  }
  return extent
}

/**
 * Reads a page of the game site's history: the lines of one league, how many were left out and why, and the covered time.
 * @param latest_at milliseconds: upper bound for the time of a line; a later one would stay the newest forever
 */
export function readLogPage(page: GuildLogPage, league: string, latest_at: number) {
  const readable: LogEntry[] = []
  const entries = new Map<number, LogEntry>()
  let foreign = 0
  for (const line of page.entries) {
    const entry = readLine(line, latest_at)
    if (entry === null) continue
    readable.push(entry)
    if (line.league === league) entries.set(entry.entry_id, entry)
    else foreign += 1
  }
  return {
    entries: [...entries.values()],
    unreadable: page.entries.length - readable.length,
    foreign,
    extent: measure(readable),
    is_truncated: page.truncated,
    /** Null: unknown. */
    follows: page.follows ?? null,
  }
}
