import type { Guild, GuildLogRowLine } from '@muster/contract/guilds'
import type { EventKey } from '../../../api/calls/queries.ts'
import type { LogSearch } from './log-search.ts'
import { fetchRows, type Row } from './use-log.ts'

/** The API's page limit: fewer calls, and the server never holds more rows at once. */
const pageLength = 500

type Cell = string | number

export const csvHead: readonly Cell[] = [
  'row',
  'time',
  'until',
  'player',
  'action',
  'item',
  'number',
  'change',
  'tab',
  'tab_before',
  'tab_after',
  'tab_is_exact',
  'guild_before',
  'guild_after',
  'guild_is_exact',
  'line',
  'moved_with',
  'credits',
]

const iso = (seconds: number) => new Date(seconds * 1000).toISOString()

/** The lines of a row, each as a record; a gap is a record without a line. */
export function toRecords(row: Row, nameObjective: (id: number) => string): Cell[][] {
  if (row.kind === 'gap') return [['gap', iso(row.from), iso(row.to), ...Array.from({ length: csvHead.length - 3 }, () => '')]]
  const write = (line: GuildLogRowLine): Cell[] => [
    row.kind,
    iso(line.timestamp),
    '',
    line.account_name,
    line.action,
    line.item_name,
    line.number,
    line.change ?? '',
    line.stash_name ?? '',
    line.tab.before,
    line.tab.after,
    String(line.tab.is_exact),
    line.guild.before,
    line.guild.after,
    String(line.guild.is_exact),
    line.id,
    line.moved_with ?? '',
    line.credits
      .filter(({ names }) => names)
      .map(({ objective_id, points }) => `${nameObjective(objective_id)} ${points}`)
      .join('; '),
  ]
  return row.kind === 'movement' ? [write(row.added), write(row.removed)] : [write(row.line)]
}

interface Collecting {
  readonly nameObjective: (id: number) => string
  readonly signal: AbortSignal
  /** Called with the number of records so far. */
  readonly onProgress: (count: number) => void
}

/** All matching lines, page by page, as records for a file. */
export async function collectRecords(
  event: EventKey,
  guild: Guild,
  search: LogSearch,
  { nameObjective, signal, onProgress }: Collecting,
): Promise<Cell[][]> {
  const records: Cell[][] = [[...csvHead]]
  for (let before: string | null = null; ; ) {
    const { rows, next }: Awaited<ReturnType<typeof fetchRows>> = await fetchRows(event, guild, search, {
      before,
      limit: pageLength,
      signal,
    })
    for (const row of rows) records.push(...toRecords(row, nameObjective))
    onProgress(records.length - 1)
    if (next === null) return records
    before = next
  }
}
