import {
  type GuildLogCredit,
  type GuildLogRow,
  type GuildLogRowLine,
  type GuildLogSummary,
  maxLogNames,
} from '@muster/contract/guilds'
import type { ObjectiveId } from '@muster/contract/ids'
import type { CountedLine } from '@muster/domain/guilds/guild-log'
import type { LogFilter, LogRow } from '@muster/domain/guilds/log-rows'
import type { LogSummary } from '@muster/domain/guilds/log-summary'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import { loadRelease } from '../objectives/store.ts'
import { listCredits } from './row-store.ts'

interface AskedFilter {
  readonly username?: string | undefined
  readonly itemname?: string | undefined
  readonly stashname?: string | undefined
  readonly gone?: 'true' | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
}

const toMs = (seconds: number | undefined) => (seconds === undefined ? undefined : seconds * 1000)
const toSeconds = (ms: number) => Math.floor(ms / 1000)

export const readFilter = ({ username, itemname, stashname, gone, from, to }: AskedFilter): LogFilter => ({
  account_name: username,
  item: itemname,
  stash_name: gone ? null : stashname,
  from: toMs(from),
  to: toMs(to),
})

const presentLine = (line: CountedLine, credits: readonly GuildLogCredit[]): GuildLogRowLine => ({
  id: String(line.entry_id),
  timestamp: toSeconds(line.timestamp),
  account_name: line.account_name,
  ...(line.stash_name !== null && { stash_name: line.stash_name }),
  item_name: line.item_name,
  number: line.number,
  action: line.action,
  x: line.x,
  y: line.y,
  change: line.count.change,
  tab: line.count.tab,
  guild: line.count.guild,
  moved_with: line.partner && String(line.partner.entry_id),
  credits: [...credits],
})

/** The objectives credited to lines, by line: public objectives only (an unreleased one is not even counted). */
async function loadCredits(ctx: Context, event: Row<'events'>, guild: Row<'guilds'>, lines: readonly CountedLine[]) {
  // Only a single added item has a finder.
  const asked = lines.filter(({ action, number }) => action === 'added' && number === 1).map(({ entry_id }) => entry_id)
  const byLine = new Map<number, GuildLogCredit[]>()
  if (asked.length === 0) return byLine
  const { ids: released } = await loadRelease(ctx.db, event, ctx.clock.now())
  for (const { entry_id, objective_id, ...credit } of await listCredits(ctx.db, guild, asked)) {
    if (!released.has(objective_id)) continue
    const credits = byLine.get(entry_id) ?? []
    byLine.set(entry_id, [...credits, { objective_id: objective_id as ObjectiveId, ...credit }])
  }
  return byLine
}

const linesOf = (row: LogRow): CountedLine[] =>
  row.kind === 'gap' ? [] : row.kind === 'line' ? [row.line] : [row.removed, row.added]

/** Rows in the form of the API. */
export async function presentRows(
  ctx: Context,
  event: Row<'events'>,
  guild: Row<'guilds'>,
  { rows, next }: { readonly rows: readonly LogRow[]; readonly next: number | null },
): Promise<{ rows: GuildLogRow[]; next: string | null }> {
  const credits = await loadCredits(ctx, event, guild, rows.flatMap(linesOf))
  const present = (line: CountedLine) => presentLine(line, credits.get(line.entry_id) ?? [])
  const presented = rows.map((row): GuildLogRow => {
    if (row.kind === 'gap') return { kind: 'gap', from: toSeconds(row.from), to: toSeconds(row.to) }
    if (row.kind === 'line') return { kind: 'line', line: present(row.line) }
    return { kind: 'movement', removed: present(row.removed), added: present(row.added) }
  })
  return { rows: presented, next: next === null ? null : String(next) }
}

const shorten = <T>(all: readonly T[]) => ({
  names: all.slice(0, maxLogNames),
  left_out: Math.max(0, all.length - maxLogNames),
})

export function presentSummary({ lines, movements, players, accounts, tabs, items }: LogSummary): GuildLogSummary {
  const shown = shorten(players)
  return {
    lines,
    movements,
    players: shown.names.map(({ top_items, ...player }) => ({ ...player, top_items: [...top_items] })),
    players_left_out: shown.left_out,
    accounts: shorten(accounts),
    tabs: shorten(tabs),
    items: shorten(items),
  }
}
