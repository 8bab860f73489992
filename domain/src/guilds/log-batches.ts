import type { GuildLogLine, GuildLogPage } from '@muster/contract/guilds'
import type { Gap } from './log-coverage.ts'
import { type PageExtent, readLogPage } from './log-page.ts'

/** The content of pages before they are sent. Times in milliseconds. */
export interface UploadPreview {
  /** Distinct lines of the event's league. */
  readonly lines: number
  readonly foreign: number
  readonly unreadable: number
  /** For the event's league; null without lines. */
  readonly from: number | null
  readonly to: number | null
  /** Names of other leagues in the lines. */
  readonly other_leagues: readonly string[]
  /** Times between pages without a shared line, if the later page had older lines; oldest first. */
  readonly seams: readonly Gap[]
}

interface Measured {
  readonly page: GuildLogPage
  readonly extent: PageExtent
}

/** Pages with readable lines, newest first. */
function measure(pages: readonly GuildLogPage[], latest_at: number): Measured[] {
  return pages
    .flatMap((page) => {
      const { extent } = readLogPage(page, '', latest_at)
      return extent === null ? [] : [{ page, extent }]
    })
    .sort((a, b) => b.extent.newest_entry_id - a.extent.newest_entry_id || b.extent.oldest_entry_id - a.extent.oldest_entry_id)
}

function findSeams(measured: readonly Measured[]): Gap[] {
  const seams: Gap[] = []
  let covered: PageExtent | null = null
  for (const { page, extent } of measured.toReversed()) {
    if (covered && page.truncated && extent.oldest_at > covered.newest_at)
      seams.push({ from: covered.newest_at, to: extent.oldest_at })
    if (!covered || extent.newest_at > covered.newest_at) covered = extent
  }
  return seams
}

export function previewUpload(pages: readonly GuildLogPage[], league: string, latest_at: number): UploadPreview {
  const times = new Map<number, number>()
  const others = new Set<string>()
  let [foreign, unreadable] = [0, 0]
  for (const page of pages) {
    const read = readLogPage(page, league, latest_at)
    for (const { entry_id, timestamp } of read.entries) times.set(entry_id, timestamp)
    foreign += read.foreign
    unreadable += read.unreadable
    for (const line of page.entries) if (line.league && line.league !== league) others.add(line.league)
  }
  let [from, to] = [Infinity, -Infinity]
  for (const timestamp of times.values()) {
    from = Math.min(from, timestamp)
    to = Math.max(to, timestamp)
  }
  return {
    lines: times.size,
    foreign,
    unreadable,
    from: times.size === 0 ? null : from,
    to: times.size === 0 ? null : to,
    other_leagues: [...others].sort(),
    seams: findSeams(measure(pages, latest_at)),
  }
}

const numberOf = ({ id }: GuildLogLine) => (/^\d{1,16}$/.test(id ?? '') ? Number(id) : 0)

/**
 * Divides one page into several that share a line with the next, so that no time between them seems to be missing; newest first.
 */
function cutPage({ entries, truncated }: GuildLogPage, most: number): GuildLogPage[] {
  const sorted = entries.toSorted((a, b) => numberOf(b) - numberOf(a))
  const batches: GuildLogPage[] = []
  for (let from = 0; from === 0 || from + 1 < sorted.length; from += most - 1) {
    const isLast = from + most >= sorted.length
    batches.push({ entries: sorted.slice(from, from + most), truncated: isLast ? truncated : true, follows: false })
  }
  return batches
}

/**
 * Pages in the order of sending, newest first, in batches of at most `most` lines. Two pages are connected by a shared line, or
 * because they `follow` each other: then each begins where the previous page ended.
 */
export function cutIntoBatches(
  pages: readonly GuildLogPage[],
  { most, follow, latest_at }: { readonly most: number; readonly follow: boolean; readonly latest_at: number },
): GuildLogPage[] {
  const measured = measure(pages, latest_at).map(({ page }) => page)
  // Sent nevertheless, so that the answer counts unreadable lines.
  const unread = pages.filter((page) => page.entries.length > 0 && !measured.includes(page))
  return [...measured, ...unread].flatMap((page, place) =>
    cutPage(page, most).map((batch, part) => ({ ...batch, follows: follow && part === 0 && place > 0 })),
  )
}
